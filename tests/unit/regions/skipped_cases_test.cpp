// Test cases that say of themselves that they did not run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/regions/region_tree.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

Result range(std::size_t path) {
  Result result;
  result.kind = ResultKind::kRange;
  result.paths = {path};
  result.values = {{1.0}};
  return result;
}

Capture with_skipped_case() {
  Capture capture;
  capture.metrics = {{"host__time_duration.sum", AcrossScopes::kMax}};
  capture.scopes = {{"process 0", 1}};
  capture.paths = {{"", {"S.One"}},
                   {"ncu_regions.skipped", {"S.Two\nno <GPU> here"}},
                   {"", {"S.Two"}},
                   {"", {"S.Two", "inner"}}};
  capture.parents = {{}, {}, {}, 2};
  capture.results = {range(0), range(1), range(2), range(3)};
  Result kernel;
  kernel.name = "k";
  kernel.paths = {3};
  capture.results.push_back(kernel);
  capture.overlaps = {{0, 1}, {0, 2}};
  capture.sources = {{0, {"one.cpp", 1}}, {1, {"skip.cpp", 2}}, {3, {"inner.cpp", 3}}};
  return capture;
}

TEST(SkippedCases, AreNoRegionsAndKeepTheirReasons) {
  const Capture capture = with_skipped_case();

  const RegionTree tree = assemble_regions(std::span(&capture, 1));

  EXPECT_THAT(tree.skipped, ElementsAre(Pair("S.Two", "no <GPU> here")));
  std::vector<std::string> regions;
  for (const RegionPath& path : tree.paths()) regions.push_back(written_form(path));
  EXPECT_THAT(regions, UnorderedElementsAre("S.One", "S.Two", "S.Two/inner"));
  EXPECT_EQ(tree.overlaps.size(), 1u);
  const Region* inner = tree.find({"", {"S.Two", "inner"}});
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->all.kernels, 1u);
  EXPECT_EQ(inner->source, (SourceLine{"inner.cpp", 3}));
  EXPECT_EQ(tree.regions[*inner->parent].source, std::nullopt);
  EXPECT_EQ(tree.regions[*inner->parent].path.labels.back(), "S.Two");
}

}  // namespace
}  // namespace ncu_regions
