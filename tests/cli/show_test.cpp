// ncu-regions show with reports: formats, choices, several files, files that nobody should trust.
#include "tests/cli/cli_fixture.h"
#include "tests/support/csv_cells.h"
#include "tests/support/mutations.h"
#include "tests/support/real_ncu.h"
#include "tests/support/report_fixtures.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::ElementsAre;
using testing::Eq;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

std::string fixture_bytes(const std::string& name) {
  for (const fixture::Fixture& fixture : fixture::all_fixtures()) {
    if (fixture.name == name) return fixture.bytes();
  }
  ADD_FAILURE() << "no fixture " << name;
  return "";
}

class ShowCli : public CliTest {
 protected:
  std::string file(const std::string& name, const std::string& bytes) {
    write_file(folder_ / name, bytes);
    return (folder_ / name).string();
  }
  std::string fixture(const std::string& name) {
    return file(name + ".ncu-rep", fixture_bytes(name));
  }
};

TEST_F(ShowCli, PrintsResultsBelowTheirRegions) {
  const ProgramResult shown = cli({"show", fixture("nested")});

  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("5 results, ncu 2024.2.0.0, device 0 (CC 8.6)"),
                               HasSubstr("\n  step::load"), HasSubstr("(outside)"),
                               HasSubstr("[1] gpu__time_duration.sum")));
}

TEST_F(ShowCli, JsonHasEverythingThatIdentifiesAResult) {
  const ProgramResult shown = cli({"show", "--format", "json", fixture("domains_and_threads")});
  const Json result = Json::parse(shown.out).at("results").at(0);

  EXPECT_EQ(result.at("id"), 0);
  EXPECT_EQ(result.at("kind"), "kernel");
  EXPECT_EQ(result.at("name"), "a(float *)");
  EXPECT_EQ(result.at("mangled"), "_Z1aPf");
  EXPECT_EQ(result.at("function"), "a");
  EXPECT_EQ(result.at("grid"), Json({4, 1, 1}));
  EXPECT_EQ(result.at("process"), 7);
  EXPECT_EQ(result.at("thread"), 7);
  EXPECT_EQ(result.at("metrics").at("gpu__time_duration.sum"), 10);
  EXPECT_EQ(result.at("nvtx").at("push_pop").at(1).at("domain"), "libA");
  EXPECT_EQ(result.at("nvtx").at("push_pop").at(1).at("labels"), Json({"y", "z"}));
  EXPECT_EQ(result.at("nvtx").at("start_end").at(0).at("labels"), Json({"everywhere"}));
  EXPECT_EQ(result.at("nvtx").at("other_threads").at(0).at("thread"), 8);
}

TEST_F(ShowCli, JsonKeepsNumbersExact) {
  const ProgramResult shown = cli({"show", "--format", "json", fixture("values")});
  const Json metrics = Json::parse(shown.out).at("results").at(0).at("metrics");

  EXPECT_EQ(metrics.at("sm__cycles_elapsed.max").get<std::uint64_t>(), 18446744073709551615u);
  EXPECT_EQ(metrics.at("gpu__time_duration.sum"), 145120.5);
  EXPECT_EQ(metrics.at("dram__bytes_read.sum").get<double>(), 5e-324);
  EXPECT_TRUE(metrics.at("smsp__inst_executed.sum").is_null());
  EXPECT_TRUE(metrics.at("lts__t_sectors.sum").is_null());
  EXPECT_TRUE(metrics.at("nvlink__ports").is_null());
  EXPECT_THAT(shown.out, HasSubstr("\"sm__inst_executed.sum\":0.1,"));
  EXPECT_THAT(shown.out, Not(HasSubstr("hidden")));
}

TEST_F(ShowCli, SeveralFilesAreALineOfJsonEach) {
  const ProgramResult shown =
      cli({"show", "--format", "json", fixture("nested"), fixture("ranges")});
  std::istringstream lines(shown.out);
  std::vector<std::size_t> results;
  for (std::string line; std::getline(lines, line);) {
    results.push_back(Json::parse(line).at("results").size());
  }
  EXPECT_THAT(results, ElementsAre(5, 3));
}

TEST_F(ShowCli, CsvIsEscapedAndReadsBackAsTheSamePage) {
  const std::string first = cli({"show", "--format", "csv", fixture("hostile_names")}).out;
  const std::vector<CsvRow> rows = csv_rows(first);
  ASSERT_EQ(rows.size(), 5u);
  for (const CsvRow& row : rows) EXPECT_EQ(row.size(), rows[0].size());

  EXPECT_EQ(cli({"show", "--format", "csv", file("page.csv", first)}).out, first);
}

