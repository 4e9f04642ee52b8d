#include "workloads/support/launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <thread>
#include <vector>

#include "tests/unit/workloads/nvtx_recorder.h"
#include "tests/unit/workloads/reverse_threads.h"
#include "tests/unit/workloads/same_bits.h"
#include "workloads/support/random.h"

namespace ncu_regions::workloads {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr unsigned kThreads = 128;

NCU_REGIONS_KERNEL sum_blocks(const float* in, float* out, unsigned count) {
  NCU_REGIONS_SHARED float part[kThreads];
  each_thread([&](ThreadIndex id) {
    const unsigned i = blockIdx.x * kThreads + id.x;
    part[id.x] = i < count ? in[i] : 0.0f;
  });
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    each_thread([&](ThreadIndex id) {
      if (id.x < half) part[id.x] += part[id.x + half];
    });
  }
  last_phase([&](ThreadIndex id) {
    if (id.x == 0) out[blockIdx.x] = part[0];
  });
}

std::vector<float> block_sums(const std::vector<float>& values) {
  const auto count = static_cast<unsigned>(values.size());
  std::vector<float> sums((count + kThreads - 1) / kThreads);
  launch<sum_blocks>("sum_blocks", Dim3{static_cast<unsigned>(sums.size())}, Dim3{kThreads},
                     values.data(), sums.data(), count);
  return sums;
}

TEST(Launch, SharedMemoryReductionGivesTheSum) {
  std::vector<float> values(1000);
  std::iota(values.begin(), values.end(), 1.0f);

  const std::vector<float> sums = block_sums(values);

  ASSERT_EQ(sums.size(), 8u);
  EXPECT_EQ(sums[0], 128.0f * 129.0f / 2.0f);
  EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), 0.0f), 1000.0f * 1001.0f / 2.0f);
}

TEST(Launch, ReductionIsBitIdenticalWithThreadsInReverseOrder) {
  const std::vector<float> values = Random(7).uniform_vector(5000, -1.0f, 1.0f);
  const std::vector<float> forwards = block_sums(values);

  const ReverseThreads reverse;
  const std::vector<float> backwards = block_sums(values);

  EXPECT_TRUE(same_bits(forwards, backwards));
}

NCU_REGIONS_KERNEL record_order(std::vector<unsigned>* order) {
  last_phase([&](ThreadIndex id) { order->push_back(100 * id.z + 10 * id.y + id.x); });
}

TEST(Launch, ReverseOrderReallyReversesTheThreads) {
  std::vector<unsigned> forwards;
  launch<record_order>("record_order", Dim3{1}, Dim3{3, 2, 2}, &forwards);

  const ReverseThreads reverse;
  std::vector<unsigned> backwards;
  launch<record_order>("record_order", Dim3{1}, Dim3{3, 2, 2}, &backwards);

  EXPECT_EQ(forwards, (std::vector<unsigned>{0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112}));
  EXPECT_EQ(backwards, std::vector<unsigned>(forwards.rbegin(), forwards.rend()));
}

// Wrong on purpose: a thread reads what its neighbour writes in the same phase.
NCU_REGIONS_KERNEL shift_with_race(float* values) {
  last_phase([&](ThreadIndex id) { values[id.x] = values[id.x + 1]; });
}

TEST(Launch, ReverseOrderUncoversARace) {
  std::vector<float> forwards{1.0f, 2.0f, 3.0f};
  launch<shift_with_race>("shift_with_race", Dim3{1}, Dim3{2}, forwards.data());

  const ReverseThreads reverse;
  std::vector<float> backwards{1.0f, 2.0f, 3.0f};
  launch<shift_with_race>("shift_with_race", Dim3{1}, Dim3{2}, backwards.data());

  EXPECT_NE(forwards, backwards);
}

NCU_REGIONS_KERNEL count_visits(unsigned* visits) {
  PerThread<unsigned, 6> mine(1);
  each_thread([&](ThreadIndex id) { mine[id] += id.x; });
  last_phase([&](ThreadIndex id) {
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    visits[block * 6 + id.y * blockDim.x + id.x] += mine[id];
  });
}

TEST(Launch, EveryThreadOfEveryBlockRunsOnceWithItsOwnValues) {
  std::vector<unsigned> visits(2 * 3 * 4 * 6);

  launch<count_visits>("count_visits", Dim3{2, 3, 4}, Dim3{2, 3}, visits.data());

  for (std::size_t i = 0; i < visits.size(); ++i) EXPECT_EQ(visits[i], 1 + i % 2) << i;
}

TEST(Launch, EveryLaunchIsAnnouncedWithNameGridAndBlock) {
  std::vector<unsigned> visits(2 * 3 * 4 * 6);
  take_nvtx_events();

  launch<count_visits>("count_visits", Dim3{2, 3, 4}, Dim3{2, 3}, visits.data());
  launch<count_visits>("count_visits", Dim3{1}, Dim3{2}, visits.data());
  launch<count_visits>("renamed", Dim3{1}, Dim3{2}, visits.data());

  EXPECT_THAT(
      take_nvtx_events(),
      ElementsAre(
          "push ncu_regions.launch@count_visits <<<2x3x4, 2x3x1>>>", "pop ncu_regions.launch@",
          "push ncu_regions.launch@count_visits <<<1x1x1, 2x1x1>>>", "pop ncu_regions.launch@",
          "push ncu_regions.launch@renamed <<<1x1x1, 2x1x1>>>", "pop ncu_regions.launch@"));
}

TEST(Launch, EmptyGridLaunchesNothing) {
  unsigned visits = 0;
  take_nvtx_events();

  launch<count_visits>("count_visits", Dim3{0}, Dim3{1}, &visits);

  EXPECT_EQ(visits, 0u);
  EXPECT_THAT(take_nvtx_events(), IsEmpty());
}

TEST(Launch, SeveralThreadsOfTheProgramMayLaunchAtOnce) {
  const std::vector<float> values = Random(3).uniform_vector(20000, -1.0f, 1.0f);
  const std::vector<float> expected = block_sums(values);
  std::vector<std::vector<float>> results(4);

  std::vector<std::thread> threads;
  for (auto& result : results) threads.emplace_back([&] { result = block_sums(values); });
  for (auto& thread : threads) thread.join();

  for (const auto& result : results) EXPECT_TRUE(same_bits(result, expected));
}

}  // namespace
}  // namespace ncu_regions::workloads
