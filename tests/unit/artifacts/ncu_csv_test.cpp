#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/artifacts/ncu_csv/reader.h"
#include "harness/artifacts/report_outline.h"
#include "tests/support/error_of.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kHead[] =
    R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC",)csv";
constexpr char kRow[] =
    R"csv("0","42","app","127.0.0.1","k(int)","1","7","(256, 1, 1)","(16, 2, 1)","0","8.6",)csv";

std::string page(const std::string& metric, const std::string& unit, const std::string& value) {
  return kHead + ('"' + metric + "\"\n") + R"csv("","","","","","","","","","","",")csv" + unit +
         "\"\n" + kRow + '"' + value + "\"\n";
}

std::string quoted(const MetricValue& value) {
  if (const auto* text = std::get_if<std::string_view>(&value))
    return "'" + std::string(*text) + "'";
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return std::to_string(*whole);
  if (const auto* real = std::get_if<double>(&value)) return std::to_string(*real);
  return "nothing";
}

// Results as text: name, region, metrics.
std::vector<std::string> read(const std::string& text,
                              std::vector<std::string>* warnings = nullptr) {
  const auto file = open_report_bytes(text, "p.csv");
  std::vector<std::string> results;
  file->read({}, [&](const ReportResult& result) {
    std::string line(result.name);
    line += result.nvtx ? "" : " unlabeled";
    for (const NvtxStack& stack : result.nvtx ? result.nvtx->stacks : std::vector<NvtxStack>()) {
      line += " " + std::string(stack.domain) + "@";
      for (const NvtxRange& range : stack.ranges) line += "/" + std::string(range.name);
    }
    for (const NvtxStartEnd& open :
         result.nvtx ? result.nvtx->start_end : std::vector<NvtxStartEnd>()) {
      line += " startend:" + std::string(open.domain) + "@" + std::string(open.range.name);
    }
    for (const ReportMetric& metric : result.metrics) {
      line += " " + std::string(file->names()[metric.name]) + "=" + quoted(metric.value);
      line += file->unit(metric.name).empty() ? "" : " " + file->unit(metric.name);
    }
    results.push_back(line);
  });
  if (warnings != nullptr) *warnings = file->warnings();
  return results;
}

std::string page_refusal(const std::string& text) {
  return error_of(ErrorKind::kMeasurement,
                  [&] { outline_of(*open_report_bytes(text, "p.csv"), {}); });
}

TEST(NcuCsv, RawPagesGiveResultsInBaseUnits) {
  EXPECT_THAT(read(page("gpu__time_duration.sum", "usecond", "84.480000")),
              ElementsAre("k(int) unlabeled gpu__time_duration.sum=84480.000000 ns"));
  EXPECT_THAT(read(page("launch__grid_size", "", "18446744073709551615")),
              ElementsAre("k(int) unlabeled launch__grid_size=18446744073709551615"));
  EXPECT_THAT(read(page("x__y.sum", "", "-3")), ElementsAre("k(int) unlabeled x__y.sum=-3.000000"));
}

TEST(NcuCsv, WhatIsNoValueIsNeverZero) {
  EXPECT_THAT(read(page("m__x", "", "no data")), ElementsAre("k(int) unlabeled m__x=nothing"));
  EXPECT_THAT(read(page("m__x", "", "n/a")), ElementsAre("k(int) unlabeled m__x=nothing"));
  EXPECT_THAT(read(page("m__x", "", "")), ElementsAre("k(int) unlabeled"));
  EXPECT_THAT(read(page("m__x", "", "nan")), ElementsAre("k(int) unlabeled m__x=nan"));
  EXPECT_THAT(read(page("m__x", "", "-nan")), ElementsAre("k(int) unlabeled m__x=-nan"));
  EXPECT_THAT(read(page("m__x", "", "inf")), ElementsAre("k(int) unlabeled m__x=inf"));
  EXPECT_THAT(read(page("m__x", "", "NVIDIA A10G")),
              ElementsAre("k(int) unlabeled m__x='NVIDIA A10G'"));
}

TEST(NcuCsv, ThousandsSeparatorsAreReadWhenTheyMeanOneNumber) {
  EXPECT_THAT(read(page("m__x", "", "124,056")), ElementsAre("k(int) unlabeled m__x=124056"));
  EXPECT_THAT(read(page("m__x", "", "1,115,031.80")),
              ElementsAre("k(int) unlabeled m__x=1115031.800000"));
  for (const char* number :
       {"124.056", "115.031,80", "0,85", "124 056", "115 031,80", "1.234.567"}) {
    EXPECT_THAT(page_refusal(page("m__x", "", number)),
                AllOf(HasSubstr("p.csv:3"), HasSubstr(number), HasSubstr("LC_ALL=C")))
        << number;
  }
}

