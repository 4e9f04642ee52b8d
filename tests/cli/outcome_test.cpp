// verdicts.json that was changed after it was written, and regions of which nothing was decided.
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "harness/pipeline/lock.h"
#include "tests/cli/benchmark_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

class OutcomeCli : public BenchmarkFilesTest {
 protected:
  ProgramResult region_test(const std::string& region) {
    return run_program({NCU_REGIONS_TEST_REGION_TESTS, run().string(), "--region", region});
  }

  // A region that has twice the instances of its baseline.
  void measure_worse(const std::string& metrics = "metrics=[region__instances]") {
    ASSERT_EQ(check({"threads", "3"}, {"thread"}, {metrics}).exit_code, 4);
    ASSERT_EQ(cli({"accept", "--run", "ncu-regions/t", "--reason", "first"}).exit_code, 0);
    ASSERT_EQ(check({"threads", "6"}, {"thread"}, {metrics}).exit_code, 1);
  }

  // What the readers say of the outcome with this change.
  void expect_refused(const std::function<void(Json&)>& change, const std::string& why) {
    const std::string good = read_file(run() / "verdicts.json");
    Json outcome = Json::parse(good);
    change(outcome);
    write_file(run() / "verdicts.json", outcome.dump(2));
    const ProgramResult tested = region_test("thread");
    EXPECT_EQ(tested.exit_code, 3) << tested.out;
    EXPECT_THAT(tested.out, AllOf(HasSubstr(why), HasSubstr("measure again")));
    const ProgramResult report = cli({"report", "ncu-regions/t"});
    EXPECT_EQ(report.exit_code, 3) << report.out;
    EXPECT_THAT(cli({"summarize", "ncu-regions"}).out, HasSubstr("1 workload: 1 not measured"));
    write_file(run() / "verdicts.json", good);
  }
};

TEST_F(OutcomeCli, WordsCodesAndValuesThatDisagreeAreRefused) {
  measure_worse();
  EXPECT_EQ(region_test("thread").exit_code, 1);
  const auto green = [](Json& outcome) {
    outcome["exit_code"] = 0;
    outcome["verdicts"][0]["verdict"] = "pass";
    outcome["verdicts"][0]["ctest_exit_code"] = 0;
  };

  expect_refused([](Json& outcome) { outcome["exit_code"] = 0; }, "the outcome has exit code 0");
  expect_refused([](Json& outcome) { outcome["verdicts"][0]["ctest_exit_code"] = 0; },
                 "has exit code 0, and the verdicts give 1");
  expect_refused([](Json& outcome) { outcome["verdicts"][0]["verdict"] = "pass"; },
                 "is pass, and 3 became 6, and its budget allows 0");
  expect_refused(green, "is pass, and 3 became 6, and its budget allows 0");
  expect_refused(
      [&](Json& outcome) {
        green(outcome);
        outcome["verdicts"][0]["allowed"] = 5;
      },
      "its budget allows 0");
  expect_refused(
      [&](Json& outcome) {
        green(outcome);
        outcome["verdicts"][0]["now"] = 3;
      },
      "its value is not the median of its captures");
  expect_refused(
      [&](Json& outcome) {
        green(outcome);
        outcome["verdicts"][0]["evidence"] = nullptr;
      },
      "it has nothing that it was compared with");
  expect_refused(
      [](Json& outcome) {
        outcome["verdicts"] = Json::array();
        outcome["exit_code"] = 3;
      },
      "region 'thread' is declared and has no verdict");
  expect_refused([](Json& outcome) { outcome["declared"] = Json::array({"other"}); },
                 "the region is not declared");
}

// Only the digest tells: what is left contradicts nothing.
TEST_F(OutcomeCli, AnOutcomeThatARedVerdictWasDeletedFromIsRefused) {
  measure_worse("metrics=[region__instances,host__kernel_launches.sum]");
  expect_refused(
      [](Json& outcome) {
        Json& verdicts = outcome["verdicts"];
        ASSERT_EQ(verdicts.size(), 2u);
        verdicts.erase(verdicts[0]["verdict"] == "regressed" ? 0 : 1);
        ASSERT_EQ(verdicts[0]["verdict"], "pass");
        outcome["exit_code"] = 0;
      },
      "its digest is not that of its content");
}

TEST_F(OutcomeCli, AnUnknownWordIsRefused) {
  measure_worse();
  Json outcome = json("verdicts.json");
  outcome["verdicts"][0]["verdict"] = "fine";
  write_file(run() / "verdicts.json", outcome.dump());
  EXPECT_EQ(region_test("thread").exit_code, 3);
}

