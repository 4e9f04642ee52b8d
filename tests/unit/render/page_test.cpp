#include "harness/render/page/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/render/html.h"
#include "harness/render/page/dot_plot.h"
#include "harness/render/page/icicle.h"
#include "harness/render/page/roofline_plot.h"
#include "tests/support/page_fixture.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;
using testing::Not;

Region region_at(std::vector<std::string> labels, std::optional<std::size_t> parent,
                 const std::string& domain = "") {
  Region region;
  region.depth = labels.size() - 1;
  region.path = {domain, std::move(labels)};
  region.parent = parent;
  return region;
}

// "a" with "a/b" and "a/c", then "d"; "e" is of another domain.
RegionTree small_tree() {
  RegionTree tree;
  tree.regions = {region_at({"a"}, {}), region_at({"a", "b"}, 0), region_at({"a", "c"}, 0),
                  region_at({"d"}, {}), region_at({"e"}, {}, "other")};
  return tree;
}

TEST(Icicle, ChildrenStandBelowTheirParentAndOtherDomainsBelowAll) {
  const IcicleRows rows = icicle_rows(small_tree());

  EXPECT_EQ(rows.row, (std::vector<std::size_t>{0, 1, 1, 0, 2}));
  EXPECT_EQ(rows.rows, 3u);
  EXPECT_EQ(rows.trees, 2u);
}

TEST(Icicle, TheWidestTreeIsTheWhole) {
  const RegionTree tree = small_tree();
  const IcicleRows rows = icicle_rows(tree);
  const Widths widths = {60.0, 20.0, 30.0, 40.0, 50.0};

  EXPECT_EQ(icicle_whole(tree, rows, widths), 100);
  const auto boxes = icicle_boxes(tree, rows, widths, 100);
  EXPECT_DOUBLE_EQ(boxes[1].x, 0);
  EXPECT_DOUBLE_EQ(boxes[1].width, 0.2);
  EXPECT_DOUBLE_EQ(boxes[2].x, 0.2);
  EXPECT_DOUBLE_EQ(boxes[3].x, 0.6);
  EXPECT_DOUBLE_EQ(boxes[4].x, 0) << "another tree begins at the left";
  EXPECT_DOUBLE_EQ(boxes[4].width, 0.5);
}

TEST(Icicle, ChildrenThatAreMoreThanTheirParentShareItsWidth) {
  const RegionTree tree = small_tree();
  const IcicleRows rows = icicle_rows(tree);

  const auto boxes = icicle_boxes(tree, rows, {50.0, 60.0, 40.0, 50.0, std::nullopt}, 100);

  EXPECT_DOUBLE_EQ(boxes[1].width, 0.3);
  EXPECT_DOUBLE_EQ(boxes[2].width, 0.2);
  EXPECT_DOUBLE_EQ(boxes[4].width, 0) << "what was not measured has no width";
}

TEST(Icicle, ARegionWithoutAValueIsAsWideAsWhatIsInIt) {
  const RegionTree tree = small_tree();
  const IcicleRows rows = icicle_rows(tree);
  const Widths widths = {std::nullopt, 20.0, 30.0, 50.0, HUGE_VAL};

  EXPECT_EQ(icicle_whole(tree, rows, widths), 100);
  const auto boxes = icicle_boxes(tree, rows, widths, 100);
  EXPECT_DOUBLE_EQ(boxes[0].width, 0.5);
  EXPECT_DOUBLE_EQ(boxes[2].width, 0.3);
  EXPECT_DOUBLE_EQ(boxes[4].width, 0) << "infinity is no width";
}

TEST(Html, TextStaysText) {
  EXPECT_EQ(html_text("<b a='1'>\"&"), "&lt;b a=&#39;1&#39;&gt;&quot;&amp;");
  EXPECT_EQ(html_text("a\nb\x1b"), "a\\x0ab\\x1b");
  EXPECT_EQ(script_text("</script>\""), R"("\u003c/script>\"")");
  EXPECT_EQ(html_number(1.2500, 3), "1.25");
  EXPECT_EQ(html_number(-0.0001, 2), "0");
}

