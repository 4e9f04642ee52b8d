// Tests: reports that the stand-in for ncu writes, read back by the harness.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/files.h"
#include "tests/ncu_stand_in/stand_in_runs.h"

namespace ncu_regions::stand_in {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

constexpr char kTime[] = "gpu__time_duration.sum";
const std::string kMetrics = "--metrics=gpu__time_duration.sum,dram__bytes.sum";
const std::string kRange = "--replay-mode=range";
const std::string kA = "--nvtx-include=regex:[^A$/";
const std::string kA1 = "--nvtx-include=regex:[^A$/^A\\x3a\\x3aA1$/";
const std::string kB = "--nvtx-include=regex:[^B$/";

std::string planned(const std::string& captures = "") {
  return R"({"regions": [
    {"path": ["A"], "instances": 2, "kernels": [{"name": "conv", "launches": 3}]},
    {"path": ["A", "A::A1"], "instances": 4, "kernels": [{"name": "relu", "time_ns": 10}]},
    {"path": ["B"], "kernels": [{"name": "gemm"}], "first_call_in": ["B", "deeper"]},
    {"path": ["io"], "domain": "lib", "start_end": true}],
    "outside": [{"name": "memset"}], "captures": [)" +
         captures + "]}";
}

TEST(StandInReport, HasEachInstanceOfARegion) {
  const Runs runs(planned());
  const ProgramResult result = runs.capture({kRange, kA1, kMetrics});

  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(runs.texts(), AllOf(SizeIs(4), Each("A > A::A1: range")));
  const Seen first = runs.results().front();
  EXPECT_EQ(first.metrics.at(kTime), 10);
  EXPECT_EQ(first.process, "/bin/true");
  EXPECT_TRUE(first.is_locked);
  const auto file = open_report(runs.report());
  EXPECT_EQ(replay_mode_of(file->facts()), "range");
  EXPECT_THAT(file->facts().ncu_version, HasSubstr("2024.2.0.0"));
  EXPECT_THAT(result.out, HasSubstr("Profiling \"range\" - 3: 0%....50%....100% - 3 passes"));
  EXPECT_THAT(result.out, HasSubstr("==PROF== Report: " + runs.report().string()));
}

TEST(StandInReport, NestedIncludesGiveTheOutermost) {
  const Runs runs(planned());
  runs.capture({kRange, kA, kA1, kMetrics});

  EXPECT_THAT(runs.texts(), ElementsAre("A: range", "A: range"));
  EXPECT_EQ(runs.results().front().metrics.at(kTime), 3 * 1000 + 2 * 10);
}

TEST(StandInReport, HasTheStackOfTheFirstCall) {
  const Runs runs(planned());
  runs.capture({"--replay-mode", "app-range", kB, kMetrics});
  EXPECT_THAT(runs.texts(), ElementsAre("B > deeper: range"));
}

TEST(StandInReport, FindsStartEndRangesOfADomain) {
  const Runs runs(planned());
  runs.capture({kRange, "--nvtx-include=regex:^lib$@^io$", kMetrics});
  EXPECT_THAT(runs.texts(), ElementsAre("open io: range"));
  EXPECT_THAT(runs.capture({kRange, "--nvtx-include=regex:^io$"}).out,
              HasSubstr("No ranges were profiled."));
}

TEST(StandInReport, KernelsHaveTheirStacks) {
  const Runs runs(planned());
  runs.capture({kA1, kMetrics});
  EXPECT_THAT(runs.texts(), AllOf(SizeIs(4), Each("A > A::A1: relu(float *)")));
  runs.capture({"--nvtx-include=regex:^A$/", kMetrics});
  EXPECT_THAT(runs.texts(), SizeIs(10));
  runs.capture({kMetrics});
  EXPECT_THAT(runs.texts(), AllOf(SizeIs(12), Contains(": memset(float *)")));
  runs.capture({kMetrics, "--launch-count", "2"});
  EXPECT_THAT(runs.texts(), ElementsAre("A: conv(float *)", "A: conv(float *)"));
}