// A stored baseline cannot prove times of a CPU worse: they are suspect.
TEST_F(OutcomeCli, ARegionOfWhichNothingWasDecidedIsSkippedWithItsReason) {
  write_times("b.json", 1, {});
  const auto judge = [&](const std::string& file, std::vector<std::string> further = {}) {
    further.insert(further.begin(), {"check", "--benchmark-json", file, "--name", "t"});
    return cli(further).exit_code;
  };
  ASSERT_EQ(judge("b.json"), 4);
  ASSERT_EQ(cli({"accept", "--run", "ncu-regions/t", "--reason", "first"}).exit_code, 0);
  write_times("slow.json", 2, {"work/3"});
  ASSERT_EQ(judge("slow.json"), 0);

  const ProgramResult suspect = region_test("work/3");
  EXPECT_EQ(suspect.exit_code, 77);
  EXPECT_THAT(suspect.out,
              AllOf(ContainsRegex("suspect: region .work/3., benchmark__cpu_time: [^\n]*[+]1[01]"),
                    HasSubstr("SKIPPED")));
  EXPECT_EQ(region_test("work/4").exit_code, 0);
  EXPECT_THAT(cli({"report", "--print-path", "ncu-regions/t"}).out,
              HasSubstr("1 undecided (suspect, noisy), skipped: work/3"));
  const ProgramResult summary = cli({"summarize", "ncu-regions", "--markdown", "comment.md"});
  EXPECT_THAT(summary.out, HasSubstr("1 passed; regions: 1 undecided (suspect, noisy)"));
  EXPECT_THAT(read_file(folder_ / "comment.md"),
              HasSubstr("**Regions: 1 undecided (suspect, noisy).**"));

  ASSERT_EQ(judge("slow.json", {"--fail-on", "suspect"}), 3);
  EXPECT_EQ(region_test("work/3").exit_code, 3);
  EXPECT_THAT(cli({"summarize", "ncu-regions"}).out, Not(HasSubstr("undecided")));
}

// Somebody measures on this machine.
class BusyMachine : public CliTest {
 protected:
  void SetUp() override {
    lock_ = open(MachineLock::kFile, O_RDONLY | O_CREAT | O_CLOEXEC, 0644);
    ASSERT_GE(lock_, 0);
    ASSERT_EQ(flock(lock_, LOCK_EX), 0);
  }
  void TearDown() override {
    if (lock_ >= 0) close(lock_);
  }
  void end_of_the_other_measurement() {
    close(lock_);
    lock_ = -1;
  }

  int lock_ = -1;
};

TEST_F(BusyMachine, CountsAreTakenAllTheSame) {
  const ProgramResult result =
      check({"empty"}, {"empty"}, {"metrics=[region__instances,host__time_duration.sum]"});
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(result.err, Not(HasSubstr("waiting")));
  EXPECT_THAT(read_file(run() / "regions/report.md"),
              HasSubstr("times were measured beside whatever else ran on this machine"));
}

TEST_F(BusyMachine, WhatCannotBeMeasuredHereIsSaidAtOnce) {
  if (std::filesystem::exists("/proc/driver/nvidia/version")) GTEST_SKIP() << "there is a driver";
  const ProgramResult result =
      check({"empty"}, {"empty"}, {"profiler=ncu"}, {{}, {{"PATH", "/nonexistent"}}});
  EXPECT_EQ(result.exit_code, 77) << result.out << result.err;
  EXPECT_THAT(result.err, Not(HasSubstr("waiting")));
}

TEST_F(BusyMachine, ATimeThatIsGatedWaitsForIt) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    close(lock_);  // the one that the test gives back is the last
    if (chdir(folder_.path().c_str()) != 0) _exit(126);
    execl(NCU_REGIONS_TEST_CLI, NCU_REGIONS_TEST_CLI, "check", "--name", "t", "--region", "empty",
          "--limit", "host__time_duration.sum<=1000s", "metrics=[region__instances]", "--",
          NCU_REGIONS_TEST_RANGES, "empty", nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string said;
  char piece[256];
  const auto read_more = [&] {
    const ssize_t size = read(ends[0], piece, sizeof(piece));
    if (size > 0) said.append(piece, static_cast<std::size_t>(size));
    return size > 0;
  };
  while (said.find("waiting for it to end") == std::string::npos && read_more()) {
  }
  EXPECT_THAT(said, HasSubstr("another measurement is running on this machine"));
  EXPECT_FALSE(std::filesystem::exists(run() / "verdicts.json"));
  end_of_the_other_measurement();
  while (read_more()) {
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 4) << said;
  close(ends[0]);
}

}  // namespace
}  // namespace ncu_regions