TEST(NcuCsv, TextWhereAUnitPromisesANumberIsRefused) {
  EXPECT_THAT(page_refusal(page("gpu__time_duration.sum", "us", "six")),
              AllOf(HasSubstr("p.csv:3"), HasSubstr("'six'"), HasSubstr("is no number")));
}

TEST(NcuCsv, ValuesWithInstancesAreRead) {
  EXPECT_THAT(read(page("m__x", "", "32 (32; 32; 0)")), ElementsAre("k(int) unlabeled m__x=32"));
  EXPECT_THAT(read(page("m__x", "", "a(int)")), ElementsAre("k(int) unlabeled m__x='a(int)'"));
  EXPECT_THAT(read(page("m__x", "", "f (int)")), ElementsAre("k(int) unlabeled m__x='f (int)'"));
}

TEST(NcuCsv, LiveCapturesBeginWhereTheTableDoes) {
  const std::string text =
      "tensor([1, 2], \"x\")\n==PROF== Connected to process 5253 (/app)\na,b,\"Range\"\n\n" +
      page("m__x", "", "5") + "==PROF== Disconnected from process 5253\n";
  EXPECT_THAT(read(text), ElementsAre("k(int) unlabeled m__x=5"));
}

TEST(NcuCsv, LinesOfNcuAndOfProgramsBetweenRowsAreNoRows) {
  std::vector<std::string> warnings;
  const std::string text =
      page("m__x", "", "5") + "==WARNING== assuming 40\nhello\n" + kRow + "\"6\"\n";
  EXPECT_THAT(read(text, &warnings), ElementsAre(HasSubstr("m__x=5"), HasSubstr("m__x=6")));
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("1 lines between the rows are no rows")));
}

TEST(NcuCsv, ASecondHeaderBeginsASecondTable) {
  EXPECT_THAT(read(page("m__x", "", "5") + page("n__y", "byte", "6")),
              ElementsAre(HasSubstr("m__x=5"), HasSubstr("n__y=6 byte")));
}

TEST(NcuCsv, EncodingsAndLineEndsMakeNoDifference) {
  const std::string text = page("m__x", "", "5");
  const auto expected = read(text);
  std::string crlf, little = "\xff\xfe", big = "\xfe\xff", unmarked;
  for (const char c : text) {
    if (c == '\n') crlf += '\r';
    crlf += c;
    little.append(1, c).append(1, '\0');
    unmarked.append(1, c).append(1, '\0');
    big.append(1, '\0').append(1, c);
  }
  EXPECT_EQ(read(crlf), expected);
  EXPECT_EQ(read("\xef\xbb\xbf" + text), expected);
  EXPECT_EQ(read(little), expected);
  EXPECT_EQ(read(unmarked), expected);
  EXPECT_EQ(read(big), expected);
}

TEST(NcuCsv, UnquotedCopiesAreRead) {
  const std::string text =
      "ID,Process ID,Process Name,Host Name,Kernel Name,Context,Stream,m__x\r\n"
      ",,,,,,,usecond\r\n0,1,app,h,\"k(int, int)\",1,7,\"6,400\"\r\n";
  EXPECT_THAT(read(text), ElementsAre("k(int, int) unlabeled m__x=6400000.000000 ns"));
}

TEST(NcuCsv, PagesWithoutUnitsAreTakenForBaseUnitsAndSaidSo) {
  std::vector<std::string> warnings;
  const std::string text = std::string(kHead) + "\"gpu__time_duration.sum\"\n" + kRow + "\"5\"\n";
  EXPECT_THAT(read(text, &warnings), ElementsAre("k(int) unlabeled gpu__time_duration.sum=5 ns"));
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("no row of units")));
}

constexpr char kNvtxHead[] =
    R"csv("ID","Process ID","Process Name","Host Name","thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg","Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg","Kernel Name","Context","Stream","Device","CC")csv";

std::string nvtx_page(const std::string& push_pop, const std::string& start_end) {
  return std::string(kNvtxHead) + "\n" + R"csv("0","42","app","h",")csv" + push_pop + "\",\"" +
         start_end + R"csv(","k(int)","1","7","0","8.6")csv" + "\n";
}

TEST(NcuCsv, RegionsComeFromBothColumns) {
  EXPECT_THAT(
      read(nvtx_page(
          R"csv(12  ""<default domain>:run:none:none:RGB:0xff00ff00:ASCII:run""  ""<default domain>:init:none:none:none:none:none:none""  ""lib:a:Int64:-5:none:none:none:none"" )csv",
          R"csv( ""3:<default domain>:all:none:none:none:none:none:none"" )csv")),
      ElementsAre("k(int) <default domain>@/run/init lib@/a startend:<default domain>@all"));
}

TEST(NcuCsv, ARowWithoutRangeIsOutsideAndNotUnlabeled) {
  EXPECT_THAT(read(nvtx_page("", "")), ElementsAre("k(int)"));
}

