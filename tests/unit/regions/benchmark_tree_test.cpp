#include "harness/regions/benchmark_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/core/metric.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kReal(kBenchmarkTimeMetric);

BenchmarkFile repetitions(const std::map<std::string, std::vector<double>>& times) {
  BenchmarkFile file;
  file.name = "b.json";
  file.metrics = {kReal};
  for (const auto& [name, values] : times) {
    for (const double value : values) {
      BenchmarkRow row;
      row.name = name;
      row.values = {{0, value}};
      file.rows.push_back(row);
    }
  }
  return file;
}

BenchmarkTrees trees_of(const BenchmarkFile& file) {
  return assemble_benchmarks(std::span(&file, 1), MetricTable());
}

double time_in(const RegionTree& tree, const std::string& name) {
  return tree.find(benchmark_path(name))->all.metrics.at(kReal).inclusive.value();
}

TEST(BenchmarkTree, ANameIsWrittenAsGoogleBenchmarkWritesIt) {
  EXPECT_EQ(written_form(benchmark_path("sort<int>/10/threads:2")), "sort<int>/10/threads:2");
  EXPECT_THAT(benchmark_path("a//b").labels, ElementsAre("a//b"));
  for (const char* name : {"a//b", "/", "a/", "startend:x/1", "a@b", "\\"}) {
    EXPECT_EQ(parse_written_form(written_form(benchmark_path(name))), benchmark_path(name)) << name;
  }
}

TEST(BenchmarkTree, EachRepetitionIsASampleAndFewerAreNoGap) {
  const BenchmarkTrees trees = trees_of(repetitions({{"a", {1, 2, 6}}, {"b/1", {5}}}));

  ASSERT_EQ(trees.samples.size(), 3u);
  EXPECT_THAT(trees.regions[0], IsEmpty());
  EXPECT_THAT(trees.regions[1], ElementsAre("a"));
  EXPECT_EQ(time_in(trees.samples[2], "a"), 6);
  EXPECT_EQ(trees.samples[1].find(benchmark_path("b/1")), nullptr);
  EXPECT_EQ(trees.samples[0].kind, CaptureKind::kBenchmark);
  EXPECT_EQ(time_in(trees.summary, "a"), 2);
  const Totals& totals = trees.summary.regions[0].all.metrics.at(kReal);
  EXPECT_EQ(totals.each->max, 6);
  EXPECT_EQ(totals.results, 3u);
}

TEST(BenchmarkTree, FilesFollowEachOther) {
  const std::vector<BenchmarkFile> files = {repetitions({{"a", {1, 2}}}),
                                            repetitions({{"a", {3}}, {"b", {4}}})};
  const BenchmarkTrees trees = assemble_benchmarks(files, MetricTable());

  ASSERT_EQ(trees.samples.size(), 3u);
  EXPECT_EQ(time_in(trees.samples[2], "a"), 3);
  EXPECT_EQ(time_in(trees.samples[0], "b"), 4);
}

TEST(BenchmarkTree, OneFailureIsEnough) {
  BenchmarkFile file = repetitions({{"a", {1, 2}}});
  file.rows[1].is_failed = true;
  file.rows[1].message = "out of\nluck";
  file.rows[1].values.clear();

  const Region region = trees_of(file).samples[0].regions[0];

  EXPECT_THAT(region.all.metrics, IsEmpty());
  EXPECT_EQ(region.not_measured.at(kReal), "the benchmark did not run: out of\\x0aluck");
}

TEST(BenchmarkTree, TwoBenchmarksOfOneNameAreNeither) {
  BenchmarkFile file = repetitions({{"a", {1, 2}}});
  file.rows[0].family = 0;
  file.rows[1].family = 1;
  EXPECT_THAT(trees_of(file).summary.regions[0].not_measured.at(kReal),
              HasSubstr("two benchmarks have this name"));
}

TEST(BenchmarkTree, NoNumberIsNoValue) {
  const BenchmarkTrees trees = trees_of(repetitions({{"a", {std::nan(""), 3}}, {"b", {1.7e308}}}));
  EXPECT_FALSE(trees.samples[0].regions[0].all.metrics.at(kReal).inclusive);
  EXPECT_THAT(trees.samples[0].regions[0].not_measured.at(kReal), HasSubstr("no number"));
  EXPECT_EQ(time_in(trees.summary, "a"), 3);
  EXPECT_FALSE(trees.summary.regions[1].all.metrics.at(kReal).inclusive);
}

TEST(BenchmarkTree, ManyRepetitionsBecomeMediansOfNeighbours) {
  std::vector<double> times;
  for (int i = 0; i < 180; ++i) times.push_back(i);
  const BenchmarkTrees trees = trees_of(repetitions({{"a", times}}));

  ASSERT_EQ(trees.samples.size(), kMostSamples);
  EXPECT_EQ(time_in(trees.samples[0], "a"), 1);  // of 0, 1, 2
  EXPECT_EQ(time_in(trees.samples[59], "a"), 178);
  EXPECT_THAT(trees.notes, ElementsAre(HasSubstr("up to 180 repetitions")));
  EXPECT_EQ(trees.summary.regions[0].all.metrics.at(kReal).results, 180u);
}

}  // namespace
}  // namespace ncu_regions
