// compare and show of files of Google Benchmark.
#include "tests/cli/benchmark_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST_F(BenchmarkFilesTest, ExactlyTheSlowedOnesRegress) {
  write_times("old.json", 1, {});
  write_times("new.json", 2, {"work/2", "work/5", "work/8"});

  const ProgramResult result = cli({"compare", "old.json", "new.json", "--out", "v.json"});

  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(with_word("v.json", "regressed"), ElementsAre("work/2", "work/5", "work/8"));
  EXPECT_EQ(with_word("v.json", "pass").size(), 7u);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("new: 3 regressed, 7 pass of 10 gates, against old.json"),
                    HasSubstr("regressed  work/2  benchmark__cpu_time: +1"),
                    HasSubstr("against the first run, allowed +"),
                    HasSubstr("(5 %, conf/metrics.yaml); 20 new v 20 old captures; 20 of 20 lie "
                              "beyond all of the first run; p 7.3e-12 at level 0.0010 (10 tests)"),
                    Not(HasSubstr("work/3"))));
}

TEST_F(BenchmarkFilesTest, UnchangedTimesPass) {
  write_times("old.json", 1, {});
  write_times("new.json", 2, {});

  const ProgramResult result = cli({"compare", "old.json", "new.json", "--all"});

  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("new: all 10 gates passed, against old.json"),
                                HasSubstr("pass  work/9  benchmark__cpu_time: ")));
}

TEST_F(BenchmarkFilesTest, APageShowsBothFiles) {
  write_times("old.json", 1, {});
  write_times("new.json", 2, {"work/2"});

  const ProgramResult result = cli({"compare", "old.json", "new.json", "--html", "diff.html"});

  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("page: diff.html"));
  const std::string page = read_file(folder_ / "diff.html");
  EXPECT_THAT(page, AllOf(HasSubstr("1 regressed, 9 pass of 10 gates"), HasSubstr("id=old"),
                          HasSubstr("<strong>Google Benchmark</strong>'s own times, read from "
                                    "new.json: not measured by ncu-regions, and not on a GPU."),
                          HasSubstr("Compared with <code>old.json</code>"),
                          HasSubstr("old 20 captures"), Not(HasSubstr("accept --run"))));
  EXPECT_EQ(cli({"show", "--html", "new.json"}).exit_code, 0);
  EXPECT_THAT(read_file(folder_ / "new.html"), Not(HasSubstr("id=old")));
}

TEST_F(BenchmarkFilesTest, OneRepetitionProvesNothingAndSaysHowManyCould) {
  write_times("old.json", 1, {}, 1);
  write_times("new.json", 2, {"work/4"}, 1);

  const ProgramResult result = cli({"compare", "old.json", "new.json"});

  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("1 new v 1 old capture cannot prove a regression among 10 tests; "
                        "7 v 7 could"));
  EXPECT_EQ(cli({"compare", "old.json", "new.json", "--fail-on", "suspect"}).exit_code, 3);
}

TEST_F(BenchmarkFilesTest, BudgetsAndLimitsAreThoseOfRegions) {
  write_times("old.json", 1, {});
  write_times("new.json", 2, {"work/2"});

  const ProgramResult wide =
      cli({"compare", "old.json", "new.json", "--budget", "benchmark__*(work/2)=15%"});
  EXPECT_EQ(wide.exit_code, 0) << wide.out << wide.err;
  const ProgramResult real =
      cli({"compare", "old.json", "new.json", "--budget", "benchmark__real_time=5%"});
  EXPECT_THAT(real.out, HasSubstr("regressed  work/2  benchmark__real_time: "));
  const ProgramResult limit =
      cli({"compare", "old.json", "new.json", "--limit", "benchmark__steps(work/9)<=9"});
  EXPECT_EQ(limit.exit_code, 1);
  EXPECT_THAT(limit.out, HasSubstr("over_limit  work/9  benchmark__steps: 10, at most 9 (limit, "
                                   "--limit): broken in 20 of 20 captures"));
  const ProgramResult unused =
      cli({"compare", "old.json", "new.json", "--budget", "benchmark__nothing=5%"});
  EXPECT_EQ(unused.exit_code, 2);
  EXPECT_THAT(unused.err, HasSubstr("'benchmark__nothing(*)' matches nothing"));
}