TEST(NcuCsv, NamesWithColonsAreKeptWhole) {
  EXPECT_THAT(
      read(nvtx_page(
          R"csv(1  ""<default domain>:opt:step:none:none:none:none:none:none""  ""my:dom:ns::fn:1:none:none:none:none:ASCII:ns::fn:1""  ""<default domain>:j:Json:{a:1,b:2}:none:none:none:none"" )csv",
          "")),
      ElementsAre("k(int) <default domain>@/opt:step my:dom@/ns::fn:1 <default domain>@/j"));
}

TEST(NcuCsv, NamesWithQuotesAreKeptWhole) {
  EXPECT_THAT(read(nvtx_page(
                  R"csv(1  ""<default domain>:say "hi":none:none:none:none:none:none"" )csv", "")),
              ElementsAre("k(int) <default domain>@/say \"hi\""));
  EXPECT_THAT(
      read(nvtx_page(R"csv(1  ""<default domain>:x","y:none:none:none:none:none:none"" )csv", "")),
      ElementsAre("k(int) <default domain>@/x\",\"y"));
}

TEST(NcuCsv, TheColumnsOf2020AreRead) {
  const std::string text =
      R"csv("ID","Process ID","Process Name","Host Name","thread Domain:Push/Pop_Range:PL_Type:PL_Value","Id:Domain:Start/Stop_Range:PL_Type:PL_Value","Kernel Name","Kernel Time","Context","Stream","m__x"
"","","","","","","","","","",""
"0","1","app","h","","  ""0:<default domain>:convLayer:none:none"" ","k","2020-Nov-21 15:45:04","1","7","5"
)csv";
  EXPECT_THAT(read(text), ElementsAre("k startend:<default domain>@convLayer m__x=5"));
}

TEST(NcuCsv, RangeRowsAreRangesAndAKernelMayBeCalledLikeThem) {
  const std::string text =
      R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC"
"0","1","app","h","range","1","n/a","n/a","n/a","0","10.0"
"1","1","app","h","range","1","7","(1, 1, 1)","(1, 1, 1)","0","10.0"
"2","1","app","h","graph","1","7","n/a","n/a","0","10.0"
)csv";
  std::vector<ReportResultKind> kinds;
  open_report_bytes(text, "p.csv")->read({}, [&](const ReportResult& result) {
    kinds.push_back(result.kind);
  });
  EXPECT_THAT(kinds, ElementsAre(ReportResultKind::kRange, ReportResultKind::kKernel,
                                 ReportResultKind::kGraph));
}

constexpr char kDetails[] =
    R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup"
"0","1","app","h","k","1","7","GPU Speed Of Light Throughput","Memory Throughput","%","12.50",
"0","1","app","h","k","1","7","Memory Workload Analysis","Memory Throughput","Gbyte/s","1.25",
"0","1","app","h","k","1","7","SpeedOfLight","","","","Bottleneck","OPT","Slow, \n""very""","global","12.5"
"1","1","app","h","l","1","7","Command line profiler metrics","gpu__time_duration.sum","us","2.00",
)csv";

TEST(NcuCsv, DetailsPagesGiveOneResultPerId) {
  EXPECT_THAT(
      read(kDetails),
      ElementsAre("k unlabeled GPU Speed Of Light Throughput: Memory Throughput=12.500000 % "
                  "Memory Workload Analysis: Memory Throughput=1250000000.000000 byte/s",
                  "l unlabeled gpu__time_duration.sum=2000.000000 ns"));
}

TEST(NcuCsv, ARowWithoutIdOnADetailsPageIsCountedAsNoRow) {
  std::vector<std::string> warnings;
  std::string text = kDetails;
  text.insert(text.find("\"1\",\"1\""),
              "\"\",\"1\",\"app\",\"h\",\"k\",\"1\",\"7\",\"S\",\"m__x\",\"\",\"1\",\n");
  EXPECT_EQ(read(text, &warnings), read(kDetails));
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("1 lines between the rows are no rows")));
}

TEST(NcuCsv, DetailsPagesHoldTheMessagesOfRules) {
  Selection selection;
  selection.rules = true;
  std::vector<std::string> rules;
  open_report_bytes(kDetails, "p.csv")->read(selection, [&](const ReportResult& result) {
    for (const RuleMessage& rule : result.rules) {
      rules.push_back(std::string(rule.rule) + " " + std::string(rule.type) + " " +
                      std::to_string(rule.speedup_percent.value_or(0)));
    }
  });
  EXPECT_THAT(rules, ElementsAre("Bottleneck OPT 12.500000"));
}