TEST(StandInReport, RangesAddUpTheirKernels) {
  const Runs runs(planned());
  runs.capture({kMetrics});
  double sum = 0;
  for (const Seen& seen : runs.results()) {
    if (seen.text.starts_with("A")) sum += seen.metrics.at("dram__bytes.sum");
  }
  runs.capture({kRange, kA, kMetrics});
  EXPECT_EQ(runs.results()[0].metrics.at("dram__bytes.sum") * 2, sum);
}

TEST(StandInReport, DropsAndAddsResults) {
  const Runs runs(planned(R"({"when": {"nth": 1}, "drop": 1}, {"extra": 2})"));
  runs.capture({kRange, kA1, kMetrics});
  EXPECT_THAT(runs.texts(), SizeIs(3));
  runs.capture({kRange, kA1, kMetrics});
  EXPECT_THAT(runs.texts(), SizeIs(6));
}

TEST(StandInReport, MergesSiblings) {
  const Runs runs(planned(R"({"merge_siblings": true})"));
  runs.capture({kRange, kA1, kMetrics});
  EXPECT_THAT(runs.texts(), SizeIs(4));
  runs.capture({kRange, kA1, kB, kMetrics});
  EXPECT_THAT(runs.texts(),
              ElementsAre("A > A::A1: range", "A > A::A1: range", "B > deeper: range"));
  EXPECT_EQ(runs.results().front().metrics.at(kTime), 20);
}

TEST(StandInReport, ChangesValuesClocksAndProcesses) {
  const Runs runs(planned(R"({"missing_metrics": ["dram__bytes.sum"], "unlocked_clocks": true,
      "scale": {"gpu__time_duration.sum": 1.5}, "processes": 2})"));
  runs.capture({kRange, kB, kMetrics});
  const std::vector<Seen> results = runs.results();
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_EQ(results[0].metrics.at(kTime), 1500);
  EXPECT_FALSE(results[0].metrics.contains("dram__bytes.sum"));
  EXPECT_FALSE(results[0].is_locked);
  EXPECT_EQ(results[0].device, 0u);
  EXPECT_EQ(results[1].device, 1u);
  EXPECT_NE(results[0].pid, results[1].pid);
}

TEST(StandInReport, HasSections) {
  const Runs runs(planned());
  runs.capture({kRange, kB, "--section=SpeedOfLight"});
  EXPECT_EQ(runs.results().front().metrics.at(kTime), 1000);
  const ProgramResult unknown = runs.capture({"--section", "Bogus"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.out, HasSubstr("Option '--section Bogus' did not match any section."));
}

TEST(StandInReport, IsDamagedAsAsked) {
  const auto size = [](const std::string& report) {
    const Runs runs(planned("{\"report\": " + report + "}"));
    EXPECT_EQ(runs.capture({kRange, kA1, kMetrics}).exit_code, 0);
    return std::filesystem::exists(runs.report()) ? read_file(runs.report()).size() : 999'999;
  };
  const std::size_t whole = size("\"planned\"");
  EXPECT_EQ(size("\"truncated\""), whole / 2);
  EXPECT_EQ(size("\"empty\""), 0u);
  EXPECT_EQ(size("\"none\""), 999'999u);
  EXPECT_LT(size("\"no_results\""), whole);
  EXPECT_GT(size("\"garbage\""), 50u);
  const std::string copied = R"({"file": "scenario.json"})";
  EXPECT_EQ(size(copied), planned("{\"report\": " + copied + "}").size());
}

TEST(StandInReport, MayBeOfAnotherProgram) {
  const Runs runs(planned(R"({"report": "other_program"})"));
  runs.capture({kRange, kB, kMetrics});
  EXPECT_THAT(runs.results(), ElementsAre(Field(&Seen::process, "/somewhere/else")));
}

}  // namespace
}  // namespace ncu_regions::stand_in
