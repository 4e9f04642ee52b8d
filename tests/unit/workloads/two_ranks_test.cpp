#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/unit/workloads/launches.h"
#include "tests/unit/workloads/nvtx_recorder.h"
#include "tests/unit/workloads/program_outcome.h"
#include "tests/unit/workloads/reverse_threads.h"
#include "tests/unit/workloads/same_bits.h"
#include "workloads/two_ranks/launcher.h"
#include "workloads/two_ranks/part.h"
#include "workloads/two_ranks/program.h"
#include "workloads/two_ranks/ranks.h"
#include "workloads/two_ranks/reference.h"

namespace ncu_regions::workloads::two_ranks {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::Truly;
using ::testing::UnorderedElementsAre;

// The last block is not full.
PartConfig small_config() {
  PartConfig config;
  config.values = 3000;
  config.passes = 3;
  config.extra_passes = 2;
  return config;
}

std::vector<float> values_of(const PartConfig& config, unsigned rank, Penalties penalties = {}) {
  const Part part(config, rank, penalties);
  part.warm_up();
  part.iterate();
  return part.values();
}

std::vector<std::string> events_of_an_iteration(unsigned rank, Penalties penalties = {}) {
  const Part part(small_config(), rank, penalties);
  part.warm_up();
  take_nvtx_events();
  part.iterate();
  return take_nvtx_events();
}

std::optional<unsigned> rank_of(const std::map<std::string, std::string>& variables) {
  return rank_from_launcher([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(TwoRanks, AgreeWithTheReferenceWhateverTheSize) {
  for (const unsigned values : {1u, 2u, 511u, 512u, 513u, 3000u}) {
    for (const unsigned rank : {0u, 1u}) {
      PartConfig config = small_config();
      config.values = values;

      EXPECT_LE(max_abs_error(values_of(config, rank), reference_values(config, rank)),
                kVerifyTolerance)
          << values << " values, rank " << rank;
    }
  }
}

TEST(TwoRanks, VerificationNoticesAMissingPass) {
  PartConfig other = small_config();
  other.passes = 2;

  EXPECT_GT(max_abs_error(values_of(other, 0), reference_values(small_config(), 0)),
            kVerifyTolerance);
}

TEST(TwoRanks, BitIdenticalWithThreadsInReverseOrder) {
  const std::vector<float> forwards = values_of(small_config(), 1);

  const ReverseThreads reverse;

  EXPECT_TRUE(same_bits(forwards, values_of(small_config(), 1)));
}

TEST(TwoRanks, PenaltiesLeaveTheValuesBitIdentical) {
  const std::vector<float> plain = values_of(small_config(), 0);

  EXPECT_TRUE(same_bits(plain, values_of(small_config(), 0, {.work = 10, .inner = 0})));
  EXPECT_TRUE(same_bits(plain, values_of(small_config(), 0, {.work = 130, .inner = 250})));
}

TEST(TwoRanks, RegionsNestAsDocumented) {
  EXPECT_THAT(without_launches(events_of_an_iteration(0)),
              ElementsAre("push rank_work", "push rank_work::inner", "pop", "pop"));
}

TEST(TwoRanks, RankOneDoesTheExtraPassesInTheInnerRegion) {
  EXPECT_THAT(launches_by_region(events_of_an_iteration(0)),
              UnorderedElementsAre(Pair("rank_work", 1), Pair("rank_work::inner", 3)));
  EXPECT_THAT(launches_by_region(events_of_an_iteration(1)),
              UnorderedElementsAre(Pair("rank_work", 1), Pair("rank_work::inner", 5)));
}

TEST(TwoRanks, PenaltyAddsWorkInItsRegionOnly) {
  EXPECT_THAT(launches_by_region(events_of_an_iteration(0, {.work = 50, .inner = 0})),
              UnorderedElementsAre(Pair("rank_work", 5), Pair("rank_work::inner", 3)));
  EXPECT_THAT(launches_by_region(events_of_an_iteration(0, {.work = 0, .inner = 50})),
              UnorderedElementsAre(Pair("rank_work", 1), Pair("rank_work::inner", 6)));
}

TEST(TwoRanks, WarmUpOpensNoRegionAndLaunchesAllThatFollows) {
  const Part part(small_config(), 1, {.work = 20, .inner = 20});
  take_nvtx_events();
  part.warm_up();
  const std::vector<std::string> warm_up = take_nvtx_events();

  part.iterate();

  EXPECT_THAT(warm_up, Each(Truly(is_launch)));
  EXPECT_THAT(launches_missing_in(warm_up, take_nvtx_events()), IsEmpty());
}

TEST(TwoRanks, ForkedRanksHandTheirValuesOver) {
  const auto values = run_forked(2, [](unsigned rank) {
    const auto own = static_cast<float>(rank);
    return std::vector<float>{own, own + 10.0f};
  });

  EXPECT_THAT(values, ElementsAre(ElementsAre(0.0f, 10.0f), ElementsAre(1.0f, 11.0f)));
}

TEST(TwoRanks, AFailedRankIsAnErrorNotHalfAResult) {
  const auto fail_in = [](unsigned failing) {
    return [failing](unsigned rank) {
      if (rank == failing) throw std::runtime_error("on purpose");
      return std::vector<float>(2);
    };
  };

  EXPECT_THROW(run_forked(2, fail_in(0)), std::runtime_error);
  EXPECT_THROW(run_forked(2, fail_in(1)), std::runtime_error);
}

TEST(TwoRanks, RankComesFromTheLauncher) {
  EXPECT_EQ(rank_of({{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "2"}}), 1u);
  EXPECT_EQ(rank_of({{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}}), 0u);
  EXPECT_EQ(rank_of({{"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}}), 1u);
  EXPECT_EQ(rank_of({{"SLURM_PROCID", "0"}, {"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}), 1u);
}

TEST(TwoRanks, AProcessThatIsAloneForks) {
  EXPECT_EQ(rank_of({}), std::nullopt);
  EXPECT_EQ(rank_of({{"SLURM_PROCID", "0"}}), std::nullopt);
  EXPECT_EQ(rank_of({{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}}), std::nullopt);
}

TEST(TwoRanks, ALauncherThatStartedAnotherNumberIsRefused) {
  EXPECT_THROW(rank_of({{"PMI_RANK", "0"}, {"PMI_SIZE", "3"}}), std::invalid_argument);
  EXPECT_THROW(rank_of({{"PMI_RANK", "2"}, {"PMI_SIZE", "2"}}), std::invalid_argument);
  EXPECT_THROW(rank_of({{"PMI_RANK", ""}, {"PMI_SIZE", "2"}}), std::invalid_argument);
}

TEST(TwoRanks, ProgramVerifiesAndListsItsRegions) {
  const Outcome verified = outcome_of(run_program, {"--fork", "--verify", "--values", "3000"});

  EXPECT_EQ(verified.code, ExitCode::kDone);
  EXPECT_THAT(verified.out, HasSubstr("rank 0: checksum "));
  EXPECT_THAT(verified.out, HasSubstr("rank 1: checksum "));
  EXPECT_THAT(verified.out, HasSubstr("verify: ok, max abs error"));
  EXPECT_EQ(outcome_of(run_program, {"--list-regions"}).out,
            "rank_work\nrank_work/rank_work::inner\n");
}

}  // namespace
}  // namespace ncu_regions::workloads::two_ranks
