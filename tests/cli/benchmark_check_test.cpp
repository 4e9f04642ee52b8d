// check, accept, report and summarize of files of Google Benchmark.
#include "tests/cli/benchmark_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class BenchmarkChecks : public BenchmarkFilesTest {
 protected:
  ProgramResult judge(const std::string& file, std::vector<std::string> further = {}) {
    further.insert(further.begin(), {"check", "--benchmark-json", file, "--name", "t"});
    return cli(further);
  }
  void accept_first(const std::string& file) {
    ASSERT_EQ(judge(file).exit_code, 4);
    const ProgramResult accepted = cli({"accept", "--run", "ncu-regions/t", "--reason", "first"});
    ASSERT_EQ(accepted.exit_code, 0) << accepted.err;
  }
  static constexpr char kBaselineFile[] = "baselines/host/t.default.benchmark.json";
};

TEST_F(BenchmarkChecks, WithoutABaselineTheRunIsWholeAndCanBeAccepted) {
  write_times("b.json", 1, {});

  const ProgramResult result = judge("b.json");

  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("Google Benchmark's own times, read from b.json, not a GPU"),
                    HasSubstr("t: no baseline yet, none of 10 gates could be judged"),
                    HasSubstr("accept --run")));
  for (const char* file : {"run.json", "verdicts.json", "regions/report.md", "regions/report.json",
                           "proposed-baseline.json", "explain.json"}) {
    EXPECT_TRUE(std::filesystem::exists(run() / file)) << file;
  }
  EXPECT_EQ(read_file(run() / "captures/1-benchmark/benchmark.json"),
            read_file(folder_ / "b.json"));
  EXPECT_EQ(json("verdicts.json").at("kind"), "benchmark");
  const std::string report = read_file(run() / "regions/report.md");
  EXPECT_THAT(report, AllOf(HasSubstr("Google Benchmark's own times, read from `b.json`"),
                            HasSubstr("| Benchmark | Real time | CPU time |"),
                            Not(HasSubstr("host profiler")), Not(HasSubstr("Nsight")),
                            Not(HasSubstr("Kernels"))));
}

TEST_F(BenchmarkChecks, AStoredBaselineSuspectsAndNeverProves) {
  write_times("b.json", 1, {});
  accept_first("b.json");
  const nlohmann::json baseline = parsed(kBaselineFile);
  EXPECT_EQ(baseline.at("kind"), "benchmark");
  write_times("slow.json", 2, {"work/3"});

  const ProgramResult result = judge("slow.json");

  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(with_word("ncu-regions/t/verdicts.json", "suspect"), ElementsAre("work/3"));
  EXPECT_EQ(with_word("ncu-regions/t/verdicts.json", "pass").size(), 9u);
  EXPECT_THAT(
      result.out,
      AllOf(HasSubstr("20 new v 20 stored captures; a stored baseline cannot tell it from "
                      "another session: measure both programs again and compare their files"),
            HasSubstr("note: a stored baseline cannot prove that times of a CPU got worse")));
  EXPECT_THAT(read_file(run() / "regions/report.md"),
              AllOf(HasSubstr("Suspects"), Not(HasSubstr("not explained"))));
  EXPECT_EQ(judge("slow.json", {"--fail-on", "suspect"}).exit_code, 3);
}

TEST_F(BenchmarkChecks, TheOldFileAndTheNewRunAreComparable) {
  write_times("b.json", 1, {});
  accept_first("b.json");
  write_times("slow.json", 2, {"work/3"});
  judge("slow.json");

  EXPECT_EQ(cli({"compare", "b.json", "ncu-regions/t"}).exit_code, 1);
  EXPECT_EQ(cli({"compare", "ncu-regions/t.previous", "ncu-regions/t"}).exit_code, 1);
  EXPECT_EQ(cli({"compare", "ncu-regions/t", "ncu-regions/t"}).exit_code, 2) << "with itself";
}

TEST_F(BenchmarkChecks, CountsOfMemoryAreProvedByRepetitionsThatHadNoPartInTheSuspicion) {
  const auto write_allocations = [&](const std::string& file, double number) {
    measure(file, "^work/[1-5]$", 20, {"memory"});
    nlohmann::json rows = parsed(file);
    for (nlohmann::json& row : rows.at("benchmarks")) {
      row["allocs_per_iter"] = number;
      row["max_bytes_used"] = 4096;
    }
    write_file(folder_ / file, rows.dump());
  };
  const std::vector<std::string> budget = {"--budget", "benchmark__allocs_per_iter=10%", "--budget",
                                           "benchmark__*_time=10%,info"};
  write_allocations("b.json", 10);
  ASSERT_EQ(judge("b.json", budget).exit_code, 4);
  ASSERT_EQ(cli({"accept", "--run", "ncu-regions/t", "--reason", "first"}).exit_code, 0);
  EXPECT_EQ(judge("b.json", budget).exit_code, 0);
  write_allocations("more.json", 14);

  const ProgramResult result = judge("more.json", budget);

  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("stored baseline, not confirmed side by side"));
  std::size_t fresh = 0;
  const nlohmann::json record = json("run.json");
  for (const nlohmann::json& sample : record.at("samples")) {
    fresh += sample.at("phase") == "fresh" ? 1 : 0;
  }
  EXPECT_EQ(fresh, 10u);
}