TEST_F(BenchmarkFilesTest, WhatWasLostIsNotMeasuredAndWhatIsNewHasNoBaseline) {
  write_times("old.json", 1, {});
  write_times("new.json", 2, {});
  nlohmann::json json = parsed("new.json");
  for (nlohmann::json& row : json.at("benchmarks")) {
    if (row.at("run_name") == "work/9") row["run_name"] = "work/other";
  }
  write_file(folder_ / "new.json", json.dump());

  const ProgramResult result = cli({"compare", "old.json", "new.json"});

  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(
      result.out,
      AllOf(HasSubstr("not_measured  work/9  benchmark__cpu_time: only the first run has it: "
                      "it was lost"),
            HasSubstr("no_baseline  work/other  benchmark__cpu_time: new here")));
}

TEST_F(BenchmarkFilesTest, AFailedBenchmarkIsNotMeasured) {
  measure("b.json", "^fails|^work/1$", 3);

  write_file(folder_ / "a.json", read_file(folder_ / "b.json"));
  const ProgramResult result = cli({"compare", "a.json", "b.json"});

  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(
      result.out,
      HasSubstr("not_measured  fails  benchmark__cpu_time: the second run has no value of it: "
                "the benchmark did not run: no \"input\" | <b>here</b>"));
}

TEST_F(BenchmarkFilesTest, AFileComparedWithItselfIsNoComparison) {
  write_times("old.json", 1, {});

  const ProgramResult result = cli({"compare", "old.json", "./old.json"});

  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("is both sides: compared with itself it would always pass"));
}

TEST_F(BenchmarkFilesTest, ARowWithoutIterationsIsNotMeasured) {
  write_times("old.json", 1, {});
  write_times("new.json", 2, {});
  nlohmann::json json = parsed("new.json");
  for (nlohmann::json& row : json.at("benchmarks")) {
    if (row.at("run_name") == "work/9") row["iterations"] = 0;
  }
  write_file(folder_ / "new.json", json.dump());

  const ProgramResult result = cli({"compare", "old.json", "new.json"});

  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.out, HasSubstr("it ran no iteration"));
}

TEST_F(BenchmarkFilesTest, FilesOfTwoProgramsAreNoRepetitions) {
  std::filesystem::create_directory(folder_ / "both");
  write_times("both/1.json", 1, {});
  write_times("both/2.json", 2, {});
  nlohmann::json json = parsed("both/2.json");
  json.at("context")["executable"] = "./another";
  write_file(folder_ / "both/2.json", json.dump());

  const ProgramResult result = cli({"show", "both"});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("executable: "));
}

TEST_F(BenchmarkFilesTest, RepetitionsMayDifferInNumber) {
  write_times("old.json", 1, {});
  write_times("new.json", 2, {"work/2"});
  nlohmann::json json = parsed("new.json");
  nlohmann::json rows;
  for (const nlohmann::json& row : json.at("benchmarks")) {
    const bool is_short = row.at("run_name") == "work/2" || row.at("run_name") == "work/3";
    if (!is_short || row.value("repetition_index", 0) < 8) rows.push_back(row);
  }
  json["benchmarks"] = rows;
  write_file(folder_ / "new.json", json.dump());

  const ProgramResult result = cli({"compare", "old.json", "new.json", "--all"});

  EXPECT_EQ(result.exit_code, 1) << result.out;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("8 new v 20 old captures; 8 of 8 lie beyond"),
                    HasSubstr("pass  work/3"), Not(HasSubstr("captures have no value"))));
}

