// What programs say about their own regions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/regions/counts.h"
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

Capture with_announcements() {
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

// A benchmark that pauses opens its region again and again, and skips itself once.
TEST(Announcements, OfAllThatWasMeasuredLeaveNoValue) {
  Capture capture = with_announcements();
  capture.results.push_back(range(2));
  EXPECT_TRUE(assemble_regions(std::span(&capture, 1)).undone.empty());

  capture.paths[1].domain = "ncu_regions.skipped_whole";

  EXPECT_THAT(assemble_regions(std::span(&capture, 1)).undone,
              ElementsAre(Pair("S.Two", testing::_)));
}

TEST(Announcements, AreNoRegionsAndKeepTheirReasons) {
  const Capture capture = with_announcements();

  const RegionTree tree = assemble_regions(std::span(&capture, 1));

  ASSERT_THAT(tree.undone, ElementsAre(Pair("S.Two", testing::_)));
  EXPECT_EQ(tree.undone.at("S.Two").why, "no <GPU> here");
  EXPECT_FALSE(tree.undone.at("S.Two").has_failed);
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

// A capture in which one region was opened, and this was said.
Capture with_text(const std::string& domain, const std::string& text) {
  Capture capture;
  capture.metrics = {{"host__time_duration.sum", AcrossScopes::kMax}};
  capture.scopes = {{"process 0", 1}};
  capture.paths = {{"", {"BM_One"}}, {domain, {text}}};
  capture.parents = {{}, {}};
  capture.results = {range(0), range(1)};
  return capture;
}

TEST(Announcements, OfAFailureInAnyCaptureCount) {
  const std::vector<Capture> captures = {
      with_text("ncu_regions.skipped", "BM_One\nnot needed"),
      with_text("ncu_regions.failed", "BM_One\nout of memory"),
  };

  const RegionTree tree = assemble_regions(captures);

  ASSERT_TRUE(tree.undone.contains("BM_One"));
  EXPECT_TRUE(tree.undone.at("BM_One").has_failed);
  EXPECT_EQ(tree.undone.at("BM_One").why, "out of memory");
  EXPECT_EQ(tree.regions.size(), 1u);
}

TEST(Announcements, OfOtherKindsAreNotes) {
  const Capture capture = with_text("ncu_regions.note", "a region is\na loop");

  const RegionTree tree = assemble_regions(std::span(&capture, 1));

  EXPECT_THAT(tree.announced, ElementsAre("the program says: a region is\\x0aa loop"));
  EXPECT_EQ(tree.notes, tree.announced);
  EXPECT_TRUE(tree.undone.empty());
}

// Under ncu only the survey hears them.
TEST(Announcements, OfTheSurveyAreNotesOfWhatNcuMeasured) {
  RegionTree survey;
  survey.announced = {"the program says: a region is a loop"};
  RegionTree tree;
  tree.notes = {"of ncu"};

  add_counts(tree, survey, true);

  EXPECT_THAT(tree.notes, ElementsAre("of ncu", "the program says: a region is a loop"));
}

}  // namespace
}  // namespace ncu_regions
