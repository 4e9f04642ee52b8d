#include "harness/regions/region_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "harness/core/metric.h"
#include "harness/regions/counts.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

const std::string kHostTime(kHostTimeMetric);
const std::string kLaunches(kHostLaunchesMetric);

const std::string kInstructions(kHostInstructionsMetric);

Result range(std::size_t path, std::optional<double> value, std::size_t scope = 0,
             std::uint64_t thread = 0) {
  Result result;
  result.kind = ResultKind::kRange;
  result.paths = {path};
  result.scope = scope;
  result.thread = thread;
  if (value) result.values = {{*value}};
  return result;
}

Result kernel(const std::string& name, std::vector<std::size_t> paths) {
  Result result;
  result.name = name;
  result.paths = std::move(paths);
  return result;
}

// What a reader knows: the number of the path that each one is in.
void find_parents(Capture& capture) {
  for (const RegionPath& path : capture.paths) {
    RegionPath above = path;
    above.labels.pop_back();
    const auto parent = std::ranges::find(capture.paths, above);
    capture.parents.emplace_back();
    if (parent != capture.paths.end()) {
      capture.parents.back() = static_cast<std::size_t>(parent - capture.paths.begin());
    }
  }
}

RegionTree assemble(Capture capture) {
  capture.parents.clear();
  find_parents(capture);
  return assemble_regions(std::span(&capture, 1));
}

// A > A::A1, and B.
Capture three_regions() {
  Capture capture;
  capture.pass = "time";
  capture.metrics = {{kHostTime, AcrossScopes::kMax}};
  capture.scopes = {{"process 0", 7}};
  capture.paths = {{"", {"A"}}, {"", {"A", "A::A1"}}, {"", {"B"}}};
  capture.results = {range(1, 30),        range(0, 50),        range(2, 7),
                     kernel("conv", {1}), kernel("conv", {1}), kernel("relu", {0}),
                     kernel("pool", {2}), kernel("warm", {})};
  find_parents(capture);
  return capture;
}

TEST(RegionTree, ExclusiveIsInclusiveMinusTheChildren) {
  const Capture capture = three_regions();
  const RegionTree tree = assemble(capture);

  ASSERT_EQ(tree.regions.size(), 3u);
  const Region& a = tree.regions[0];
  EXPECT_EQ(a.all.metrics.at(kHostTime).inclusive, 50);
  EXPECT_EQ(a.all.metrics.at(kHostTime).exclusive, 20);
  EXPECT_EQ(tree.regions[1].parent, 0u);
  EXPECT_EQ(tree.regions[1].depth, 1u);
}

TEST(RegionTree, ARegionKnowsWhereItIsOpenedFromWhateverCaptureTellsIt) {
  Capture time = three_regions();
  time.sources = {{1, {"a.cpp", 12}}};
  Capture count = three_regions();
  count.sources = {{1, {"other.cpp", 3}}, {2, {"b.cpp", 4}}};
  const std::vector<Capture> captures = {time, count};

  const RegionTree tree = assemble_regions(captures);

  EXPECT_EQ(tree.regions[0].source, std::nullopt);
  EXPECT_EQ(tree.regions[1].source, (SourceLine{"a.cpp", 12}));
  EXPECT_EQ(tree.regions[2].source, (SourceLine{"b.cpp", 4}));
}

TEST(RegionTree, ATreeOfAnotherProfilerHasTheLinesOfTheSurvey) {
  Capture survey = three_regions();
  survey.sources = {{2, {"b.cpp", 4}}};
  RegionTree tree;
  tree.regions.resize(2);
  tree.regions[0].path = {"", {"B"}};
  tree.regions[1].path = {"", {"never seen"}};

  add_counts(tree, assemble(survey), false);

  EXPECT_EQ(tree.regions[0].source, (SourceLine{"b.cpp", 4}));
  EXPECT_EQ(tree.regions[1].source, std::nullopt);
}

TEST(RegionTree, AKernelCountsOnceInEachRegionOfItsStack) {
  const Capture capture = three_regions();
  const RegionTree tree = assemble(capture);

  EXPECT_EQ(tree.regions[0].all.metrics.at(kLaunches).inclusive, 3);
  EXPECT_EQ(tree.regions[0].all.metrics.at(kLaunches).exclusive, 1);
  EXPECT_EQ(tree.regions[1].all.metrics.at(kLaunches).inclusive, 2);
  const std::vector<KernelStats> outside = kernels_in(tree, Where::kOutside, 0);
  ASSERT_EQ(outside.size(), 1u);
  EXPECT_EQ(tree.rows.kernels[outside[0].kernel].name, "warm");
  EXPECT_EQ(tree.outside.all.kernels, 1u);
  EXPECT_EQ(kernels_in(tree, Where::kBelow, 0).front().launches, 2u);
  EXPECT_EQ(kernels_in(tree, Where::kDirectly, 0).size(), 1u);
}

