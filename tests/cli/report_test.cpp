// ncu-regions report on files of ncu, and show --tree.
#include <fstream>
#include <set>

#include "tests/cli/cli_fixture.h"
#include "tests/support/real_ncu.h"
#include "tests/support/region_zoo.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;
using fixture::ZooCapture;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

constexpr char kTime[] = "gpu__time_duration.sum";
constexpr char kBytes[] = "dram__bytes_read.sum";
constexpr char kGpuInst[] = "smsp__inst_executed.sum";

ZooCapture with_sections(ZooCapture capture) {
  for (fixture::Result& result : capture.results) {
    result.sections = {{"SpeedOfLight", "GPU Speed Of Light", {{kTime, "Duration"}}},
                       {"MemoryWorkloadAnalysis", "Memory Workload", {{kBytes, "Bytes Read"}}}};
    result.rules = {{"Bottleneck", "Bottleneck", "SpeedOfLight", "too slow", 2, {}}};
  }
  return capture;
}

class ReportCli : public CliTest {
 protected:
  std::string file(const ZooCapture& capture, const std::string& name = "r.ncu-rep") {
    write_file(folder_ / name, capture.bytes());
    return name;
  }
  ProgramResult report(std::vector<std::string> args) {
    args.insert(args.begin(), "report");
    args.insert(args.end(), {"--out", "out"});
    return cli(args);
  }
  Json report_json() { return Json::parse(read_file(folder_ / "out/regions/report.json")); }
  std::string text(const std::string& name) { return read_file(folder_ / "out/regions" / name); }
  Json region(const std::string& path) {
    const Json report = report_json();
    for (const Json& entry : report.at("regions")) {
      if (entry.at("path") == path) return entry;
    }
    ADD_FAILURE() << "no region " << path;
    return {};
  }
  // Everything below regions/, by name.
  std::map<std::string, std::string> all_files() {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out/regions")) {
      if (!entry.is_regular_file()) continue;
      files[fs::relative(entry.path(), folder_ / "out").string()] = read_file(entry.path());
    }
    return files;
  }
  void expect_valid_json() {
    const ProgramResult valid = run_program({"/usr/bin/python3", NCU_REGIONS_TEST_VALIDATE,
                                             NCU_REGIONS_TEST_SCHEMAS, (folder_ / "out").string()});
    if (valid.exit_code == 77 && !is_required("jsonschema")) return;
    EXPECT_EQ(valid.exit_code, 0) << valid.out << valid.err;
    EXPECT_THAT(valid.out, HasSubstr("files are valid"));
  }
};

TEST_F(ReportCli, WritesOneFolderForEachRegion) {
  const ProgramResult done = report({file(with_sections(fixture::three_ranges()))});

  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("3 regions, 8 kernels, 1 in no region"),
                              HasSubstr("report: out/regions/report.md")));
  const std::string markdown = text("report.md");
  EXPECT_THAT(markdown, testing::StartsWith("# NCU Region Reports\n"));
  EXPECT_THAT(markdown, AllOf(HasSubstr("\n## Summary\n\n| Region | Total ms | Kernels |"),
                              Not(HasSubstr("## Selected"))));
  const Json a1 = region("A/A::A1");
  EXPECT_EQ(a1.at("name"), "A::A1");
  EXPECT_EQ(a1.at("parent"), "A");
  EXPECT_EQ(a1.at("depth"), 1);
  EXPECT_EQ(a1.at("process"), 7);
  EXPECT_EQ(a1.at("device"), "cuda:0");
  EXPECT_EQ(a1.at("total_ms"), 250e-6);
  EXPECT_EQ(a1.at("kernel_count"), 3);
  for (const auto& [kind, path] : a1.at("files").items()) {
    EXPECT_TRUE(fs::is_regular_file(folder_ / "out/regions" / path.get<std::string>())) << kind;
  }
  EXPECT_THAT(text(a1.at("files").at("sections")),
              AllOf(HasSubstr("GPU Speed Of Light [SpeedOfLight]"),
                    HasSubstr("WRN  Bottleneck: too slow"), HasSubstr("the longest of 2")));
  EXPECT_THAT(text("sections_report.txt"), HasSubstr("Region A/A::A1"));
  expect_valid_json();
}

// A sceptic adds up the column.
TEST_F(ReportCli, KernelRowsAddUpToTheTotal) {
  report({file(fixture::three_ranges())});
  std::istringstream csv(text(region("A").at("files").at("kernels")));
  std::string line;
  std::getline(csv, line);
  EXPECT_THAT(line, HasSubstr("\"gpu__time_duration.sum [ns]\""));
  double sum = 0;
  int rows = 0;
  while (std::getline(csv, line)) {
    std::size_t at = 0;
    for (int i = 0; i < 8; ++i) at = line.find(',', at) + 1;
    sum += std::stod(line.substr(at));
    ++rows;
  }
  EXPECT_EQ(rows, 5);
  EXPECT_EQ(sum, 380);
}