TEST_F(BenchmarkFilesTest, AFolderOfFilesIsOneSide) {
  for (const char* side : {"old", "new"}) {
    make_folder(folder_ / side);
    for (int i = 0; i < 4; ++i) {
      const std::string file = std::string(side) + "/" + std::to_string(i) + ".json";
      write_times(file, static_cast<unsigned>(i) + (*side == 'n' ? 20 : 10),
                  *side == 'n' ? std::set<std::string>{"work/7"} : std::set<std::string>{}, 5);
    }
  }
  const ProgramResult result = cli({"compare", "old", "new", "--out", "v.json"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(with_word("v.json", "regressed"), ElementsAre("work/7"));
  EXPECT_THAT(result.out, HasSubstr("20 new v 20 old captures"));
}

TEST_F(BenchmarkFilesTest, OtherMachinesAreIncomparableAndOtherVersionsANote) {
  write_times("old.json", 1, {});
  nlohmann::json json = parsed("old.json");
  json["context"]["library_version"] = "v1.9.1";
  json["context"]["cpu_scaling_enabled"] = true;
  json["context"]["host_name"] = "elsewhere";
  write_file(folder_ / "noted.json", json.dump());
  json["context"]["num_cpus"] = 4096;
  write_file(folder_ / "other.json", json.dump());

  const ProgramResult noted = cli({"compare", "old.json", "noted.json"});
  EXPECT_EQ(noted.exit_code, 0) << noted.out;
  EXPECT_THAT(noted.out,
              AllOf(HasSubstr("note: the first run was measured with other library_version: '(not "
                              "recorded)', the second with 'v1.9.1'"),
                    HasSubstr("note: the second file: the clocks of the CPU were not fixed"),
                    Not(HasSubstr("elsewhere"))));
  const ProgramResult other = cli({"compare", "old.json", "other.json"});
  EXPECT_EQ(other.exit_code, 4) << other.out;
  EXPECT_THAT(other.out, HasSubstr("incomparable  work/0  benchmark__cpu_time: the baseline was "
                                   "measured under other conditions: num_cpus: "));
}

TEST_F(BenchmarkFilesTest, EverySortOfBenchmarkIsShown) {
  measure("all.json", ".", 3, {"memory"});

  const ProgramResult result = cli({"show", "all.json"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("all.json: 19 benchmarks of Google Benchmark, not a GPU"),
                    HasSubstr("by_hand/iterations:3/manual_time"), HasSubstr("  250 ms  "),
                    HasSubstr("shared/real_time/threads:2"), HasSubstr("grows/64 "),
                    HasSubstr("not measured: fails: the benchmark did not run: no \"input\""),
                    HasSubstr("not measured: two: two benchmarks have this name"),
                    HasSubstr(R"(odd|`x`<img src=x>\x0a::error::\@all/\x01\\xff)"),
                    Not(HasSubstr("BigO")), Not(HasSubstr("\x01")), Not(HasSubstr("_mean"))));
}

TEST_F(BenchmarkFilesTest, AggregatesAloneAreRefusedWithWhatToDo) {
  measure("a.json", "^work/1$", 3, {"--benchmark_report_aggregates_only=true"});
  write_times("b.json", 1, {});

  for (const std::vector<std::string>& command : {std::vector<std::string>{"show", "a.json"},
                                                  {"compare", "a.json", "b.json"},
                                                  {"check", "--benchmark-json", "a.json"}}) {
    const ProgramResult result = cli(command);
    EXPECT_EQ(result.exit_code, 3) << command.front();
    EXPECT_THAT(result.err, AllOf(HasSubstr("a.json: has only aggregates"),
                                  HasSubstr("without --benchmark_report_aggregates_only")));
  }
}

TEST_F(BenchmarkFilesTest, WhatIsNotThereOrIsSomethingElseIsNamed) {
  measure("b.json", "^work/1$", 3);
  write_file(folder_ / "c.csv", "name,iterations\n");
  write_file(folder_ / "other.json", "{\"a\": 1}");
  make_folder(folder_ / "empty");

  const auto message = [&](const std::string& file) {
    const ProgramResult result = cli({"compare", "b.json", file});
    EXPECT_EQ(result.exit_code, 3) << file;
    return result.err;
  };
  EXPECT_THAT(message("none.json"), HasSubstr("none.json: No such file"));
  EXPECT_THAT(message("c.csv"), HasSubstr("c.csv: is not JSON"));
  EXPECT_THAT(message("other.json"), HasSubstr("is JSON, and not of Google Benchmark"));
  EXPECT_THAT(message("empty"), HasSubstr("it is no run folder"));
  EXPECT_EQ(cli({"show", "--tree", "b.json"}).exit_code, 2);
}

TEST_F(BenchmarkFilesTest, FilesAndRunsOfOtherKindsAreNotCompared) {
  measure("b.json", "^work/1$", 3);
  ASSERT_EQ(check({"empty"}, {"empty"}, {"metrics=[region__instances]"}).exit_code, 4);

  const ProgramResult result = cli({"compare", "ncu-regions/t", "b.json"});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err,
              HasSubstr("the first run is of host captures and the second of benchmark"));
}

TEST_F(BenchmarkFilesTest, ManyRepetitionsAreFolded) {
  write_times("old.json", 1, {}, 150);
  write_times("new.json", 2, {"work/2"}, 150);

  const ProgramResult result = cli({"compare", "old.json", "new.json", "--out", "v.json"});

  EXPECT_THAT(with_word("v.json", "regressed"), ElementsAre("work/2"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("60 new v 60 old captures"),
                                HasSubstr("note: both files: up to 150 repetitions")));
}

}  // namespace
}  // namespace ncu_regions
