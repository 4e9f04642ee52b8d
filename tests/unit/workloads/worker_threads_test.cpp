#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/unit/workloads/launches.h"
#include "tests/unit/workloads/nvtx_recorder.h"
#include "tests/unit/workloads/program_outcome.h"
#include "tests/unit/workloads/reverse_threads.h"
#include "tests/unit/workloads/same_bits.h"
#include "workloads/worker_threads/crew.h"
#include "workloads/worker_threads/program.h"
#include "workloads/worker_threads/reference.h"
#include "workloads/worker_threads/worker.h"

namespace ncu_regions::workloads::worker_threads {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

// The last block is not full.
WorkerConfig small_config() {
  WorkerConfig config;
  config.values = 1000;
  config.steps = 2;
  config.iterations = 2;
  return config;
}

bool same_results(const Results& a, const Results& b) {
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                    same_bits) &&
         same_bits(a.sums, b.sums);
}

std::vector<std::vector<std::string>> events_by_thread(const Penalties& penalties = {}) {
  take_nvtx_events();
  run_crew(small_config(), penalties);
  return take_nvtx_events_by_thread();
}

// The thread on which `event` happens.
std::vector<std::string> thread_with(const std::vector<std::vector<std::string>>& threads,
                                     const std::string& event) {
  for (const auto& events : threads) {
    if (std::find(events.begin(), events.end(), event) != events.end()) return events;
  }
  return {};
}

TEST(WorkerThreads, AgreeWithTheReferenceWhateverTheSize) {
  for (const unsigned values : {1u, 255u, 256u, 257u, 1000u}) {
    WorkerConfig config = small_config();
    config.values = values;
    const Results results = run_crew(config, {});

    for (unsigned w = 0; w < kWorkers; ++w) {
      EXPECT_LE(max_abs_error(results.values[w], reference_values(config, w)), kVerifyTolerance)
          << values << " values, worker " << w;
    }
  }
}

TEST(WorkerThreads, VerificationNoticesAMissingStep) {
  WorkerConfig other = small_config();
  other.steps = 1;
  const Results results = run_crew(other, {});

  for (unsigned w = 0; w < kWorkers; ++w) {
    EXPECT_GT(max_abs_error(results.values[w], reference_values(small_config(), w)), 0.01);
  }
}

TEST(WorkerThreads, BitIdenticalWithThreadsInReverseOrder) {
  const Results forwards = run_crew(small_config(), {});

  const ReverseThreads reverse;

  EXPECT_TRUE(same_results(forwards, run_crew(small_config(), {})));
}

TEST(WorkerThreads, PenaltiesLeaveTheResultsBitIdentical) {
  const Results plain = run_crew(small_config(), {});

  EXPECT_TRUE(same_results(plain, run_crew(small_config(), {.workers = {0, 0, 25, 130}})));
  EXPECT_TRUE(same_results(plain, run_crew(small_config(), {.workers = {}, .combine = 250})));
}

TEST(WorkerThreads, EachWorkerHasAThreadAndARegionOfItsOwn) {
  const auto threads = events_by_thread();

  EXPECT_THAT(threads, SizeIs(5));
  for (const std::string label : {"worker_0", "worker_3"}) {
    const auto events = without_launches(thread_with(threads, "push " + label));
    EXPECT_EQ(std::count(events.begin(), events.end(), "push " + label), 2);
    EXPECT_EQ(std::count(events.begin(), events.end(), "push step"), label == "worker_0" ? 4 : 10);
  }
  EXPECT_THAT(without_launches(thread_with(threads, "push worker_0")),
              ElementsAre("push worker_0", "push step", "pop", "push step", "pop", "pop",
                          "push worker_0", "push step", "pop", "push step", "pop", "pop"));
}

TEST(WorkerThreads, StartEndRangeSpansAllWorkersAndCombineFollowsInItsDomain) {
  const auto main_thread = without_launches(thread_with(events_by_thread(), "start all_workers"));

  EXPECT_THAT(main_thread,
              ElementsAre("start all_workers", "end all_workers", "push worker_threads@combine",
                          "pop worker_threads@", "start all_workers", "end all_workers",
                          "push worker_threads@combine", "pop worker_threads@"));
}

TEST(WorkerThreads, NoRegionOfAWorkerLiesOutsideTheStartEndRange) {
  take_nvtx_events();
  run_crew(small_config(), {});

  bool open = false;
  int inside = 0;
  for (const std::string& event : take_nvtx_events()) {
    if (event == "start all_workers") open = true;
    if (event == "end all_workers") open = false;
    if (!event.starts_with("push worker_") || event.starts_with("push worker_threads@")) continue;
    EXPECT_TRUE(open) << event;
    ++inside;
  }
  EXPECT_EQ(inside, 8);
}

TEST(WorkerThreads, PenaltyAddsWorkDirectlyInThatWorkerOnly) {
  const auto threads = events_by_thread({.workers = {0, 50, 0, 0}});

  EXPECT_THAT(launches_by_region(thread_with(threads, "push worker_1")),
              UnorderedElementsAre(Pair("(outside)", 4), Pair("worker_1", 6), Pair("step", 6)));
  EXPECT_THAT(launches_by_region(thread_with(threads, "push worker_2")),
              UnorderedElementsAre(Pair("(outside)", 1), Pair("step", 8)));
}

TEST(WorkerThreads, ProgramVerifiesAndListsItsRegions) {
  const Outcome verified = outcome_of(run_program, {"--verify", "--values", "1000"});

  EXPECT_EQ(verified.code, ExitCode::kDone);
  EXPECT_THAT(verified.out, HasSubstr("verify: ok, max abs error"));
  EXPECT_EQ(outcome_of(run_program, {"--list-regions"}).out,
            "all_workers\nworker_0\nworker_0/step\nworker_1\nworker_1/step\nworker_2\n"
            "worker_2/step\nworker_3\nworker_3/step\nworker_threads@combine\n");
}

TEST(WorkerThreads, PenaltyTooSmallToDoAnythingIsRefused) {
  const Outcome outcome =
      outcome_of(run_program, {"--values", "1", "--steps", "1", "--penalty", "worker_0=10"});

  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_THAT(outcome.err, HasSubstr("--penalty worker_0=10: less than one thread block"));
}

}  // namespace
}  // namespace ncu_regions::workloads::worker_threads