TEST_F(ReportCli, RebuildsEveryFileByteForByte) {
  for (const bool keep : {false, true}) {
    fs::remove_all(folder_ / "out");
    std::vector<std::string> args = {file(with_sections(fixture::three_ranges())), "--metrics",
                                     "dram__*", "--kernel-exclude", "regex:mem,?set"};
    if (keep) args.emplace_back("--keep");
    EXPECT_EQ(report(args).exit_code, 0);
    const auto before = all_files();
    if (keep) fs::remove(folder_ / "r.ncu-rep");
    for (const auto& [name, content] : before) write_file(folder_ / "out" / name, "damaged");
    const ProgramResult again = cli({"report", "out"});
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(all_files(), before);
    EXPECT_EQ(before.size(), 16u);
    EXPECT_EQ(fs::exists(folder_ / "out/captures/1-files/raw.csv"), keep);
  }
}

TEST_F(ReportCli, SelectedMetricsAreExactlyTheRenderedOnes) {
  const std::string name = file(fixture::three_ranges());
  for (const auto& [metrics, expected] :
       {std::pair<std::string, std::set<std::string>>{kBytes, {kBytes}},
        {std::string(kGpuInst) + "," + kBytes, {kBytes, kGpuInst}},
        {"smsp__*,nope__x.sum", {kGpuInst, "nope__x.sum"}}}) {
    EXPECT_EQ(report({name, "--metrics", metrics}).exit_code, 0);
    std::set<std::string> shown;
    const Json rendered = report_json();
    for (const Json& metric : rendered.at("metrics")) shown.insert(metric.at("name"));
    EXPECT_EQ(shown, expected);
    std::set<std::string> in_region;
    const Json a = region("A");
    for (const auto& [metric, value] : a.at("metrics").items()) in_region.insert(metric);
    in_region.erase(kTime);  // Total ms
    EXPECT_EQ(in_region, expected);
    EXPECT_THAT(text("report.md"), HasSubstr("## Selected Metrics"));
    for (const char* metric : {kBytes, kGpuInst}) {
      EXPECT_EQ(text("report.md").find(metric) != std::string::npos, expected.contains(metric));
      EXPECT_EQ(text(region("B").at("files").at("kernels")).find(metric) != std::string::npos,
                expected.contains(metric));
    }
  }
  EXPECT_THAT(text("report.md"), HasSubstr("| `nope__x.sum` |  | **not measured** |"));
  EXPECT_TRUE(region("A").at("metrics").at("nope__x.sum").at("inclusive").is_null());
}

TEST_F(ReportCli, SelectedSectionsAreExactlyTheRenderedOnes) {
  const std::string name = file(with_sections(fixture::three_ranges()));
  EXPECT_EQ(report({name, "--sections", "SpeedOfLight"}).exit_code, 0);
  EXPECT_THAT(text("report.md"),
              AllOf(HasSubstr("## Selected Sections"), HasSubstr("### SpeedOfLight"),
                    Not(HasSubstr("MemoryWorkload")), Not(HasSubstr(kBytes))));
  EXPECT_THAT(text("sections_report.txt"),
              AllOf(HasSubstr("Duration"), Not(HasSubstr("Bytes Read"))));
  const ProgramResult two = report({name, "--sections", "Memory*,Nope"});
  EXPECT_THAT(two.err, HasSubstr("section 'Nope' was not measured"));
  EXPECT_THAT(text("report.md"), AllOf(HasSubstr("### MemoryWorkloadAnalysis"),
                                       HasSubstr("Bytes Read"), Not(HasSubstr("### SpeedOfLight")),
                                       HasSubstr("| `Nope` | **not measured** |")));
  EXPECT_THAT(text("sections_report.txt"), Not(HasSubstr("Duration")));
  expect_valid_json();
}

TEST_F(ReportCli, PatternsHideKernelsAndSayHowMany) {
  const ProgramResult done =
      report({file(fixture::three_ranges()), "--kernel-include", "regex:^gemm", "--kernel-include",
              "relu", "--kernel-exclude", "relu", "--kernel-exclude", "typo"});
  EXPECT_EQ(done.exit_code, 0);
  EXPECT_EQ(region("A").at("kernel_count"), 3);
  EXPECT_EQ(region("A").at("total_ms"), 330e-6);
  EXPECT_EQ(region("A").at("unfiltered").at("kernel_count"), 5);
  EXPECT_THAT(text("report.md"),
              AllOf(HasSubstr("All kernels"), Not(HasSubstr("`relu(float \\*)`"))));
  EXPECT_THAT(done.err, HasSubstr("exclude pattern 'typo' matched no kernel"));
  const ProgramResult bad = report({file(fixture::three_ranges()), "--kernel-include", "regex:("});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, HasSubstr("missing )"));
  expect_valid_json();
}