TEST_F(ShowCli, MetricsAreChosenByNameAndPatternAndMissingOnesAreNotMeasured) {
  const ProgramResult shown =
      cli({"show", "--metrics", "dram__*,gpu__time_dration.sum", fixture("nested")});

  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_THAT(shown.out, AllOf(HasSubstr("[1] dram__bytes_read.sum\n[2] gpu__time_dration.sum"),
                               HasSubstr(" -\n")));
  EXPECT_THAT(shown.err, HasSubstr("has no metric 'gpu__time_dration.sum' (did you mean "
                                   "'gpu__time_duration.sum'?)"));
}

TEST_F(ShowCli, InfoNvtxAndRulesTellTheRest) {
  EXPECT_THAT(cli({"show", "--info", fixture("ranges")}).out,
              AllOf(HasSubstr("3 ranges"), HasSubstr("2024.2.0.0 (synthetic)"),
                    HasSubstr("ncu --nvtx synthetic")));
  EXPECT_THAT(cli({"show", "--nvtx", fixture("payloads")}).out,
              AllOf(HasSubstr("u64 (payload Uint64 18446744073709551615)"),
                    HasSubstr("i32 (payload Int32 -7)")));
  EXPECT_THAT(cli({"show", "--rules", fixture("sections_and_rules")}).out,
              AllOf(HasSubstr("WRN  SOLBottleneck: It is slow."),
                    HasSubstr("OPT  Occupancy (estimated speedup 12.5 %, global): Could be")));
}

TEST_F(ShowCli, WhatIsMissingIsSaidInEveryFormat) {
  for (const char* format : {"table", "md", "json", "csv"}) {
    const ProgramResult shown = cli({"show", "--format", format, "--metrics",
                                     "gpu__time_duration, nothing", fixture("nested")});
    EXPECT_EQ(shown.exit_code, 0);
    EXPECT_THAT(shown.err, AllOf(HasSubstr("has no metric 'nothing'"),
                                 HasSubstr("(did you mean 'gpu__time_duration.sum'?)")))
        << format;
  }
  fixture::Result failed;
  for (std::uint64_t& size : failed.grid) size = 0;
  const std::string report = file("failed.ncu-rep", fixture::ReportWriter().add(failed).bytes());
  EXPECT_THAT(cli({"show", report}).err, HasSubstr("1 of its kernels could not be profiled"));
}

TEST_F(ShowCli, ReadsFromAPipe) {
  const std::string command =
      "cat '" + fixture("nested") + "' | '" NCU_REGIONS_TEST_CLI "' show --format json /dev/stdin";
  const ProgramResult shown = run_program({"/bin/sh", "-c", command});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_EQ(Json::parse(shown.out).at("results").size(), 5u);
}

TEST_F(ShowCli, AnOutputThatCannotBeWrittenIsNoSuccess) {
  for (const std::string format : {"table", "json"}) {
    const std::string command = "'" NCU_REGIONS_TEST_CLI "' show --format " + format + " '" +
                                fixture("nested") + "' > /dev/full";
    const ProgramResult shown = run_program({"/bin/sh", "-c", command});
    EXPECT_EQ(shown.exit_code, 2);
    EXPECT_THAT(shown.err, HasSubstr("cannot write to standard output"));
  }
}

TEST_F(ShowCli, ManyMetricsAreListedOnePerLine) {
  const ProgramResult shown = cli({"show", "--metrics", "*", fixture("values")});
  EXPECT_THAT(shown.out, HasSubstr("\n    gpu__time_duration.sum                      145.1 us\n"));
}

TEST_F(ShowCli, WrongCallsAreExit2) {
  EXPECT_EQ(cli({"show", "--", fixture("nested")}).exit_code, 0);
  EXPECT_THAT(cli({"show"}).err, HasSubstr("show needs a file"));
  EXPECT_EQ(cli({"show"}).exit_code, 2);
  EXPECT_EQ(cli({"show", "--format", "xml", "x"}).exit_code, 2);
  EXPECT_THAT(cli({"show", "--no-such"}).err, HasSubstr("--no-such"));
  EXPECT_THAT(cli({"show", "--metrics", " ,", "x"}).err, HasSubstr("names no metric"));
  const ProgramResult both = cli({"show", "--rules", "--format", "csv", fixture("nested")});
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.err, HasSubstr("--format csv has no place for them"));
  const ProgramResult host = cli({"show", "--format", "csv", folder_.path().string()});
  EXPECT_EQ(host.exit_code, 2);
  EXPECT_THAT(host.err, HasSubstr("is a measurement of the host profiler"));
}

