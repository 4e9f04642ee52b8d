#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/artifacts/ncu_rep/reader.h"
#include "harness/artifacts/renamed_report.h"
#include "harness/artifacts/report_outline.h"
#include "tests/support/error_of.h"
#include "tests/support/report_fixtures.h"

namespace ncu_regions {
namespace {

using fixture::Message;
using fixture::ReportWriter;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string report_refusal(const std::string& bytes) {
  return error_of(ErrorKind::kMeasurement,
                  [&] { outline_of(*open_report_bytes(bytes, "r.ncu-rep"), {}); });
}

std::vector<std::string> warnings(const std::string& bytes) {
  const auto file = open_report_bytes(bytes, "r.ncu-rep");
  outline_of(*file, {});
  return file->warnings();
}

fixture::Result kernel() {
  fixture::Result result;
  result.metrics = {{"gpu__time_duration.sum", 1000.0, {}}};
  return result;
}

// The whole of a file as text, for comparing two readings.
std::string described(const std::string& bytes, const Selection& selection = {}) {
  std::string text;
  const auto file = open_report_bytes(bytes, "r.ncu-rep");
  file->read(selection, [&](const ReportResult& result) {
    text += std::string(result.name) + ":";
    for (const ReportMetric& metric : result.metrics) {
      text += " " + std::string(file->names()[metric.name]);
    }
    text += "\n";
  });
  return text;
}

TEST(NcuRep, OnlySelectedMetricsAreReadAndDeviceFactsStillAre) {
  fixture::Result result = kernel();
  result.metrics.push_back({"dram__bytes_read.sum", 5.0, {}});
  result.device = 3;
  const std::string bytes = ReportWriter().add(result).bytes();
  Selection selection;
  selection.all_metrics = false;
  selection.metrics = {"dram__*"};

  EXPECT_EQ(described(bytes, selection), "kernel(int): dram__bytes_read.sum\n");
  open_report_bytes(bytes, "r")->read(selection, [](const ReportResult& read) {
    EXPECT_EQ(read.device, 3u);
    EXPECT_EQ(read.compute_capability, "8.6");
  });
}

TEST(NcuRep, ARenamedMetricIsSelectedAndReadUnderItsNewName) {
  fixture::Result result = kernel();
  result.metrics.push_back({"dram__bytes_op_read.sum", 5.0, {}});
  const std::string bytes = ReportWriter().add(result).bytes();
  const std::map<std::string, std::string> names = {
      {"dram__bytes_read.sum", "dram__bytes_op_read.sum"}};
  const auto file = renamed_report(open_report_bytes(bytes, "r"), names);
  Selection selection;
  selection.all_metrics = false;
  selection.metrics = {"dram__bytes_read.sum"};

  std::vector<std::string> read;
  const auto take = [&](const ReportResult& each) {
    for (const ReportMetric& metric : each.metrics) {
      read.emplace_back(file->names()[metric.name]);
      EXPECT_EQ(number_of(metric.value), 5.0);
      EXPECT_EQ(file->unit(metric.name), "byte");
    }
  };
  file->read(selection, take);
  EXPECT_EQ(read, std::vector<std::string>{"dram__bytes_read.sum"});

  // A file that has both keeps them apart.
  result.metrics.push_back({"dram__bytes_read.sum", 7.0, {}});
  const std::string both = ReportWriter().add(result).bytes();
  const auto rich = renamed_report(open_report_bytes(both, "r"), names);
  rich->read({}, [](const ReportResult&) {});
  EXPECT_THAT(std::vector<std::string>(rich->names().begin(), rich->names().end()),
              testing::IsSupersetOf({"dram__bytes_op_read.sum", "dram__bytes_read.sum"}));
}

TEST(NcuRep, InstancesAreReadWhenAskedFor) {
  fixture::Result result;
  result.metrics = {{"a", 1.0, {{std::string("FADD"), std::uint64_t{4}}, {std::monostate(), 2.5}}},
                    {"b", 2.0, {}}};
  const std::string bytes = ReportWriter().add(result).bytes();
  Selection selection;
  selection.instances = true;
  const auto file = open_report_bytes(bytes, "r");

  file->read(selection, [](const ReportResult& read) {
    ASSERT_EQ(read.instances.size(), 2u);
    EXPECT_EQ(std::get<std::string_view>(read.instances[0].id), "FADD");
    EXPECT_EQ(std::get<std::uint64_t>(read.instances[0].value), 4u);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(read.instances[1].id));
    EXPECT_EQ(read.metrics[0].instances, 2u);
    EXPECT_EQ(std::get<double>(read.metrics[0].value), 1.0);
  });
  file->read({}, [](const ReportResult& read) {
    EXPECT_TRUE(read.metrics[0].has_instances);
    EXPECT_FALSE(read.metrics[1].has_instances);
    EXPECT_THAT(read.instances, IsEmpty());
  });
}

TEST(NcuRep, RulesSectionsAndClocksAreRead) {
  Selection selection;
  selection.rules = selection.sections = true;
  for (const fixture::Fixture& fixture : fixture::all_fixtures()) {
    if (fixture.name != "sections_and_rules") continue;
    const std::string bytes = fixture.bytes();
    open_report_bytes(bytes, "r")->read(selection, [](const ReportResult& read) {
      ASSERT_EQ(read.rules.size(), 2u);
      EXPECT_EQ(read.rules[0].rule, "SOLBottleneck");
      EXPECT_EQ(read.rules[0].type, "WRN");
      EXPECT_EQ(read.rules[0].text, "It is slow.");
      EXPECT_FALSE(read.rules[0].speedup_percent);
      EXPECT_EQ(read.rules[1].type, "OPT");
      EXPECT_EQ(read.rules[1].speedup_type, "global");
      EXPECT_EQ(read.rules[1].speedup_percent, 12.5);
      ASSERT_EQ(read.sections.size(), 1u);
      EXPECT_EQ(read.sections[0].metrics[0].label, "Duration");
      ASSERT_TRUE(read.clocks);
      EXPECT_TRUE(read.clocks->lock_requested);
      EXPECT_FALSE(read.clocks->locked);
    });
    return;
  }
  FAIL() << "no such fixture";
}

TEST(NcuRep, ABlockWithoutProcessBelongsToTheSessionsProcess) {
  ReportWriter writer;
  writer.add(kernel(), std::nullopt);
  writer.add_block(Message().message(3, Message().varint(1, 4711)));

  const std::string bytes = writer.bytes();
  open_report_bytes(bytes, "r")->read({}, [](const ReportResult& read) {
    EXPECT_EQ(read.process.pid, 4711u);
  });
}

TEST(NcuRep, AGridInThreadsBecomesBlocksWhereTheMetricSaysSo) {
  fixture::Result old = kernel();
  old.grid[0] = 4718592;
  old.block[0] = 512;
  old.metrics.push_back({"launch__grid_size", 9216.0, {}});
  fixture::Result usual = kernel();
  usual.metrics.push_back({"launch__grid_size", 4.0, {}});
  const std::string bytes = ReportWriter().add(old).add(usual).bytes();
  std::vector<std::uint64_t> grids;

  open_report_bytes(bytes, "r")->read({}, [&](const ReportResult& read) {
    grids.push_back(read.grid->x);
  });

  EXPECT_THAT(grids, ElementsAre(9216, 4));
}

TEST(NcuRep, TextsOfWindowsLoseTheirNul) {
  ReportWriter writer;
  writer.add(kernel(), fixture::Process{1, "host", std::string("C:\\x\\app.exe\0", 13)});
  const std::string bytes = writer.bytes();

  open_report_bytes(bytes, "r")->read({}, [](const ReportResult& read) {
    EXPECT_EQ(read.process.name(), "app.exe");
  });
}

TEST(NcuRep, AReportCutAtABlockIsReadAndSaidToBeShortWhenThatShows) {
  ReportWriter writer;
  writer.with_session = false;
  const std::string without_facts = writer.add(kernel()).bytes();
  EXPECT_THAT(warnings(without_facts), ElementsAre(HasSubstr("may have been cut short")));

  ReportWriter late;
  late.strings_last = true;
  const std::string whole = late.add(kernel()).bytes();
  // Before the first string: its tag and length, those of the table (two bytes), the block's size.
  const std::size_t last_block = whole.rfind("gpu__time_duration.sum") - 2 - 3 - 4;
  EXPECT_THAT(warnings(whole.substr(0, last_block)),
              ElementsAre(HasSubstr("5 metrics were left out: their names are not in the file")));
}

TEST(NcuRep, AReportCutInsideABlockTellsHowManyResultsAreComplete) {
  const std::string one = ReportWriter().add(kernel()).bytes();
  const std::string two = ReportWriter().add(kernel()).add(kernel()).bytes();
  for (std::size_t size = one.size() + 1; size < two.size(); ++size) {
    EXPECT_THAT(report_refusal(two.substr(0, size)), HasSubstr("1 result before it is complete"))
        << size;
  }
  EXPECT_EQ(warnings(two.substr(0, one.size())).size(), 0u);
}

TEST(NcuRep, ANewerFormatIsReadWithAWarning) {
  ReportWriter writer;
  writer.version = 8;
  const std::string bytes = writer.add(kernel()).bytes();

  EXPECT_THAT(warnings(bytes), ElementsAre(HasSubstr("its format is 8, newer than")));
}

TEST(NcuRep, ANewerFormatThatCannotBeReadIsAnErrorOfItsOwn) {
  ReportWriter writer;
  writer.version = 8;
  fixture::Result result = kernel();
  result.further.raw("\xab\x06\xac\x06");  // field 101 as a group: a wire type that 7 does not use
  const std::string bytes = writer.add(result).bytes();

  EXPECT_THROW(outline_of(*open_report_bytes(bytes, "r"), {}), NewerFormatError);
  writer.version = 7;
  EXPECT_THAT(report_refusal(writer.bytes()), HasSubstr("wire type"));
}

TEST(NcuRep, AnOlderFormatIsRefused) {
  ReportWriter writer;
  writer.version = 6;
  EXPECT_THAT(report_refusal(writer.bytes()), HasSubstr("report format 6; expected 7"));
}

TEST(NcuRep, LyingLengthsAreRefusedWithoutBelievingThem) {
  const std::string whole = ReportWriter().add(kernel()).bytes();
  std::string file = whole;
  file.replace(4, 4, "\xff\xff\xff\xff");
  EXPECT_THAT(report_refusal(file), HasSubstr("cut off"));

  ReportWriter many;
  many.add_block(Message().varint(2, 0xffffffff), "1234");
  EXPECT_THAT(report_refusal(many.bytes()), HasSubstr("more entries than fit"));

  ReportWriter entry;
  entry.add_block(Message().varint(2, 1), "\xff\xff\xff\xff");
  EXPECT_THAT(report_refusal(entry.bytes()), HasSubstr("an entry is longer than its block"));
}

TEST(NcuRep, RangesNestedWithoutEndAreRefused) {
  fixture::Result result = kernel();
  result.nvtx = fixture::nvtx_stack(std::vector<std::string>(2001, "x"));
  EXPECT_THAT(report_refusal(ReportWriter().add(result).bytes()), HasSubstr("deeper than 2,000"));
}

TEST(NcuRep, AMillionEmptyBlocksAreNoResults) {
  std::string bytes = ReportWriter().bytes();
  bytes.append(4'000'000, '\0');
  EXPECT_EQ(outline_of(*open_report_bytes(bytes, "r"), {}).results, 0u);
}

TEST(NcuRep, AMillionAndOneNamesAreRefused) {
  std::string table;
  for (int i = 0; i <= 1'000'000; ++i) table.append("\x0a\0", 2);
  ReportWriter writer;
  writer.add_block(Message().bytes(4, table));
  EXPECT_THAT(report_refusal(writer.bytes()), HasSubstr("more than 1,000,000 metric names"));
}

TEST(NcuRep, ABlockLargerThanAnyReportIsRefused) {
  ReportWriter writer;
  std::string bytes = writer.bytes();
  const std::string header = Message().varint(2, 1).varint(5, 0x7fffffff).text();
  bytes += std::string(1, static_cast<char>(header.size())) + std::string(3, '\0') + header;
  EXPECT_THAT(report_refusal(bytes), HasSubstr("more than 512 MB"));
}

TEST(NcuRep, ForeignFilesAreCalledByTheirNames) {
  EXPECT_THAT(report_refusal(""), HasSubstr("is empty"));
  EXPECT_THAT(
      report_refusal("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"),
      HasSubstr("Git LFS pointer"));
  EXPECT_THAT(report_refusal(std::string("SQLite format 3\0", 16)), HasSubstr("Nsight Systems"));
  EXPECT_THAT(report_refusal("PK\x03\x04more"), HasSubstr("ZIP"));
  EXPECT_THAT(report_refusal(std::string("NV", 2)), HasSubstr("cut off in its first bytes"));
  EXPECT_THAT(report_refusal(std::string("NVR", 3)), HasSubstr("cut off in its first bytes"));
  EXPECT_THAT(report_refusal(std::string("\x01\x02\x03\x04\x05", 5)), HasSubstr("is no file that"));
  EXPECT_THAT(report_refusal(ReportWriter().add(kernel()).bytes().substr(10)),
              HasSubstr("without its file header"));
}

}  // namespace
}  // namespace ncu_regions