TEST_F(ReportCli, NoRegionsIsSaidAndIsNoPassWhereTheyWereDeclared) {
  ZooCapture plain{"plain", {fixture::Result()}, {}};
  const std::string name = file(plain);
  EXPECT_EQ(report({name}).exit_code, 0);
  EXPECT_THAT(text("report.md"),
              AllOf(HasSubstr("no regions, 1 kernel"), HasSubstr("Was ncu run with")));
  const ProgramResult declared = report({name, "--region", "A"});
  EXPECT_EQ(declared.exit_code, 3);
  EXPECT_THAT(declared.out, HasSubstr("1 declared region NOT MEASURED"));
  EXPECT_THAT(text("report.md"), HasSubstr("| `A` | **not measured** | 0 |"));
  expect_valid_json();
  EXPECT_EQ(cli({"report", "out"}).exit_code, 3);
}

TEST_F(ReportCli, FilesOfSeveralRanksMerge) {
  std::vector<std::string> names;
  for (int rank = 0; rank < 12; ++rank) {
    ZooCapture capture = fixture::three_ranges();
    for (fixture::Result& result : capture.results) {
      if (rank == 10) result.metrics[0].value = std::get<double>(result.metrics[0].value) * 3;
    }
    names.push_back(file(capture, "run." + std::to_string(rank) + ".ncu-rep"));
  }
  names.insert(names.end(), {"--metrics", kBytes});
  const ProgramResult done = report(names);
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.err, AllOf(HasSubstr("one slow scope: 'A'"), HasSubstr("rank 10")));
  const Json a = region("A");
  EXPECT_EQ(a.at("scopes").size(), 12u);
  EXPECT_EQ(a.at("scopes").at(10).at("scope"), "rank 10 (7/cuda:0)");
  EXPECT_EQ(a.at("total_ms"), 3 * 380e-6);
  EXPECT_EQ(a.at("metrics").at(kBytes).at("inclusive"), 12 * 64 * 380);
  EXPECT_TRUE(a.at("process").is_null());
  EXPECT_THAT(text("report.md"),
              AllOf(HasSubstr("## Scopes"), HasSubstr("## Aggregate"), HasSubstr("slowest scope")));
  names.emplace_back("--no-aggregate");
  EXPECT_EQ(report(names).exit_code, 0);
  EXPECT_TRUE(region("A").at("metrics").is_null());
  EXPECT_EQ(region("A").at("scopes").size(), 12u);
  EXPECT_THAT(text("report.md"), Not(HasSubstr("## Aggregate")));
  expect_valid_json();
}

TEST_F(ReportCli, HostileLabelsStayInsideAndText) {
  for (const ZooCapture& capture : fixture::region_zoo()) {
    if (capture.name != "labels") continue;
    EXPECT_EQ(report({file(capture)}).exit_code, 0);
  }
  std::set<std::string> folders;
  for (const auto& entry : fs::directory_iterator(folder_ / "out/regions")) {
    if (entry.is_directory()) folders.insert(entry.path().filename().string());
  }
  EXPECT_EQ(folders.size(), report_json().at("regions").size());
  EXPECT_EQ(folder_.entries(), 2u);  // the report and out/
  EXPECT_THAT(text("report.md"), AllOf(Not(HasSubstr("\n# ")), Not(HasSubstr("line\nbreak"))));
  expect_valid_json();
}

