#include "tests/support/page_fixture.h"

#include <cmath>

#include "harness/core/median.h"

namespace ncu_regions {
namespace {

const std::vector<std::string>& fixture_metrics() {
  static const std::vector<std::string> kNames = {
      "gpu__time_duration.sum",
      "smsp__inst_executed.sum",
      "dram__bytes_read.sum",
      "dram__bytes_write.sum",
      "lts__t_sectors.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
      "l1tex__data_bank_conflicts_pipe_lsu.sum",
      "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
      "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
      "smsp__inst_executed_op_branch.sum",
      "smsp__inst_issued.sum",
      "sm__inst_executed_pipe_tensor.sum",
      "lts__t_requests.sum",
      "lts__t_sectors_op_read.sum",
      "lts__t_sectors_op_write.sum",
      "dram__sectors_read.sum",
      "dram__sectors_write.sum",
      "smsp__warps_launched.sum",
      "sm__ctas_launched.sum",
  };
  return kNames;
}

// Numbers that look measured, and are the same everywhere.
class Noise {
 public:
  double next() {  // from 0 to 1
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) / 9007199254740992.0;
  }

 private:
  std::uint64_t state_ = 42;
};

class PageMaker {
 public:
  explicit PageMaker(const PageShape& shape) : shape_(shape) {}

  PageFixture make() {
    add_head();
    add_regions();
    for (std::size_t i = out_.tree.regions.size(); i-- > 0;) add_values(i);
    for (std::size_t i = 0; i < out_.tree.regions.size(); ++i) add_verdicts(i);
    return std::move(out_);
  }

 private:
  void add_head() {
    const std::string name = "synthetic_" + std::to_string(shape_.regions) + "_regions";
    out_.run.workload = out_.outcome.workload = name;
    out_.run.version = "ncu-regions";
    out_.run.tool = "ncu-regions";
    out_.run.folder = "build/ncu-regions/" + name;
    out_.run.fingerprint = {{"measured", "nothing: synthetic values"}};
    out_.outcome.kind = "kernel";
    out_.outcome.device = "synthetic";
    out_.outcome.profiler_reason = "nobody: all values are synthetic";
    out_.outcome.baseline = {"baselines/synthetic.json", true, "0123abc", "2026-01-01"};
    out_.outcome.spent = {shape_.captures, 0, 0, 1};
    out_.tree.kind = CaptureKind::kKernel;
    out_.tree.has_instances = false;
    out_.tree.time_metric = fixture_metrics().front();
    for (std::size_t i = 0; i < shape_.metrics; ++i) {
      ShownMetric metric;
      metric.name = fixture_metrics()[i];
      metric.unit = i == 0 ? "ns" : metric.name.starts_with("dram__bytes") ? "byte" : "inst";
      metric.roll_up = metric.across = RollUp::kSum;
      metric.column = i;
      out_.tree.shown.push_back(metric);
    }
  }

  // "step", below it up to nine "layer"s, below each up to nine "kernel group"s.
  void add_regions() {
    std::vector<Region>& regions = out_.tree.regions;
    for (std::size_t i = 0; i < shape_.regions; ++i) {
      const std::size_t level = i % 91 == 0 ? 0 : (i % 91) % 9 == 1 ? 1 : 2;
      Region region;
      region.depth = level;
      for (std::size_t j = regions.size(); level > 0 && j-- > 0;) {
        if (regions[j].depth + 1 != level) continue;
        region.parent = j;
        region.path = regions[j].path;
        break;
      }
      region.path.labels.push_back(name(i, level));
      regions.push_back(std::move(region));
    }
    for (std::size_t i = 0; i < regions.size(); ++i) {
      std::size_t end = i + 1;
      while (end < regions.size() && regions[end].depth > regions[i].depth) ++end;
      regions[i].end = end;
    }
  }

  std::string name(std::size_t i, std::size_t level) const {
    if (!shape_.names.empty()) return shape_.names[i % shape_.names.size()];
    static const char* const kLevels[] = {"step ", "layer ", "op "};
    return kLevels[level] + std::to_string(i);
  }

  // Children first: what is directly in a region comes on top.
  void add_values(std::size_t index) {
    Region& region = out_.tree.regions[index];
    region.all.kernels = region.all.kernels_directly = 2;
    for (std::size_t i = 0; i < shape_.metrics; ++i) {
      double value = std::floor(1e5 + 9e5 * noise_.next() * static_cast<double>(i + 1));
      for (std::size_t j = index + 1; j < region.end; ++j) {
        if (out_.tree.regions[j].parent == index) {
          value += *out_.tree.regions[j].all.metrics[fixture_metrics()[i]].inclusive;
        }
      }
      Totals totals;
      totals.inclusive = value;
      totals.results = totals.measured = 2;
      region.all.metrics[fixture_metrics()[i]] = totals;
    }
  }

  Samples samples_around(double value) {
    Samples samples;
    for (std::size_t i = 0; i < shape_.captures; ++i) {
      samples.push_back(std::round(value * (0.998 + 0.004 * noise_.next())));
    }
    return samples;
  }

  void add_verdicts(std::size_t index) {
    const Region& region = out_.tree.regions[index];
    const bool is_red = shape_.red_every > 0 && index % shape_.red_every == shape_.red_every - 1;
    for (std::size_t i = 0; i < shape_.metrics; ++i) {
      const double now = *region.all.metrics.at(fixture_metrics()[i]).inclusive;
      const bool is_worse = is_red && i < 2;
      Verdict verdict;
      verdict.declared = written_form(region.path);
      verdict.region = region.path;
      verdict.metric = fixture_metrics()[i];
      verdict.unit = out_.tree.shown[i].unit;
      verdict.family = "gpu_count";
      verdict.is_additive = true;
      verdict.budget = {0.03, 0};
      verdict.budget_origin = "synthetic";
      verdict.now_samples = samples_around(now);
      verdict.baseline_samples =
          samples_around(is_worse ? now / (1.04 + 0.1 * noise_.next()) : now);
      verdict.now = median(verdict.now_samples);
      verdict.baseline = median(verdict.baseline_samples);
      verdict.allowed = 0.03 * *verdict.baseline;
      verdict.word = is_worse ? VerdictWord::kRegressed : VerdictWord::kPass;
      verdict.reason = "synthetic";
      verdict.evidence.emplace();
      verdict.evidence->decision.step = "look1";
      verdict.evidence->decision.n_base = verdict.evidence->decision.n_now = shape_.captures;
      out_.outcome.verdicts.push_back(std::move(verdict));
    }
  }

  PageShape shape_;
  Noise noise_;
  PageFixture out_;
};

}  // namespace

PageFixture page_fixture(const PageShape& shape) { return PageMaker(shape).make(); }

}  // namespace ncu_regions
