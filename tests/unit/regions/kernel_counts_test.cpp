#include "harness/regions/kernel_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/core/metric.h"

namespace ncu_regions {
namespace {

const std::string kCounted(kHostInstructionsMetric);

Result instances_of(std::size_t path, std::optional<double> value) {
  Result result;
  result.kind = ResultKind::kRange;
  result.paths = {path};
  if (value) result.values = {{*value}};
  return result;
}

Result launches_of(const std::string& name, std::vector<std::size_t> in, std::uint64_t launches,
                   std::vector<double> values = {}) {
  Result result;
  result.name = name;
  result.paths = std::move(in);
  result.count = launches;
  if (!values.empty()) result.values = {std::move(values)};
  return result;
}

// A > A/inner, and B; what the timing pass has of them, and what the counting pass has.
Capture timing() {
  Capture capture;
  capture.pass = "time";
  capture.metrics = {{std::string(kHostTimeMetric), AcrossScopes::kMax}};
  capture.scopes = {{"process 0", 7}};
  capture.paths = {{"", {"A"}}, {"", {"A", "inner"}}, {"", {"B"}}};
  capture.parents = {std::nullopt, 0, std::nullopt};
  capture.results = {instances_of(1, 3),
                     instances_of(0, 9),
                     instances_of(2, 4),
                     launches_of("conv", {0}, 1, {2}),
                     launches_of("conv", {1}, 2, {2, 2}),
                     launches_of("relu", {1}, 1, {1}),
                     launches_of("conv", {2}, 1, {2}),
                     launches_of("warm", {}, 1, {2})};
  return capture;
}

constexpr std::size_t kConvInInner = 4;

Capture counting() {
  Capture capture = timing();
  capture.pass = "count";
  capture.metrics = {{kCounted}};
  capture.results = {instances_of(1, 250),
                     instances_of(0, 400),
                     instances_of(2, 130),
                     launches_of("conv", {0}, 1, {100}),
                     launches_of("conv", {1}, 2, {101, 102}),
                     launches_of("relu", {1}, 1, {7}),
                     launches_of("conv", {2}, 1, {99}),
                     launches_of("warm", {}, 1)};
  return capture;
}

RegionTree both(const Capture& count) {
  const std::vector<Capture> captures = {timing(), count};
  return assemble_regions(captures);
}

// Kernel -> instructions, of the region and everything below it.
std::map<std::string, std::optional<std::uint64_t>> kernels_of(const RegionTree& tree,
                                                               std::size_t region) {
  const std::optional<ShownMetric> metric = kernel_instructions(tree);
  std::map<std::string, std::optional<std::uint64_t>> kernels;
  if (!metric) return kernels;
  const std::vector<const ShownMetric*> metrics = {&*metric};
  for (const KernelStats& stats : kernels_in(tree, Where::kBelow, region, metrics)) {
    const Totals& totals = stats.metrics.at(kCounted);
    EXPECT_EQ(totals.inclusive.has_value(), totals.inclusive_whole.has_value());
    kernels[tree.rows.kernels[stats.kernel].name] = totals.inclusive_whole;
  }
  return kernels;
}

using testing::ElementsAre;
using testing::Pair;

TEST(KernelCounts, KernelsOfARegionHaveTheInstructionsOfAllTheirLaunches) {
  const RegionTree tree = both(counting());

  EXPECT_THAT(tree.rows.columns, ElementsAre(kCounted));
  EXPECT_THAT(kernels_of(tree, 0), ElementsAre(Pair("conv", 303u), Pair("relu", 7u)));
  EXPECT_THAT(kernels_of(tree, 1), ElementsAre(Pair("conv", 203u), Pair("relu", 7u)));
  EXPECT_THAT(kernels_of(tree, 2), ElementsAre(Pair("conv", 99u)));
}

TEST(KernelCounts, ACountingPassAloneHasThemToo) {
  const Capture count = counting();
  const RegionTree tree = assemble_regions(std::span(&count, 1));

  EXPECT_THAT(kernels_of(tree, 0), ElementsAre(Pair("conv", 303u), Pair("relu", 7u)));
}

TEST(KernelCounts, WithoutACountingPassThereIsNoColumn) {
  const Capture time = timing();
  const RegionTree tree = assemble_regions(std::span(&time, 1));

  EXPECT_TRUE(tree.rows.columns.empty());
  EXPECT_FALSE(kernel_instructions(tree));
}

TEST(KernelCounts, ACaptureWithoutCountsOfKernelsGivesNone) {
  Capture count = counting();
  for (Result& result : count.results) {
    if (result.kind == ResultKind::kKernel) result.values.clear();
  }

  const RegionTree tree = both(count);

  EXPECT_THAT(tree.rows.columns, ElementsAre(kCounted));
  EXPECT_FALSE(kernel_instructions(tree));
  EXPECT_EQ(tree.regions[0].all.metrics.at(kCounted).inclusive, 400);
}

// conv in A/inner has a hole: neither there nor in what contains it is there a sum.
TEST(KernelCounts, ALaunchWithoutACountLeavesNoSumOfItsKernel) {
  Capture count = counting();
  count.results[kConvInInner].values[0][1] = std::nan("");

  const RegionTree tree = both(count);

  EXPECT_THAT(kernels_of(tree, 0), ElementsAre(Pair("conv", std::nullopt), Pair("relu", 7u)));
  EXPECT_THAT(kernels_of(tree, 1), ElementsAre(Pair("conv", std::nullopt), Pair("relu", 7u)));
  EXPECT_THAT(kernels_of(tree, 2), ElementsAre(Pair("conv", 99u)));
}

// A/inner has another number of launches in the counting pass: so has A.
TEST(KernelCounts, WhereCapturesDisagreeInLaunchesKernelsHaveNone) {
  Capture count = counting();
  count.results[kConvInInner] = launches_of("conv", {1}, 3, {101, 102, 103});

  const RegionTree tree = both(count);

  EXPECT_THAT(kernels_of(tree, 1),
              ElementsAre(Pair("conv", std::nullopt), Pair("relu", std::nullopt)));
  EXPECT_THAT(kernels_of(tree, 0),
              ElementsAre(Pair("conv", std::nullopt), Pair("relu", std::nullopt)));
  EXPECT_THAT(kernels_of(tree, 2), ElementsAre(Pair("conv", 99u)));
}

TEST(KernelCounts, AnotherKernelInItsPlaceIsAnotherOne) {
  Capture count = counting();
  count.results[kConvInInner].name = "gemm";

  EXPECT_THAT(kernels_of(both(count), 1),
              ElementsAre(Pair("conv", std::nullopt), Pair("relu", 7u)));
}

TEST(KernelCounts, ProcessesAreToldApartAndAdded) {
  std::vector<Capture> captures = {timing(), counting()};
  for (Capture& capture : captures) {
    capture.scopes.push_back({"process 1", 8});
    Result instance = instances_of(2, 200);
    Result launch = launches_of("conv", {2}, 1, {150});
    instance.scope = launch.scope = 1;
    capture.results.push_back(instance);
    capture.results.push_back(launch);
  }

  const RegionTree tree = assemble_regions(captures);
  const std::optional<ShownMetric> metric = kernel_instructions(tree);
  ASSERT_TRUE(metric);
  const std::vector<const ShownMetric*> metrics = {&*metric};

  EXPECT_THAT(kernels_of(tree, 2), ElementsAre(Pair("conv", 249u)));
  const auto second = kernels_in(tree, Where::kBelow, 2, metrics, 1);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(second[0].metrics.at(kCounted).inclusive, 150);
}

}  // namespace
}  // namespace ncu_regions