TEST_F(BenchmarkChecks, ALostBenchmarkIsNotMeasuredUnlessOthersWereNamed) {
  write_times("b.json", 1, {});
  accept_first("b.json");
  nlohmann::json rows = parsed("b.json");
  std::erase_if(rows.at("benchmarks").get_ref<nlohmann::json::array_t&>(),
                [](const nlohmann::json& row) { return row.at("run_name") == "work/6"; });
  write_file(folder_ / "less.json", rows.dump());

  const ProgramResult result = judge("less.json");
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.out, HasSubstr("not_measured  work/6  benchmark__cpu_time: the file has no "
                                    "benchmark 'work/6'"));
  EXPECT_EQ(judge("less.json", {"--region", "work/1", "--region", "work/2"}).exit_code, 0);
  EXPECT_EQ(json("verdicts.json").at("verdicts").size(), 2u);
}

TEST_F(BenchmarkChecks, ReportsAreRebuiltByteForByteWithoutTheFile) {
  write_times("b.json", 1, {});
  accept_first("b.json");
  judge("b.json");
  std::map<std::string, std::string> before;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(run() / "regions")) {
    if (entry.is_regular_file()) before[entry.path().string()] = read_file(entry.path());
  }
  std::filesystem::remove(folder_ / "b.json");
  for (const auto& [file, text] : before) write_file(file, "");

  const ProgramResult result = cli({"report", "ncu-regions/t"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(before.size(), 23u);
  for (const auto& [file, text] : before) EXPECT_EQ(read_file(file), text) << file;
  const ProgramResult shown = cli({"show", "ncu-regions/t"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("10 benchmarks of Google Benchmark, not a GPU"));
}

TEST_F(BenchmarkChecks, AFileIsAcceptedWithoutARun) {
  write_times("b.json", 1, {});

  const ProgramResult result =
      cli({"accept", "--benchmark-json", "b.json", "--name", "t", "--reason", "first"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(parsed(kBaselineFile).at("values").size(), 11u);  // and a line of text
  EXPECT_FALSE(std::filesystem::exists(run()));
  EXPECT_EQ(judge("b.json").exit_code, 0);
  EXPECT_EQ(cli({"accept", "--reason", "none"}).exit_code, 2);
}

TEST_F(BenchmarkChecks, FewRepetitionsAreNoLevel) {
  write_times("b.json", 1, {}, 3);
  ASSERT_EQ(judge("b.json").exit_code, 4);

  const ProgramResult few = cli({"accept", "--run", "ncu-regions/t", "--reason", "first"});
  EXPECT_EQ(few.exit_code, 2);
  EXPECT_THAT(few.err, HasSubstr("run the program with --benchmark_repetitions=10"));
  const ProgramResult more =
      cli({"accept", "--run", "ncu-regions/t", "--reason", "first", "--captures", "10"});
  EXPECT_EQ(more.exit_code, 2);
  EXPECT_THAT(more.err, HasSubstr("which has no more repetitions than it has"));
  EXPECT_EQ(
      cli({"accept", "--run", "ncu-regions/t", "--reason", "first", "--captures", "3"}).exit_code,
      0);
}

TEST_F(BenchmarkChecks, HostileNamesAreHarmlessInEveryFile) {
  measure("all.json", ".", 2, {"memory"});
  const ProgramResult result = judge("all.json");
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_THAT(result.out, AllOf(Not(HasSubstr("\x01")), Not(HasSubstr("\n::error::"))));
  EXPECT_THAT(read_file(run() / "regions/report.md"),
              HasSubstr(R"([``odd\|`x`<img src=x>\x0a::error::\@all/\x01\\xff``](odd-x-)"));
  const ProgramResult comment = cli({"summarize", "ncu-regions", "--markdown", "c.md"});
  EXPECT_THAT(read_file(folder_ / "c.md"),
              AllOf(HasSubstr("Google Benchmark's own times, not a GPU"),
                    Not(HasSubstr("host profiler")), Not(HasSubstr("ctest --test-dir"))))
      << comment.err;
}

TEST_F(BenchmarkChecks, WhatIsWrittenFitsTheSchemas) {
  measure("all.json", ".", 2, {"memory"});
  judge("all.json");
  const ProgramResult valid = run_program(
      {"/usr/bin/python3", NCU_REGIONS_TEST_VALIDATE, NCU_REGIONS_TEST_SCHEMAS, run().string()});
  NCU_REGIONS_SKIP_WITHOUT("jsonschema", valid.exit_code != 77, "python3 cannot import it");
  EXPECT_EQ(valid.exit_code, 0) << valid.out << valid.err;
}

TEST_F(BenchmarkChecks, BadCallsAndBadFilesLeaveTheRunAlone) {
  write_times("b.json", 1, {});
  judge("b.json");
  write_file(folder_ / "cut.json", read_file(folder_ / "b.json").substr(0, 3000));
  EXPECT_THAT(judge("cut.json").err, HasSubstr("cut.json: is cut off"));
  EXPECT_THAT(judge("nothing.json").err, HasSubstr("nothing.json: No such file"));
  EXPECT_EQ(judge("b.json", {"--budget", "benchmark__cpu_time(x)=1%"}).exit_code, 2);
  EXPECT_EQ(judge("b.json", {"--test", "t"}).exit_code, 2);
  EXPECT_EQ(judge("b.json", {"--", "program"}).exit_code, 2);
  EXPECT_EQ(judge("b.json", {"--base-build", "."}).exit_code, 2);
  EXPECT_TRUE(std::filesystem::exists(run() / "verdicts.json"));
  EXPECT_FALSE(std::filesystem::exists(run().string() + ".previous"));
}

}  // namespace
}  // namespace ncu_regions
