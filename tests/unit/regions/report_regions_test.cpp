// Trees of regions from results of ncu, against counting by hand.
#include "harness/regions/report_regions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "harness/core/error.h"
#include "tests/support/brute_force.h"
#include "tests/support/error_of.h"
#include "tests/support/region_zoo.h"

namespace ncu_regions {
namespace {

using fixture::ZooCapture;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kTime[] = "gpu__time_duration.sum";

struct Assembled {
  std::string bytes;
  std::unique_ptr<ReportFile> file;
  RegionTree tree;
};

Assembled assemble(const ZooCapture& capture, const ShownSettings& shown = {},
                   const std::vector<std::string>& declared = {}) {
  Assembled out{capture.bytes(), nullptr, {}};
  out.file = open_report_bytes(out.bytes, capture.name);
  out.tree =
      assemble_reports({{{out.file.get(), std::nullopt}}, declared, real_metric_table(), shown});
  return out;
}

const Region& region(const RegionTree& tree, const std::string& path) {
  const Region* found = tree.find(parse_written_form(path));
  if (found == nullptr) throw std::runtime_error("no region " + path);
  return *found;
}

double time_of(const RegionTree& tree, const std::string& path) {
  return region(tree, path).all.metrics.at(kTime).inclusive.value_or(-1);
}

std::vector<std::string> kernels_below(const RegionTree& tree, const std::string& path) {
  std::vector<std::string> names;
  const auto index = static_cast<std::size_t>(&region(tree, path) - tree.regions.data());
  for (const KernelStats& kernel : kernels_in(tree, Where::kBelow, index)) {
    names.push_back(tree.rows.kernels[kernel.kernel].name + " x" + std::to_string(kernel.launches));
  }
  return names;
}

TEST(RegionZoo, AddsUpInEveryDomainAndScope) {
  for (const ZooCapture& capture : fixture::region_zoo()) {
    SCOPED_TRACE(capture.name);
    const std::string bytes = capture.bytes();
    const auto file = open_report_bytes(bytes, capture.name);
    const BruteForceCount count = expect_regions_add_up(*file, real_metric_table());
    EXPECT_GT(count.regions, 0u);
    EXPECT_GT(count.values, 0u);
    EXPECT_GT(count.sums, 0u);
  }
}

TEST(RegionZoo, RandomCapturesAddUp) {
  BruteForceCount all;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string bytes = fixture::random_capture(seed).bytes();
    const auto file = open_report_bytes(bytes, "random");
    const BruteForceCount count = expect_regions_add_up(*file, real_metric_table());
    all.regions += count.regions;
    all.values += count.values;
    all.sums += count.sums;
    all.start_end += count.start_end;
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(all.regions, 5'000u);
  EXPECT_GT(all.values, 50'000u);
  EXPECT_GT(all.sums, 10'000u);
  EXPECT_GT(all.start_end, 2'000u);
}

TEST(ThreeRanges, NamesParentsAndTotals) {
  const Assembled three = assemble(fixture::three_ranges());

  ASSERT_EQ(three.tree.regions.size(), 3u);
  EXPECT_EQ(display_form(three.tree.regions[0].path), "A");
  EXPECT_EQ(display_form(three.tree.regions[1].path), "A::A1");
  EXPECT_EQ(three.tree.regions[1].parent, 0u);
  EXPECT_EQ(three.tree.regions[1].depth, 1u);
  EXPECT_EQ(display_form(three.tree.regions[2].path), "B");
  EXPECT_EQ(time_of(three.tree, "A"), 380);
  EXPECT_EQ(region(three.tree, "A").all.metrics.at(kTime).exclusive, 130);
  EXPECT_EQ(time_of(three.tree, "A/A::A1"), 250);
  EXPECT_EQ(region(three.tree, "A").all.kernels, 5u);
  EXPECT_EQ(region(three.tree, "A").all.kernels_directly, 2u);
  EXPECT_EQ(three.tree.outside.all.kernels, 1u);
  EXPECT_THAT(kernels_below(three.tree, "A"), ElementsAre("gemm(float *) x3", "relu(float *) x2"));
}

TEST(ThreeRanges, IncludeGivesTheSubsetAndItsTotals) {
  ShownSettings shown;
  shown.kernels.general.include = {"gemm"};
  const Assembled three = assemble(fixture::three_ranges(), shown);

  EXPECT_EQ(time_of(three.tree, "A"), 330);
  EXPECT_EQ(region(three.tree, "A").all.kernels, 3u);
  EXPECT_EQ(region(three.tree, "A").unfiltered->kernels, 5u);
  EXPECT_EQ(region(three.tree, "A").unfiltered->metrics.at(kTime).inclusive, 380);
  EXPECT_THAT(kernels_below(three.tree, "B"), ElementsAre("gemm(float *) x1"));
  EXPECT_EQ(three.tree.outside.all.kernels, 0u);
  const DomainSum& sums = three.tree.domains.front();
  EXPECT_EQ(sums.metrics.at(kTime).inside, 420);
  EXPECT_EQ(sums.metrics.at(kTime).all, 420);
}

TEST(ThreeRanges, ExcludeWinsOverInclude) {
  ShownSettings shown;
  shown.kernels.general.include = {"regex:^(gemm|relu)$", "memset"};
  shown.kernels.general.exclude = {"regex:re..$", "nothing_like_it"};
  const Assembled three = assemble(fixture::three_ranges(), shown);

  EXPECT_EQ(time_of(three.tree, "A"), 330);
  EXPECT_EQ(time_of(three.tree, "B"), 97);
  EXPECT_THAT(three.tree.notes, Contains(HasSubstr("'nothing_like_it' matched no kernel")));
  EXPECT_THAT(three.tree.notes, Not(Contains(HasSubstr("'memset' matched"))));
}

TEST(ThreeRanges, ARegionMayHaveItsOwnSelection) {
  ShownSettings shown;
  shown.kernels.general.exclude = {"relu"};
  shown.kernels.by_region = {{"A::A1", {{"relu"}, {}}, "file:1"},
                             {"nowhere", {{"x"}, {}}, "file:2"}};
  const Assembled three = assemble(fixture::three_ranges(), shown);

  EXPECT_EQ(time_of(three.tree, "A/A::A1"), 20);
  EXPECT_EQ(time_of(three.tree, "A"), 120);  // its own gemm and its child's relu
  EXPECT_EQ(region(three.tree, "A").all.metrics.at(kTime).exclusive, 100);
  EXPECT_THAT(three.tree.notes, Contains(HasSubstr("no region matches 'nowhere'")));
}

TEST(ThreeRanges, NamesOfAnySort) {
  for (const auto& [base, pattern, expected] : {std::tuple("any", "_Z4gemmPf", 330.0),
                                                {"mangled", "_Z4gemmPf", 330.0},
                                                {"function", "_Z4gemmPf", 0.0},
                                                {"demangled", "gemm(float *)", 330.0},
                                                {"function", "gemm", 330.0},
                                                {"mangled", "gemm", 0.0}}) {
    ShownSettings shown;
    shown.kernels.name_base = base;
    shown.kernels.general.include = {pattern};
    EXPECT_EQ(time_of(assemble(fixture::three_ranges(), shown).tree, "A"), expected)
        << base << " " << pattern;
  }
}

TEST(KernelPatterns, BadOnesAreRefused) {
  for (const std::string& pattern :
       {std::string(), std::string("regex:"), std::string("regex:("), std::string("regex:(?=x)"),
        std::string(5'000, 'a'), std::string("regex:((a{100}){100}){100}")}) {
    ShownSettings shown;
    shown.kernels.general.include = {pattern};
    const std::string error =
        error_of(ErrorKind::kUsage, [&] { assemble(fixture::three_ranges(), shown); });
    EXPECT_THAT(error, HasSubstr("expected a kernel's name")) << pattern;
  }
}

TEST(KernelPatterns, NoExpressionTakesForever) {
  ZooCapture capture = fixture::three_ranges();
  capture.results[1].function = std::string(50'000, 'a') + "!";
  ShownSettings shown;
  shown.kernels.general.exclude = {"regex:^(a+)+$", "regex:(a|aa)+$", "regex:(.*)(.*)(.*)(.*)x$"};
  EXPECT_EQ(time_of(assemble(capture, shown).tree, "A"), 380);
}

TEST(Declared, MissingOnesAreNamedAndAmbiguousOnesRefused) {
  const Assembled some = assemble(fixture::region_zoo()[1], {}, {"X", "nowhere", "Y/step"});
  EXPECT_THAT(some.tree.missing, ElementsAre("nowhere"));
  EXPECT_THAT(some.tree.notes, Contains(HasSubstr("'nowhere' was NOT MEASURED")));

  ZooCapture two = fixture::region_zoo()[1];
  two.results.erase(two.results.begin() + 2);  // the one that is written "step"
  const std::string error = error_of(ErrorKind::kMeasurement, [&] { assemble(two, {}, {"step"}); });
  EXPECT_THAT(error, AllOf(HasSubstr("X/step"), HasSubstr("Y/step")));
}

TEST(Values, NonValuesAreCountedNeverAdded) {
  ZooCapture capture = fixture::three_ranges();
  capture.results[1].metrics[0].value = std::monostate();
  capture.results[2].metrics[0].value = std::numeric_limits<double>::quiet_NaN();
  capture.results[3].metrics.erase(capture.results[3].metrics.begin());
  const Assembled three = assemble(capture);

  const Totals& time = region(three.tree, "A").all.metrics.at(kTime);
  EXPECT_EQ(time.inclusive, 150);
  EXPECT_EQ(time.measured, 2u);
  EXPECT_EQ(time.results, 5u);
  EXPECT_FALSE(time.is_complete());
  EXPECT_THAT(three.tree.notes, Contains(HasSubstr("3 of 8 launches had no value")));
}

TEST(Values, RatiosAreWeightedAndGeometryIsTheSameOrMixed) {
  ZooCapture capture = fixture::three_ranges();
  capture.results[1].metrics[4].value = std::uint64_t{64};
  capture.results[1].grid[0] = 8;
  ShownSettings shown;
  shown.metrics = {"sm__throughput.avg.pct_of_peak_sustained_elapsed",
                   "launch__registers_per_thread"};
  const Assembled three = assemble(capture, shown);

  const Region& a = region(three.tree, "A");
  const Totals& ratio = a.all.metrics.at(shown.metrics[0]);
  EXPECT_DOUBLE_EQ(*ratio.inclusive, (100 * 10. + 110 * 11. + 20 * 2. + 120 * 12. + 30 * 3.) / 380);
  EXPECT_EQ(ratio.weight, 380);
  EXPECT_EQ(three.tree.shown[0].weight, kTime);
  EXPECT_EQ(ratio.each->min, 2);
  EXPECT_EQ(ratio.each->max, 12);
  EXPECT_TRUE(a.all.metrics.at(shown.metrics[1]).is_mixed);
  EXPECT_FALSE(a.all.metrics.at(shown.metrics[1]).inclusive);
  EXPECT_EQ(region(three.tree, "A/A::A1").all.metrics.at(shown.metrics[1]).inclusive, 32);
  EXPECT_TRUE(kernels_in(three.tree, Where::kBelow, 0).front().is_mixed);
}

TEST(Values, AMeanWithoutItsWeightIsNoValue) {
  ZooCapture capture = fixture::three_ranges();
  for (fixture::Result& result : capture.results) result.metrics.erase(result.metrics.begin());
  ShownSettings shown;
  shown.metrics = {"sm__throughput.*"};
  const Assembled three = assemble(capture, shown);

  EXPECT_TRUE(three.tree.time_metric.empty());
  const Totals& ratio = region(three.tree, "A").all.metrics.begin()->second;
  EXPECT_FALSE(ratio.inclusive);
  EXPECT_EQ(ratio.each->max, 12);
  EXPECT_THAT(three.tree.notes, Contains(HasSubstr("has no mean")));
}

TEST(Values, HugeCountersStayExact) {
  ZooCapture capture = fixture::three_ranges();
  for (fixture::Result& result : capture.results) {
    result.metrics[1].value = (std::uint64_t{1} << 60) + 1;
  }
  ShownSettings shown;
  shown.metrics = {"dram__bytes_read.sum"};
  const Assembled three = assemble(capture, shown);

  EXPECT_EQ(region(three.tree, "A").all.metrics.at("dram__bytes_read.sum").inclusive_whole,
            5 * ((std::uint64_t{1} << 60) + 1));
}

TEST(Empty, ARegionThatNobodyLaunchedInIsZeroAndNoted) {
  const Assembled zoo = assemble(fixture::region_zoo()[3]);
  const Region& other = region(zoo.tree, "of another thread");

  EXPECT_EQ(other.all.kernels, 0u);
  EXPECT_EQ(other.all.metrics.at(kTime).inclusive, 0);
  EXPECT_THAT(zoo.tree.notes,
              AllOf(Contains(HasSubstr("'of another thread' was open, and no kernel")),
                    Contains(HasSubstr("launched by a thread without an open range"))));
}

TEST(Placements, AResultStandsOnceInEachDomain) {
  ZooCapture capture = fixture::three_ranges();
  capture.results[1].nvtx->stacks.push_back(
      {7, 0, {{"A", {}}, {"x", {}}}});  // twice the same thread
  const Assembled three = assemble(capture);

  EXPECT_EQ(time_of(three.tree, "A"), 380);
  EXPECT_EQ(time_of(three.tree, "A/x"), 100);
  EXPECT_EQ(region(three.tree, "A").all.kernels, 5u);
}

TEST(Empty, NoRegionsAtAllIsSaidWithAHint) {
  ZooCapture plain{"plain", {fixture::Result()}, {}};
  EXPECT_THAT(assemble(plain).tree.notes, Contains(HasSubstr("Was ncu run with --nvtx")));
  plain.results[0].nvtx = fixture::nvtx_stack({});
  const Assembled recorded = assemble(plain, {}, {"A"});
  EXPECT_THAT(recorded.tree.notes, Contains(HasSubstr("no range was open at any launch")));
  EXPECT_THAT(recorded.tree.missing, ElementsAre("A"));
}

TEST(Scopes, TimesTakeTheSlowestAndOneSlowRankIsPointedOut) {
  std::vector<std::string> bytes;
  std::vector<std::unique_ptr<ReportFile>> files;
  std::vector<ReportSource> sources;
  for (std::uint64_t rank = 0; rank < 4; ++rank) {
    ZooCapture capture = fixture::three_ranges();
    for (fixture::Result& result : capture.results) {
      if (rank == 3) result.metrics[0].value = std::get<double>(result.metrics[0].value) * 2;
    }
    capture.processes.assign(8, {50 + rank, "127.0.0.1", "/synthetic/app"});
    bytes.push_back(capture.bytes());
  }
  for (std::uint64_t rank = 0; rank < 4; ++rank) {
    files.push_back(open_report_bytes(bytes[rank], "r" + std::to_string(rank)));
    sources.push_back({files.back().get(), rank});
  }
  ShownSettings shown;
  shown.metrics = {"dram__bytes_read.sum"};
  const RegionTree tree = assemble_reports({sources, {}, real_metric_table(), shown});

  ASSERT_EQ(tree.scopes.size(), 4u);
  EXPECT_EQ(tree.scopes[3].name, "rank 3 (53/cuda:0)");
  EXPECT_EQ(time_of(tree, "A"), 760);
  EXPECT_EQ(region(tree, "A").all.metrics.at("dram__bytes_read.sum").inclusive, 4 * 64 * 380);
  EXPECT_EQ(region(tree, "A").by_scope[0]->metrics.at(kTime).inclusive, 380);
  EXPECT_THAT(tree.notes, Contains(AllOf(HasSubstr("one slow scope: 'A'"), HasSubstr("rank 3"))));
}

TEST(Scopes, RanksComeFromNamesThatDifferInOneNumber) {
  EXPECT_THAT(ranks_in_names({"run.0.ncu-rep", "run.1.ncu-rep"}), ElementsAre(0u, 1u));
  EXPECT_THAT(ranks_in_names({"r9.x", "r10.x", "r11.x"}), ElementsAre(9u, 10u, 11u));
  EXPECT_THAT(ranks_in_names({"r10.x", "r12.x"}), ElementsAre(10u, 12u));
  const std::optional<std::uint64_t> none;
  EXPECT_THAT(ranks_in_names({"a.x"}), ElementsAre(none));
  EXPECT_THAT(ranks_in_names({"base.x", "head.x"}), ElementsAre(none, none));
  EXPECT_THAT(ranks_in_names({"r1.x", "r01.x"}), ElementsAre(none, none));
  EXPECT_THAT(ranks_in_names({"a1b2", "a2b3"}), ElementsAre(none, none));
}

// ---- Range captures ----

fixture::Result ncu_range(double value, const std::vector<std::string>& stack) {
  fixture::Result result;
  result.kind = fixture::Kind::kRange;
  result.metrics = {{kTime, value, {}}};
  result.nvtx = fixture::nvtx_stack(stack);
  return result;
}

TEST(Ranges, InclusiveIsTheRegionsOwnResultsAndExclusiveDoesNotExist) {
  const ZooCapture capture{"ranges",
                           {ncu_range(100, {"A"}), ncu_range(40, {"A", "A::A1"}),
                            ncu_range(101, {"A"}), ncu_range(9, {"B"})},
                           {}};
  const Assembled ranges = assemble(capture);

  EXPECT_EQ(ranges.tree.kind, CaptureKind::kRange);
  EXPECT_EQ(time_of(ranges.tree, "A"), 201);
  EXPECT_EQ(time_of(ranges.tree, "A/A::A1"), 40);
  EXPECT_EQ(region(ranges.tree, "A").all.instances, 2u);
  for (const Region& region : ranges.tree.regions) {
    EXPECT_FALSE(region.all.metrics.at(kTime).exclusive);
    EXPECT_EQ(region.all.kernels, 0u);
  }
  EXPECT_THAT(ranges.tree.domains, IsEmpty());
}

TEST(Ranges, KernelRowsAreTheCensusBesideThem) {
  ZooCapture capture = fixture::three_ranges();
  capture.results.push_back(ncu_range(1000, {"A"}));
  const Assembled mixed = assemble(capture, {}, {"A"});

  EXPECT_EQ(time_of(mixed.tree, "A"), 1000);
  EXPECT_EQ(region(mixed.tree, "A").all.kernels, 5u);
  EXPECT_EQ(region(mixed.tree, "A").kernel_time, 380);
  EXPECT_FALSE(region(mixed.tree, "A/A::A1").all.metrics.at(kTime).inclusive);
}

TEST(Ranges, BelongToTheDeclaredRegionThatIsAPrefix) {
  const ZooCapture capture{"ranges", {ncu_range(1, {"A", "x", "y"}), ncu_range(2, {"B"})}, {}};

  const Assembled by_path = assemble(capture, {}, {"A/x", "B"});
  EXPECT_EQ(time_of(by_path.tree, "A/x"), 1);
  EXPECT_FALSE(region(by_path.tree, "A").all.metrics.at(kTime).inclusive);
  EXPECT_EQ(by_path.tree.find({"", {"A", "x", "y"}}), nullptr);
  EXPECT_EQ(time_of(assemble(capture, {}, {"A", "B"}).tree, "A"), 1);

  const Assembled some = assemble(capture, {}, {"A"});
  EXPECT_EQ(time_of(some.tree, "B"), 2);  // nobody declared it: where its stack says

  const std::string bytes = capture.bytes();
  const auto file = open_report_bytes(bytes, "ranges");
  const ShownSettings shown;
  const std::string none = error_of(ErrorKind::kMeasurement, [&] {
    assemble_reports({{{file.get(), std::nullopt, {"A"}}}, {}, real_metric_table(), shown});
  });
  EXPECT_THAT(none, AllOf(HasSubstr("range result 1 belongs to none"), HasSubstr("'B' was open")));
  const std::string two = error_of(ErrorKind::kMeasurement, [&] {
    assemble(capture, {}, {"A", "A/x", "B"});
  });
  EXPECT_THAT(two, AllOf(HasSubstr("more than one"), HasSubstr("'A/x'")));
}

TEST(Ranges, OneRegionEachEvenWhenSeveralDomainsWereOpen) {
  ZooCapture capture{"domains", {ncu_range(1, {"A"}), ncu_range(2, {}), ncu_range(4, {})}, {}};
  capture.results[0].nvtx->domains.push_back({1, "lib", {}});
  capture.results[0].nvtx->stacks.push_back({7, 1, {{"NCCL", {}}}});
  capture.results[1].nvtx->start_end = {{1, 0, {"S", {}}, 8}};
  capture.results[2].nvtx->start_end = {{1, 0, {"S", {}}, 8}, {2, 0, {"T", {}}, 8}};
  const Assembled ranges = assemble(capture);

  EXPECT_EQ(time_of(ranges.tree, "A"), 1);
  EXPECT_EQ(time_of(ranges.tree, "startend:S"), 2);
  EXPECT_EQ(ranges.tree.regions.size(), 2u);
  EXPECT_EQ(ranges.tree.outside.all.instances, 1u);
  EXPECT_THAT(ranges.tree.notes, Contains(HasSubstr("1 range result could belong to several")));
}

// Each level has a digit of its own: whatever was formed from two levels shows.
TEST(Ranges, NoValueIsFormedFromTwoLevels) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    ZooCapture capture{"levels", {}, {}};
    std::map<std::vector<std::string>, std::uint64_t> by_hand;
    for (int i = 0; i < 30; ++i) {
      std::vector<std::string> stack(1 + random() % 4);
      for (std::string& label : stack)
        label = std::string(1, static_cast<char>('a' + random() % 2));
      fixture::Result result = ncu_range(0, stack);
      const std::uint64_t value = std::uint64_t{1} << (8 * stack.size());
      result.metrics.push_back({"dram__bytes_read.sum", value, {}});
      by_hand[stack] += value;
      capture.results.push_back(result);
    }
    ShownSettings shown;
    shown.metrics = {"dram__bytes_read.sum"};
    const Assembled levels = assemble(capture, shown);
    for (const Region& region : levels.tree.regions) {
      const Totals& totals = region.all.metrics.at("dram__bytes_read.sum");
      EXPECT_FALSE(totals.exclusive);
      const auto expected = by_hand.find(region.path.labels);
      ASSERT_EQ(totals.inclusive.has_value(), expected != by_hand.end());
      if (!totals.inclusive) continue;
      EXPECT_EQ(totals.inclusive_whole, expected->second);
      const std::uint64_t level = std::uint64_t{1} << (8 * region.path.labels.size());
      EXPECT_EQ(*totals.inclusive_whole % level, 0u);
      EXPECT_LT(*totals.inclusive_whole / level, 256u);
    }
  }
}

TEST(Limits, HostileDepthIsRefusedBeforeMemoryEnds) {
  ZooCapture capture{"deep", {}, {}};
  for (int i = 0; i < 5; ++i) {
    std::vector<std::string> stack(1'900, "r");
    stack[0] += std::to_string(i);
    capture.results.push_back(ncu_range(1, stack));
  }
  const std::string error = error_of(ErrorKind::kMeasurement, [&] { assemble(capture); });
  EXPECT_THAT(error, HasSubstr("is a pop missing"));
}

}  // namespace
}  // namespace ncu_regions