TEST_F(ShowCli, AFileThatCannotBeReadDoesNotHideTheOthers) {
  const ProgramResult shown = cli({"show", file("x.ncu-rep", "x"), fixture("nested"), "missing"});

  EXPECT_EQ(shown.exit_code, 3);
  EXPECT_THAT(shown.out, HasSubstr("step::load"));
  EXPECT_THAT(shown.err, AllOf(HasSubstr("holds no table"), HasSubstr("cannot read missing")));
}

TEST_F(ShowCli, AReportWithoutResultsIsExit3) {
  const ProgramResult shown = cli({"show", file("e.ncu-rep", fixture::ReportWriter().bytes())});
  EXPECT_EQ(shown.exit_code, 3);
  EXPECT_THAT(shown.err, HasSubstr("a report without any result: nothing was measured"));
}

TEST_F(ShowCli, HostileNamesStayText) {
  const std::string report = fixture("hostile_names");
  EXPECT_THAT(cli({"show", "--format", "md", report}).out, Not(HasSubstr("| <script>")));
  fixture::Result result;
  result.demangled = "<CTestMeasurementFile type=\"text/plain\">/etc/passwd\x1b[31m\xff";
  result.metrics = {{"gpu__time_duration.sum", 1.0, {}}};
  const std::string hostile = file("h.ncu-rep", fixture::ReportWriter().add(result).bytes());
  for (const char* format : {"table", "md", "json"}) {
    const std::string out = cli({"show", "--format", format, hostile}).out;
    EXPECT_THAT(out, AllOf(Not(HasSubstr("<CTestMeasurementFile")), Not(HasSubstr("\x1b")),
                           Not(HasSubstr("\xff"))))
        << format;
  }
}