TEST_F(ReportCli, CsvPagesAreReportsToo) {
  EXPECT_EQ(report({file(fixture::three_ranges()), "--keep"}).exit_code, 0);
  fs::rename(folder_ / "out/captures/1-files/raw.csv", folder_ / "raw.csv");
  fs::remove_all(folder_ / "out");
  const ProgramResult done = report({"raw.csv"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_EQ(region("A").at("total_ms"), 380e-6);
  EXPECT_TRUE(region("A").at("files").at("sections").is_null());
}

TEST_F(ReportCli, WrongCallsGetTheirMessage) {
  const std::string name = file(fixture::three_ranges());
  EXPECT_THAT(cli({"report"}).err, HasSubstr("report needs a run folder or files of ncu"));
  EXPECT_EQ(report({name, name}).exit_code, 2);
  EXPECT_THAT(report({name, name}).err, HasSubstr("named twice"));
  EXPECT_EQ(cli({"report", "nowhere"}).exit_code, 3);
  EXPECT_THAT(cli({"report", "nowhere"}).err, HasSubstr("no such file or folder"));
  write_file(folder_ / "note.txt", "mine");
  fs::create_directory(folder_ / "mine");
  write_file(folder_ / "mine/file", "mine");
  const ProgramResult in_the_way = cli({"report", name, "--out", "mine"});
  EXPECT_EQ(in_the_way.exit_code, 2);
  EXPECT_THAT(in_the_way.err, HasSubstr("is in the way"));
  EXPECT_EQ(cli({"report", "note.txt"}).exit_code, 3);
  EXPECT_FALSE(fs::exists(folder_ / "note.regions"));
  EXPECT_EQ(report({name, "--kernel-name-base", "x"}).exit_code, 2);
}

TEST_F(ReportCli, KeptFilesAreNeverLost) {
  EXPECT_EQ(report({file(fixture::three_ranges()), "--keep"}).exit_code, 0);
  fs::remove(folder_ / "r.ncu-rep");
  const std::string kept = "out/captures/1-files/r.ncu-rep";
  EXPECT_EQ(report({kept, "--keep"}).exit_code, 0);
  EXPECT_EQ(cli({"report", "out"}).exit_code, 0);
  // A file with the name of our own page.
  fs::rename(folder_ / "out/captures/1-files/raw.csv", folder_ / "raw.csv");
  EXPECT_EQ(report({"raw.csv", "--keep"}).exit_code, 0);
  EXPECT_EQ(cli({"report", "out"}).exit_code, 0);
  EXPECT_EQ(region("A").at("kernel_count"), 5);
  // What somebody put beside the reports stays.
  fs::create_directory(folder_ / "out/regions/mine");
  write_file(folder_ / "out/regions/mine/report.json", "{}");
  EXPECT_EQ(cli({"report", "out"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "out/regions/mine/report.json"));
  write_file(folder_ / "b\xff.ncu-rep", fixture::three_ranges().bytes());
  EXPECT_EQ(cli({"report", "b\xff.ncu-rep", "--out", "new"}).exit_code, 2);
  EXPECT_FALSE(fs::exists(folder_ / "new"));
}

TEST_F(ReportCli, RunsOfTheHostProfilerHaveTheSameFolders) {
  check({"empty"}, {"empty", "inner"}, {"metrics=[region__instances]"});
  fs::rename(run(), folder_ / "out");
  const auto before = all_files();
  EXPECT_EQ(before.size(), 3u + 3u * report_json().at("regions").size());
  EXPECT_TRUE(fs::exists(folder_ / "out/captures/1-host-time/raw.csv"));
  expect_valid_json();
  for (const auto& [name, content] : before) write_file(folder_ / "out" / name, "damaged");
  EXPECT_EQ(cli({"report", "out"}).exit_code, 0);
  EXPECT_EQ(all_files(), before);
}

TEST_F(ReportCli, AThousandRegionsStayUsable) {
  ZooCapture capture{"many", {}, {}};
  for (int i = 0; i < 1'200; ++i) {
    fixture::Result result;
    result.metrics = {{kTime, 1.0 + i, {}}};
    result.nvtx = fixture::nvtx_stack({"region" + std::to_string(i)});
    capture.results.push_back(result);
  }
  EXPECT_EQ(report({file(capture)}).exit_code, 0);
  EXPECT_EQ(report_json().at("regions").size(), 1'200u);
  EXPECT_THAT(text("report.md"),
              AllOf(HasSubstr("1,200 regions: the 500 that took longest are shown"),
                    HasSubstr("`region1199`"), Not(HasSubstr("`region5`"))));
  EXPECT_LT(text("report.md").size(), 400'000u);
}

TEST_F(ReportCli, TreeForATerminalHasBarsAndNoColoursInAPipe) {
  const ProgramResult tree = cli({"show", "--tree", file(fixture::three_ranges())});
  EXPECT_EQ(tree.exit_code, 0) << tree.err;
  EXPECT_THAT(tree.out,
              AllOf(HasSubstr("3 regions, 8 kernels"), HasSubstr("\n  A::A1"), HasSubstr("█"),
                    HasSubstr("78.8 %"), HasSubstr("(outside)"), Not(HasSubstr("\x1b"))));
  report({"r.ncu-rep"});
  EXPECT_THAT(cli({"show", "out"}).out, HasSubstr("78.8 %"));
  EXPECT_EQ(cli({"show", "--tree", "--info", "r.ncu-rep"}).exit_code, 2);
}

TEST_F(ReportCli, RealReportsOfTheCorpus) {
  const fs::path corpus = corpus_folder() / "rep";
  NCU_REGIONS_SKIP_WITHOUT("corpus", fs::exists(corpus), corpus.string() + " is not there");
  for (const fs::path& path : corpus_reports()) {
    fs::remove_all(folder_ / "out");
    const ProgramResult done = report({path.string(), "--metrics", "*"});
    EXPECT_EQ(done.exit_code, 0) << path << done.err;
    EXPECT_THAT(text("report.md"), Not(HasSubstr("**NO**"))) << path;
    expect_valid_json();
  }
}

}  // namespace
}  // namespace ncu_regions