Verdict varying(Samples old, Samples now) {
  Verdict verdict;
  verdict.unit = "ns";
  verdict.baseline_samples = std::move(old);
  verdict.now_samples = std::move(now);
  verdict.baseline = 100;
  verdict.allowed = 10;
  return verdict;
}

TEST(DotPlot, HasADotForEveryCaptureAndTheBandOfTheBudget) {
  const std::string plot = dot_plot(varying({100, 101}, {120}));

  EXPECT_THAT(plot, HasSubstr("old 2 captures, 100 ns to 101 ns; new 1 capture, 120 ns; the "
                              "budget allows 100 ns to 110 ns"));
  EXPECT_THAT(plot, HasSubstr("class=band"));
  EXPECT_EQ(std::count(plot.begin(), plot.end(), 'M'), 3);
}

TEST(DotPlot, TheBandGoesWhereItIsWorse) {
  Verdict verdict = varying({100, 101}, {120});
  verdict.worse = Direction::kDown;
  EXPECT_THAT(dot_plot(verdict), HasSubstr("the budget allows 90 ns to 100 ns"));
  verdict.worse = Direction::kBoth;
  EXPECT_THAT(dot_plot(verdict), HasSubstr("the budget allows 90 ns to 110 ns"));
}

TEST(DotPlot, IsNotDrawnWhereNothingDiffersOrASideIsMissing) {
  EXPECT_EQ(dot_plot(varying({5, 5}, {5})), "");
  EXPECT_EQ(dot_plot(varying({}, {5})), "");
}

TEST(RooflinePlot, SaysHowNearAKernelIsToItsRoof) {
  Roofline roofline;
  roofline.bytes_per_second = 1e12;
  roofline.roofs = {{Precision::kSingle, 1e13}};
  roofline.points = {{"gemm<float>", Precision::kSingle, 20, 5e12, 1e-3, 2},
                     {"copy", Precision::kSingle, 0.5, 4e11, 1e-4, 1}};

  const std::string html = roofline_html(roofline);

  EXPECT_THAT(html, HasSubstr("50 % of the units'"));
  EXPECT_THAT(html, HasSubstr("80 % of DRAM's"));
  EXPECT_THAT(html, HasSubstr("gemm&lt;float&gt;"));
  EXPECT_EQ(roofline_html({}), "");
}

TEST(Page, IsKnownAsOursAndOthersAreNot) {
  const std::string page = report_html(page_fixture({}).input());

  EXPECT_TRUE(is_report_html(page));
  EXPECT_FALSE(is_report_html("<!doctype html><title>mine</title>"));
  EXPECT_EQ(page, report_html(page_fixture({}).input())) << "the same input gives the same bytes";
}

TEST(Page, HasOldValuesOfTheBaseBuildWhereNothingWasJudged) {
  PageFixture fixture = page_fixture({3, 2, 0});
  const RegionTree before = fixture.tree;
  fixture.outcome.verdicts.clear();
  ReportInput input = fixture.input();
  EXPECT_THAT(report_html(input), Not(HasSubstr("id=old")));

  input.before = &before;
  EXPECT_THAT(report_html(input), HasSubstr("id=old"));
}

TEST(Page, SaysThatNothingWasMeasured) {
  const RunRecord run;
  const RegionTree tree;
  Outcome outcome;
  outcome.skipped = true;
  outcome.profiler_reason = "no driver";

  const std::string page = report_html({run, tree, &outcome});

  EXPECT_THAT(page, HasSubstr("<strong>Nothing was measured</strong>: no driver."));
  EXPECT_THAT(page, HasSubstr("No region was measured."));
}

TEST(Page, LeavesOutWhatWouldMakeItTooLongAndSaysSo) {
  const std::string page = report_html(page_fixture({1500, 20, 0, 1}).input());

  EXPECT_THAT(page, HasSubstr("Its values are left out of this page"));
}

}  // namespace
}  // namespace ncu_regions
