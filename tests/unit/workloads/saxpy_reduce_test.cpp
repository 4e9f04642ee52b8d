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
#include "workloads/saxpy_reduce/program.h"
#include "workloads/saxpy_reduce/reference.h"
#include "workloads/saxpy_reduce/vectors.h"

namespace ncu_regions::workloads::saxpy_reduce {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::Truly;
using ::testing::UnorderedElementsAre;

// Neither the last launch nor the last block is full.
VectorConfig small_config() {
  VectorConfig config;
  config.values = 5000;
  config.chunk = 1024;
  config.iterations = 3;
  return config;
}

// y, then the means.
std::vector<float> results_of(const VectorConfig& config, Penalties penalties = {}) {
  Vectors vectors(config, make_input(config), penalties);
  vectors.warm_up();
  for (unsigned i = 0; i < config.iterations; ++i) vectors.iterate(i);
  std::vector<float> results = vectors.y();
  for (const float mean : vectors.means()) results.push_back(mean);
  return results;
}

std::vector<double> expected_of(const VectorConfig& config) {
  Reference reference = reference_of(config, make_input(config));
  reference.y.insert(reference.y.end(), reference.means.begin(), reference.means.end());
  return reference.y;
}

std::vector<std::string> events_of_an_iteration(Penalties penalties) {
  const VectorConfig config = small_config();
  Vectors vectors(config, make_input(config), penalties);
  vectors.warm_up();
  take_nvtx_events();
  vectors.iterate(0);
  return take_nvtx_events();
}

TEST(SaxpyReduce, AgreesWithTheReferenceWhateverTheSizes) {
  for (const unsigned values : {1u, 511u, 512u, 513u, 5000u}) {
    for (const unsigned chunk : {1u, 512u, 600u, 10000u}) {
      VectorConfig config = small_config();
      config.values = values;
      config.chunk = chunk;

      EXPECT_LE(max_abs_error(results_of(config), expected_of(config)), kVerifyTolerance)
          << values << " values, chunks of " << chunk;
    }
  }
}

TEST(SaxpyReduce, VerificationNoticesAWrongValue) {
  std::vector<float> results = results_of(small_config());
  results.back() += 0.001f;

  EXPECT_GT(max_abs_error(results, expected_of(small_config())), kVerifyTolerance);
}

TEST(SaxpyReduce, BitIdenticalWithThreadsInReverseOrder) {
  const std::vector<float> forwards = results_of(small_config());

  const ReverseThreads reverse;

  EXPECT_TRUE(same_bits(forwards, results_of(small_config())));
}

TEST(SaxpyReduce, PenaltiesLeaveTheResultsBitIdentical) {
  const std::vector<float> plain = results_of(small_config());

  EXPECT_TRUE(same_bits(plain, results_of(small_config(), {.saxpy = 10, .reduce = 0})));
  EXPECT_TRUE(same_bits(plain, results_of(small_config(), {.saxpy = 130, .reduce = 250})));
}

TEST(SaxpyReduce, RegionsStandSideBySide) {
  EXPECT_THAT(without_launches(events_of_an_iteration({})),
              ElementsAre("push saxpy", "pop", "push reduce", "pop"));
}

TEST(SaxpyReduce, EveryChunkIsALaunchOfItsOwnAndTheTotalOneMore) {
  EXPECT_THAT(launches_by_region(events_of_an_iteration({})),
              UnorderedElementsAre(Pair("saxpy", 5), Pair("reduce", 6)));
}

TEST(SaxpyReduce, PenaltyAddsWorkInItsRegionOnly) {
  const auto saxpy = launches_by_region(events_of_an_iteration({.saxpy = 50, .reduce = 0}));
  const auto reduce = launches_by_region(events_of_an_iteration({.saxpy = 0, .reduce = 50}));

  EXPECT_THAT(saxpy, UnorderedElementsAre(Pair("saxpy", 10), Pair("reduce", 6)));
  EXPECT_THAT(reduce, UnorderedElementsAre(Pair("saxpy", 5), Pair("reduce", 12)));
}

TEST(SaxpyReduce, WarmUpOpensNoRegionAndLaunchesAllThatFollows) {
  const VectorConfig config = small_config();
  Vectors vectors(config, make_input(config), {.saxpy = 10, .reduce = 10});
  take_nvtx_events();
  vectors.warm_up();
  const std::vector<std::string> warm_up = take_nvtx_events();

  vectors.iterate(0);

  EXPECT_THAT(warm_up, Each(Truly(is_launch)));
  EXPECT_THAT(launches_missing_in(warm_up, take_nvtx_events()), IsEmpty());
}

TEST(SaxpyReduce, ProgramVerifiesAndListsItsRegions) {
  const Outcome verified = outcome_of(run_program, {"--verify", "--values", "5000"});

  EXPECT_EQ(verified.code, ExitCode::kDone);
  EXPECT_THAT(verified.out, HasSubstr("verify: ok, max abs error"));
  EXPECT_EQ(outcome_of(run_program, {"--list-regions"}).out, "saxpy\nreduce\n");
}

TEST(SaxpyReduce, PenaltyTooSmallToDoAnythingIsRefused) {
  const Outcome outcome = outcome_of(run_program, {"--values", "500", "--penalty", "saxpy=10"});

  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_THAT(outcome.err, HasSubstr("saxpy_reduce: --penalty saxpy=10: less than one thread"));
}

}  // namespace
}  // namespace ncu_regions::workloads::saxpy_reduce