TEST(RegionTree, AnInstanceWithoutAValueLeavesNoSumAndNoDifference) {
  Capture capture = three_regions();
  capture.results.push_back(range(1, std::nullopt));

  const RegionTree tree = assemble(capture);

  EXPECT_EQ(tree.regions[1].all.metrics.at(kHostTime).inclusive, std::nullopt);
  EXPECT_EQ(tree.regions[0].all.metrics.at(kHostTime).inclusive, 50);
  EXPECT_EQ(tree.regions[0].all.metrics.at(kHostTime).exclusive, std::nullopt);
  EXPECT_EQ(tree.regions[1].all.instances, 2u);
}

TEST(RegionTree, ChildrenFollowTheirParentInFirstSeenOrder) {
  Capture capture;
  capture.metrics = {{kHostTime, AcrossScopes::kMax}};
  capture.scopes = {{"process 0", 7}};
  capture.paths = {{"", {"A"}}, {"", {"B"}}, {"", {"A", "z"}}, {"", {"A", "y"}}};
  for (std::size_t i = 0; i < 4; ++i) capture.results.push_back(range(i, 1));

  const RegionTree tree = assemble(capture);

  ASSERT_EQ(tree.regions.size(), 4u);
  EXPECT_EQ(written_form(tree.regions[1].path), "A/z");
  EXPECT_EQ(written_form(tree.regions[2].path), "A/y");
  EXPECT_EQ(written_form(tree.regions[3].path), "B");
  EXPECT_EQ(tree.regions[2].parent, 0u);
}

TEST(RegionTree, EachMetricComesFromTheCaptureThatMeasuredIt) {
  Capture count = three_regions();
  count.pass = "count";
  count.metrics = {{kInstructions}};
  for (std::size_t i = 0; i < 3; ++i) {
    const double values[] = {300, 500, 70};
    count.results[i].values = {{values[i]}};
  }
  const std::vector<Capture> captures = {three_regions(), count};

  const RegionTree tree = assemble_regions(captures);

  EXPECT_EQ(tree.regions[0].all.metrics.at(kHostTime).inclusive, 50);
  EXPECT_EQ(tree.regions[0].all.metrics.at(kInstructions).exclusive, 200);
  EXPECT_TRUE(tree.notes.empty());
}

TEST(RegionTree, ARegionOnWhichCapturesDisagreeHasNoValueFromTheLaterOne) {
  Capture count = three_regions();
  count.metrics = {{kInstructions}};
  count.results.push_back(range(2, 7));
  count.results.push_back(kernel("conv", {1}));
  const std::vector<Capture> captures = {three_regions(), count};

  const RegionTree tree = assemble_regions(captures);

  const Region& b = tree.regions[2];
  EXPECT_EQ(b.all.metrics.at(kInstructions).inclusive, std::nullopt);
  EXPECT_THAT(b.not_measured.at(kInstructions), HasSubstr("1 instances in one capture, 2"));
  EXPECT_THAT(tree.regions[1].not_measured.at(kInstructions), HasSubstr("2 kernel launches"));
  EXPECT_EQ(b.all.metrics.at(kHostTime).inclusive, 7);
  EXPECT_EQ(tree.notes.size(), 3u);
}

TEST(RegionTree, ARegionThatOnlyOneCaptureHasIsNoted) {
  Capture count = three_regions();
  count.paths.push_back({"", {"C"}});
  count.parents.emplace_back();
  count.results.push_back(range(3, 1));
  const std::vector<Capture> captures = {three_regions(), count};

  const RegionTree tree = assemble_regions(captures);

  EXPECT_EQ(tree.regions.size(), 3u);
  ASSERT_EQ(tree.notes.size(), 1u);
  EXPECT_THAT(tree.notes[0], HasSubstr("'C' was opened in one capture only"));
}

TEST(RegionTree, ARegionThatWasLeftOpenSaysSo) {
  Capture count = three_regions();
  count.metrics = {{kInstructions}};
  count.results[2] = range(2, std::nullopt);
  count.results[2].open_at_exit = 1;
  const std::vector<Capture> captures = {three_regions(), count};

  EXPECT_THAT(assemble_regions(captures).regions[2].not_measured.at(kInstructions),
              HasSubstr("still open when its thread ended"));
}