TEST(NcuCsv, RangeTablesOfOthersKeepTheirOwnNames) {
  EXPECT_THAT(read("Range Name,Total Time (us),Calls\nA::A1,\"1,234.5\",3\n,7,1\n"),
              ElementsAre("range <default domain>@/A::A1 Total Time=1234500.000000 ns Calls=3",
                          "range Total Time=7000.000000 ns Calls=1"));
  for (const char* name : {"NVTX Range Name", "NVTX Range", "Range"}) {
    EXPECT_THAT(read(std::string(name) + ",Invocations\nx,3\n"),
                ElementsAre("range <default domain>@/x Invocations=3"));
  }
}

TEST(NcuCsv, LinesOfOtherTablesThatAreNoRowsAreNoRegions) {
  std::vector<std::string> warnings;
  EXPECT_THAT(
      read("Processing [x.sqlite] with nvtx\nRange,Calls\nRange,Calls\nx,3\ndone\n", &warnings),
      ElementsAre("range <default domain>@/x Calls=3"));
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("2 lines between the rows are no rows")));
}

TEST(NcuCsv, AnUnknownColumnTakesNothingElseAway) {
  const std::string text =
      R"csv("ID","Process ID","NEW","Kernel Name","Stream","m__x"
"","","","","",""
"0","1","?","k(int)","7","5"
)csv";
  EXPECT_THAT(read(text), ElementsAre("k(int) unlabeled NEW='?' m__x=5"));
}

TEST(NcuCsv, OfTwoColumnsOfOneNameTheLastCounts) {
  const std::string text = "ID,Process ID,m__x,m__x\n,,,\n0,1,5,6\n";
  EXPECT_THAT(read(text), ElementsAre(" unlabeled m__x=6"));
}

TEST(NcuCsv, ANumberTooLargeForADoubleIsNotZero) {
  EXPECT_THAT(read(page("m__x", "", std::string(400, '9'))),
              ElementsAre("k(int) unlabeled m__x=inf"));
}

TEST(NcuCsv, ProgramsMayPrintControlCharactersBeforeTheTable) {
  EXPECT_THAT(read("10%\b\b\b20%\b\b\b done\n" + page("m__x", "", "5")),
              ElementsAre(HasSubstr("m__x=5")));
}

TEST(NcuCsv, StacksWithoutEndAreRefused) {
  std::string cell = "1 ";
  for (int i = 0; i <= 2000; ++i) cell += R"csv( ""d:x:none:none:none:none:none:none"" )csv";
  EXPECT_THAT(page_refusal(nvtx_page(cell, "")), HasSubstr("deeper than 2,000"));
}

// Each of these took time by the square of its size once; a test that takes minutes has failed.
TEST(NcuCsv, TimeGrowsWithTheSizeOfHostileFiles) {
  std::string units = "\"ID\",\"Process ID\",\"m\"\n";
  for (int i = 0; i < 400'000; ++i) units += "\"\",\n";
  EXPECT_THAT(read(units), IsEmpty());
  std::string details = kDetails;
  for (int i = 0; i < 100'000; ++i) {
    details +=
        R"csv("2","1","a","h","k","1","7","S","m__)csv" + std::to_string(i) + "\",\"\",\"1\",\n";
  }
  EXPECT_EQ(read(details).size(), 3u);
}

TEST(NcuCsv, TextThatIsNoTableIsRefusedWithWhatItIs) {
  EXPECT_THAT(page_refusal("hello\n"), HasSubstr("holds no table of ncu"));
  EXPECT_THAT(page_refusal("==ERROR== The application returned an error code (1).\n"),
              HasSubstr("ncu says in it: ==ERROR== The application returned"));
  EXPECT_THAT(page_refusal("==PROF== Profiling \"k\" - 0: 100%\n    Section: GPU\n"),
              HasSubstr("text output of ncu, not CSV"));
  EXPECT_THAT(page_refusal("\"Kernel Name\",\"Invocations\",\"Metric Name\",\"Minimum\"\n"),
              HasSubstr("summary page"));
}

TEST(NcuCsv, ARowThatIsCutOffIsRefused) {
  const std::string text = page("m__x", "", "5");
  EXPECT_THAT(page_refusal(text + R"csv("1","42","app","h")csv"),
              HasSubstr("p.csv:4: the row is cut off"));
  EXPECT_THAT(page_refusal(text + R"csv("1","42","app","h)csv"),
              HasSubstr("p.csv:4: the row is cut off"));
  EXPECT_THAT(read(text.substr(0, text.size() - 1)), ElementsAre(HasSubstr("m__x=5")));
}

TEST(NcuCsv, AShortRowHasWhatItHas) {
  std::vector<std::string> warnings;
  const std::string text = page("m__x", "", "5") + "\"1\",\"42\",\"app\",\"h\",\"l\"\n";
  EXPECT_THAT(read(text, &warnings), ElementsAre(HasSubstr("m__x=5"), "l unlabeled"));
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("1 rows end early")));
}

}  // namespace
}  // namespace ncu_regions
