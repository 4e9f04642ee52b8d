#include <gtest/gtest.h>

#include "harness/core/metric.h"
#include "harness/render/report.h"
#include "tests/support/golden.h"

namespace ncu_regions {
namespace {

const std::string kInst(kHostInstructionsMetric);

Region region(RegionPath path, std::optional<std::size_t> parent, double inclusive,
              std::optional<double> exclusive) {
  Region region;
  region.depth = path.labels.size() - 1;
  region.path = std::move(path);
  region.parent = parent;
  region.all.instances = 2;
  region.all.metrics[kInst] = {inclusive, exclusive};
  region.all.metrics[std::string(kHostTimeMetric)] = {1234567.0, 1000.0};
  region.all.metrics[std::string(kHostLaunchesMetric)] = {3.0, 1.0};
  region.all.kernels = 3;
  region.all.kernels_directly = 1;
  return region;
}

// Launches of a kernel directly in a region, or outside.
void add_kernel(RegionTree& tree, const std::string& name, std::uint64_t launches,
                std::optional<std::size_t> region) {
  KernelGroup group;
  group.kernel = tree.rows.kernels.size();
  group.launches = launches;
  if (region) group.in = {{*region, true}};
  if (!region) tree.outside.all.kernels += launches;
  KernelRow row;
  row.group = tree.rows.groups.size();
  row.id = tree.rows.rows.size();
  row.launches = launches;
  row.grid = row.block = Dim3{4, 1, 1};
  tree.rows.kernels.push_back({name, "", "", "", ReportResultKind::kKernel});
  tree.rows.groups.push_back(group);
  tree.rows.rows.push_back(row);
}

Verdict verdict(const RegionPath& path, VerdictWord word, std::optional<double> before,
                std::optional<double> now) {
  Verdict verdict;
  verdict.declared = path.labels.back();
  verdict.region = path;
  verdict.metric = kInst;
  verdict.unit = "inst";
  verdict.deterministic = true;
  verdict.word = word;
  verdict.baseline = before;
  verdict.now = now;
  verdict.budget = {0.001, 1000};
  verdict.budget_origin = "conf/metrics.yaml";
  verdict.reason = "a reason";
  return verdict;
}

class ReportGolden : public testing::Test {
 protected:
  ReportGolden() {
    run_.workload = "net";
    run_.folder = "/build/run";
    run_.tool = "/build/bin/ncu-regions";
    run_.version = "ncu-regions 0.1.0 (abc)";
    run_.captures = {{"1-host-time", "time", {"/bin/net"}, 0, 0.5}};
    run_.fingerprint = {{"compiler", "GNU 12.2.0"}, {"arguments", ""}};
    tree_.regions = {region({"", {"A"}}, std::nullopt, 1'000'000, 400'000),
                     region({"", {"A", "A::A1"}}, 0, 600'000, 600'000),
                     region({"", {"B"}}, std::nullopt, 5, std::nullopt)};
    tree_.time_metric = kHostTimeMetric;
    tree_.scopes = {{"process 1", 100}};
    for (std::size_t i = 0; i < 3; ++i) {
      tree_.regions[i].end = i == 0 ? 2 : i + 1;
      add_kernel(tree_, "conv3x3", 1, i);
    }
    add_kernel(tree_, "warm_up", 12, std::nullopt);
    index_groups(tree_);
    outcome_.workload = "net";
    outcome_.kind = "host";
    outcome_.device = "host-x86_64";
    outcome_.profiler_reason = "this machine has no NVIDIA driver (nothing there)";
    outcome_.baseline = {"/b/net.json", true, "abc", "2026-01-02"};
  }

  void add(std::size_t index, VerdictWord word, std::optional<double> before,
           std::optional<double> now) {
    outcome_.verdicts.push_back(verdict(tree_.regions[index].path, word, before, now));
  }
  std::string markdown() { return report_markdown({run_, tree_, &outcome_}); }
  std::string json() { return report_json({run_, tree_, &outcome_}); }

  RunRecord run_;
  RegionTree tree_;
  Outcome outcome_;
};

TEST_F(ReportGolden, AllGreen) {
  for (std::size_t i = 0; i < 3; ++i) add(i, VerdictWord::kPass, 5, 5);

  expect_golden("render/all_green.md", markdown());
  expect_golden("render/all_green.json", json());
}

TEST_F(ReportGolden, TwoProcessesAndFurtherMetrics) {
  for (std::size_t i = 0; i < 3; ++i) add(i, VerdictWord::kPass, 5, 5);
  tree_.scopes = {{"rank 0", 100}, {"rank 1", 101}};
  for (Region& region : tree_.regions) {
    region.by_scope = {region.all, std::nullopt};
    region.all.metrics["host__sim_data_reads.sum"] = {77.0, 7.0};
  }
  tree_.regions[0].by_scope[1] = tree_.regions[1].all;

  expect_golden("render/two_processes.md", markdown());
  expect_golden("render/two_processes.json", json());
  expect_golden("render/two_processes.txt", tree_text(tree_));
}

TEST_F(ReportGolden, EveryKindOfFindingWorstFirst) {
  add(2, VerdictWord::kImproved, 10'000, 5'000);
  add(0, VerdictWord::kRegressed, 900'000, 1'000'000);
  add(1, VerdictWord::kNotMeasured, std::nullopt, std::nullopt);
  add(2, VerdictWord::kIncomparable, std::nullopt, 5);
  add(2, VerdictWord::kNoBaseline, std::nullopt, 5);
  add(2, VerdictWord::kSuspect, 4, 5);
  outcome_.verdicts.back().gate = Gate::kWarn;
  add(0, VerdictWord::kRegressed, 10, 12);
  outcome_.verdicts.back().per_instance = true;
  add(1, VerdictWord::kOverLimit, std::nullopt, 96);
  outcome_.verdicts.back().gate = Gate::kInfo;
  outcome_.verdicts.back().max = 64;
  add(1, VerdictWord::kWaived, 10, 12);
  outcome_.verdicts.back().waived = VerdictWord::kRegressed;
  add(1, VerdictWord::kWaiverStale, 10, 10);
  outcome_.notes = {"a note"};

  expect_golden("render/findings.md", markdown());
}

TEST_F(ReportGolden, SideBySide) {
  outcome_.mode = Mode::kSideBySide;
  outcome_.base = "/base/build/net";
  outcome_.baseline.exists = false;
  outcome_.family = outcome_.undecided = 2;
  outcome_.spent = {8, 8, 5, 12.34};
  add(0, VerdictWord::kRegressed, 900'000, 1'000'000);
  outcome_.verdicts.back().deterministic = false;
  add(1, VerdictWord::kPass, 10, 10);
  add(2, VerdictWord::kNoBaseline, std::nullopt, 5);

  expect_golden("render/side_by_side.md", markdown());
}

TEST_F(ReportGolden, FirstRunWithoutBaseline) {
  outcome_.baseline.exists = false;
  for (std::size_t i = 0; i < 3; ++i) add(i, VerdictWord::kNoBaseline, std::nullopt, 5);

  expect_golden("render/first_run.md", markdown());
}

TEST_F(ReportGolden, NothingMeasured) {
  tree_ = {};
  index_groups(tree_);
  run_.captures.clear();
  run_.fingerprint.clear();
  outcome_.skipped = true;

  expect_golden("render/skipped.md", markdown());
}

TEST_F(ReportGolden, HostileNamesStayText) {
  const std::string hostile = "<script>|`[x](http://y)` @me #1 {{ x }} ::error::\n# h\x1b[31m";
  tree_.regions[0].path.labels = {hostile};
  tree_.rows.kernels[0].name = hostile;
  outcome_.profiler_reason = hostile;
  outcome_.notes = {hostile};
  outcome_.workload = hostile;
  add(0, VerdictWord::kNotMeasured, std::nullopt, std::nullopt);
  outcome_.verdicts.back().reason = hostile;

  expect_golden("render/hostile.md", markdown());
}

}  // namespace
}  // namespace ncu_regions