// A in two processes; A::A1 and B in the first one only.
Capture two_processes() {
  Capture capture = three_regions();
  capture.scopes.push_back({"process 1", 8});
  capture.results.push_back(range(0, 80, 1));
  Result launches = kernel("conv", {0});
  launches.scope = 1;
  launches.count = 5;
  capture.results.push_back(launches);
  return capture;
}

TEST(RegionTree, CountsAddOverProcessesAndTimeIsThatOfTheSlowest) {
  const Capture capture = two_processes();
  const RegionTree tree = assemble(capture);

  const Region& a = tree.regions[0];
  EXPECT_EQ(a.all.metrics.at(kHostTime).inclusive, 80);
  EXPECT_EQ(a.all.metrics.at(kLaunches).inclusive, 8);
  EXPECT_EQ(a.all.instances, 2u);
  ASSERT_EQ(a.by_scope.size(), 2u);
  EXPECT_EQ(a.by_scope[0]->metrics.at(kHostTime).exclusive, 20);
  EXPECT_EQ(a.by_scope[1]->metrics.at(kHostTime).exclusive, 80);
  EXPECT_FALSE(tree.regions[1].by_scope[1]);  // not opened there: not invented
}

TEST(RegionTree, AProcessWithoutAValueLeavesNoneForAll) {
  Capture capture = two_processes();
  capture.metrics = {{kInstructions}};
  capture.results.push_back(range(0, std::nullopt, 1));

  const RegionTree tree = assemble(capture);

  EXPECT_EQ(tree.regions[0].all.metrics.at(kInstructions).inclusive, std::nullopt);
  EXPECT_EQ(tree.regions[0].by_scope[0]->metrics.at(kInstructions).inclusive, 50);
}

TEST(RegionTree, CapturesAreComparedProcessByProcess) {
  Capture count = two_processes();
  count.metrics = {{kInstructions}};
  for (Result& result : count.results) result.scope = 1 - result.scope;  // swapped: the sums agree
  const std::vector<Capture> captures = {two_processes(), count};

  const RegionTree tree = assemble_regions(captures);

  EXPECT_THAT(tree.regions[0].not_measured.at(kInstructions), HasSubstr("kernel launches"));
  EXPECT_EQ(tree.regions[0].all.metrics.at(kInstructions).inclusive, std::nullopt);
}

TEST(RegionTree, SiblingsOfSeveralThreadsAreSortedByName) {
  Capture capture;
  capture.metrics = {{kHostTime}};
  capture.scopes = {{"process 0", 7}};
  capture.paths = {{"", {"w2"}}, {"", {"w0"}}, {"", {"w1"}}};
  for (std::size_t i = 0; i < 3; ++i) capture.results.push_back(range(i, 1, 0, i));
  capture.overlaps = {{0, 1}};

  const RegionTree tree = assemble(capture);

  EXPECT_EQ(written_form(tree.regions[0].path), "w0");
  EXPECT_EQ(written_form(tree.regions[2].path), "w2");
  EXPECT_EQ(tree.overlaps[0], (std::pair<std::size_t, std::size_t>{0, 2}));
  EXPECT_EQ(tree.regions[0].all.threads, 1u);
}

TEST(RegionTree, NoCaptureIsAnEmptyTree) { EXPECT_TRUE(assemble_regions({}).regions.empty()); }

// Random forests: every inclusive value is its exclusive plus its children's, and nothing is lost.
TEST(RegionTree, TotalsAddUpForRandomTrees) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    Capture capture;
    capture.metrics = {{kHostTime, AcrossScopes::kMax}};
    capture.scopes = {{"process 0", 7}};
    double launched = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      RegionPath path;
      if (i > 0 && random() % 3 != 0) path = capture.paths[random() % i];
      path.labels.push_back("r" + std::to_string(i));
      capture.paths.push_back(path);
      capture.results.push_back(range(i, static_cast<double>(random() % 1000)));
      for (std::size_t k = random() % 4; k > 0; --k, ++launched) {
        capture.results.push_back(kernel("k", {random() % (i + 1)}));
      }
    }
    const RegionTree tree = assemble(capture);
    double directly = 0;
    for (std::size_t i = 0; i < tree.regions.size(); ++i) {
      directly += *tree.regions[i].all.metrics.at(kLaunches).exclusive;
      for (const std::string& metric : {kHostTime, kLaunches}) {
        double sum = *tree.regions[i].all.metrics.at(metric).exclusive;
        for (const Region& child : tree.regions) {
          if (child.parent == i) sum += *child.all.metrics.at(metric).inclusive;
        }
        EXPECT_EQ(sum, *tree.regions[i].all.metrics.at(metric).inclusive);
      }
    }
    EXPECT_EQ(directly, launched);
  }
}

}  // namespace
}  // namespace ncu_regions