TEST_F(ShowCli, ADeepStackIsShownInSpaceThatGrowsWithIt) {
  fixture::Result deep;
  deep.nvtx = fixture::nvtx_stack(std::vector<std::string>(2'000, "deep"));
  deep.metrics = {{"gpu__time_duration.sum", 1.0, {}}};
  const ProgramResult shown =
      cli({"show", file("deep.ncu-rep", fixture::ReportWriter().add(deep).bytes())});
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_LT(shown.out.size(), 1'000'000u);
}

TEST_F(ShowCli, RangesOfOtherTablesAreLabelsOfNoThread) {
  const std::string table = file("t.csv", "Range,Calls\nA::A1,3\n");
  const Json result = Json::parse(cli({"show", "--format", "json", table}).out).at("results").at(0);
  EXPECT_EQ(result.at("nvtx").at("push_pop").at(0).at("labels"), Json({"A::A1"}));
  EXPECT_TRUE(result.at("nvtx").at("push_pop").at(0).at("thread").is_null());
  EXPECT_TRUE(result.at("nvtx").at("other_threads").empty());
}

TEST_F(ShowCli, ANewerFormatIsReadThroughNcuWhenThereIsOne) {
  fixture::Result result;
  result.metrics = {{"gpu__time_duration.sum", 1234.5, {}}};
  result.further.raw("\xab\x06\xac\x06");  // a group, which we do not read
  fixture::ReportWriter writer;
  writer.version = 8;
  const std::string report = file("new.ncu-rep", writer.add(result).bytes());

  const ProgramResult alone = cli({"show", report}, {{}, {{"PATH", "/nonexistent"}}});
  EXPECT_EQ(alone.exit_code, 3);
  EXPECT_THAT(alone.err, HasSubstr("an installed ncu could read it, but there is none on PATH"));

  NCU_REGIONS_SKIP_WITHOUT("ncu", !installed_ncus().empty(), "ci/test puts it into build/deps/ncu");
  const std::string ncu = installed_ncus().back().program.string();
  const ProgramResult shown =
      cli({"show", "--format", "json", report}, {{}, {{"NCU_REGIONS_NCU", ncu}}});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.err, HasSubstr("whose values have two decimals"));
  const Json json = Json::parse(shown.out);
  EXPECT_EQ(json.at("exact"), false);
  EXPECT_EQ(json.at("file"), report);
  EXPECT_EQ(json.at("results").at(0).at("metrics").at("gpu__time_duration.sum"), 1234.5);
}

// Each ends in results that are JSON, or in one message and exit code 3.
class BadReports : public ShowCli {
 protected:
  int show(const std::string& what, const std::string& bytes) {
    const ProgramResult shown = cli({"show", "--format", "json", file("bad", bytes)});
    EXPECT_THAT(shown.exit_code, AnyOf(Eq(0), Eq(3))) << what << ": " << shown.err;
    if (shown.exit_code == 3) {
      EXPECT_THAT(shown.err, testing::StartsWith("ncu-regions: ")) << what;
      EXPECT_EQ(shown.out, "") << what;
    } else {
      EXPECT_TRUE(Json::accept(shown.out)) << what;
    }
    return shown.exit_code;
  }
};

TEST_F(BadReports, CutAtEveryPercent) {
  std::string whole = fixture_bytes("domains_and_threads") + fixture_bytes("values").substr(10);
  const std::filesystem::path real =
      corpus_folder() / "rep/josiahls__cuda_learning_mojo__profile.ncu-rep";
  if (std::filesystem::exists(real)) whole = read_file(real);
  int refused = 0;
  for (std::size_t percent = 0; percent < 100; ++percent) {
    refused += show("cut at " + std::to_string(percent),
                    whole.substr(0, whole.size() * percent / 100)) == 3;
  }
  EXPECT_GT(refused, 90);
  EXPECT_EQ(show("whole", whole), 0);
}

TEST_F(BadReports, WithBitsFlipped) {
  Mutations mutations(7);
  for (const char* name : {"payloads", "values", "processes", "ranges"}) {
    const std::string bytes = fixture_bytes(name);
    for (int i = 0; i < 40; ++i) show(name, mutations.of(bytes));
  }
}

TEST_F(BadReports, WithLengthsOfFourGigabytesAtEveryPlace) {
  const std::string bytes = fixture_bytes("ranges");
  for (std::size_t at = 4; at + 4 <= bytes.size(); at += 5) {
    std::string lying = bytes;
    lying.replace(at, 4, "\xff\xff\xff\xff");
    show("at " + std::to_string(at), lying);
  }
}

TEST_F(BadReports, OfManyKinds) {
  std::string blocks = fixture::ReportWriter().bytes();
  EXPECT_EQ(show("a million empty blocks", blocks.append(4'000'000, '\0')), 3);
  fixture::Result deep;
  deep.nvtx = fixture::nvtx_stack(std::vector<std::string>(50'000, "deep"));
  EXPECT_EQ(show("deep nesting", fixture::ReportWriter().add(deep).bytes()), 3);
  deep.nvtx = fixture::nvtx_stack(std::vector<std::string>(2'000, "deep"));
  EXPECT_EQ(show("deep, but not too deep", fixture::ReportWriter().add(deep).bytes()), 0);
  fixture::Message nested;
  for (int i = 0; i < 5'000; ++i) nested = fixture::Message().message(3, nested);
  fixture::ReportWriter session;
  session.add_block(fixture::Message().message(3, nested));
  EXPECT_EQ(show("messages in messages", session.bytes()), 3);
  fixture::Result odd;
  for (const double value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity(), 1.7e308, 5e-324}) {
    odd.metrics.push_back({"m" + std::to_string(odd.metrics.size()),
                           value,
                           {{value, value}, {std::string("\xff\xfe"), value}}});
  }
  EXPECT_EQ(show("NaN and infinities", fixture::ReportWriter().add(odd).bytes()), 0);
  EXPECT_EQ(show("hostile names", fixture_bytes("hostile_names")), 0);
  EXPECT_EQ(show("text", "hello\n"), 3);
  EXPECT_EQ(show("nothing", ""), 3);
  EXPECT_EQ(show("zeros", std::string(100'000, '\0')), 3);
  EXPECT_EQ(show("quotes", std::string(100'000, '"')), 3);
  show("header and quotes",
       "\"ID\",\"Process ID\",\"m\"\n\"0\",\"1\"," + std::string(100'001, '"'));
  EXPECT_EQ(show("colons", "\"ID\",\"Process ID\",\"x Push/Pop_Range\"\n\"0\",\"1\",\"1  \"\"" +
                               std::string(1'000'000, ':') + "\"\" \"\n"),
            0);
  EXPECT_EQ(show("a pointer of Git LFS", "version https://git-lfs.github.com/spec/v1\n"), 3);
}

}  // namespace
}  // namespace ncu_regions
