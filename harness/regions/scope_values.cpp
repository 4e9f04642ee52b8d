#include "harness/regions/scope_values.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/core/metric.h"

namespace ncu_regions {
namespace {

const std::string kLaunches(kHostLaunchesMetric);
const std::string kInstances(kInstancesMetric);

class OneScope {
 public:
  OneScope(const Capture& capture, std::size_t scope)
      : capture_(capture), parents_(capture.parents), out_(capture.paths.size()) {
    threads_.resize(capture.paths.size());
    for (const Result& result : capture.results) {
      if (result.scope == scope && result.kind == ResultKind::kRange) add_range(result);
    }
    for (const Result& result : capture.results) {
      if (result.scope == scope && result.kind == ResultKind::kKernel) add_kernels(result);
    }
    finish();
  }

  std::vector<std::optional<ScopeValues>> take() { return std::move(out_); }

 private:
  // The values of instances are the ranges' own, children included.
  void add_range(const Result& result) {
    const std::size_t path = result.paths.front();
    const bool is_new = !out_[path];
    if (is_new) out_[path].emplace();
    ScopeValues& values = *out_[path];
    values.instances += result.count;
    threads_[path].insert(result.thread);
    for (std::size_t i = 0; i < capture_.metrics.size(); ++i) {
      add_values(values.metrics[capture_.metrics[i].name].inclusive, is_new,
                 result.values.empty() ? nullptr : &result.values[i]);
    }
  }

  // A sum with a hole is no sum.
  static void add_values(std::optional<double>& sum, bool is_new,
                         const std::vector<double>* values) {
    if (is_new) sum = 0.0;
    if (values == nullptr) sum.reset();
    if (!sum || values == nullptr) return;
    for (const double value : *values) *sum += value;
    if (std::isnan(*sum)) sum.reset();
  }

  // A kernel counts once in each region of its stack, in each domain.
  void add_kernels(const Result& result) {
    const auto count = static_cast<double>(result.count);
    for (const std::size_t innermost : result.paths) {
      add_launches(innermost, count, count);
      for (auto at = parents_[innermost]; at; at = parents_[*at]) add_launches(*at, count, 0);
    }
  }

  // A launch may stand in a range that the process never left, or opened before a fork.
  void add_launches(std::size_t path, double inclusive, double exclusive) {
    if (!out_[path]) out_[path].emplace();
    Totals& totals = launches(*out_[path]);
    *totals.inclusive += inclusive;
    *totals.exclusive += exclusive;
  }

  static Totals& launches(ScopeValues& values) {
    return values.metrics.try_emplace(kLaunches, Totals{0.0, 0.0}).first->second;
  }

  void finish() {
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (!out_[i]) continue;
      const auto instances = static_cast<double>(out_[i]->instances);
      out_[i]->metrics[kInstances] = {instances, instances};
      out_[i]->threads = threads_[i].size();
      Totals& kernel_launches = launches(*out_[i]);
      out_[i]->kernels = static_cast<std::uint64_t>(kernel_launches.inclusive.value_or(0));
      out_[i]->kernels_directly = static_cast<std::uint64_t>(kernel_launches.exclusive.value_or(0));
      if (capture_.paths[i].start_end) kernel_launches.exclusive.reset();
    }
    for (const CaptureMetric& metric : capture_.metrics) make_exclusive(metric.name);
  }

  void make_exclusive(const std::string& metric) {
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (!out_[i] || capture_.paths[i].start_end) continue;
      Totals& totals = out_[i]->metrics[metric];
      totals.exclusive = totals.inclusive;
    }
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (!out_[i] || !parents_[i] || !out_[*parents_[i]]) continue;
      std::optional<double>& above = out_[*parents_[i]]->metrics[metric].exclusive;
      const std::optional<double>& own = out_[i]->metrics[metric].inclusive;
      if (own && above) {
        *above -= *own;
      } else {
        above.reset();
      }
    }
  }

  const Capture& capture_;
  const std::vector<std::optional<std::size_t>>& parents_;
  std::vector<std::optional<ScopeValues>> out_;
  std::vector<std::set<std::uint64_t>> threads_;
};

AcrossScopes across(const Capture& capture, const std::string& metric) {
  const auto found = std::ranges::find(capture.metrics, metric, &CaptureMetric::name);
  return found == capture.metrics.end() ? AcrossScopes::kSum : found->across;
}

// Without a value in one of the scopes there is none for all.
void combine(std::optional<double>& into, const std::optional<double>& value, AcrossScopes how) {
  if (!into || !value) {
    into.reset();
  } else {
    into = how == AcrossScopes::kSum ? *into + *value : std::max(*into, *value);
  }
}

void combine(ScopeValues& into, const ScopeValues& values, const Capture& capture) {
  into.instances += values.instances;
  into.threads += values.threads;
  into.kernels += values.kernels;
  into.kernels_directly += values.kernels_directly;
  for (const auto& [metric, totals] : values.metrics) {
    Totals& sum = into.metrics[metric];
    combine(sum.inclusive, totals.inclusive, across(capture, metric));
    combine(sum.exclusive, totals.exclusive, across(capture, metric));
  }
}

}  // namespace

std::vector<std::optional<ScopeValues>> values_of_scope(const Capture& capture, std::size_t scope) {
  return OneScope(capture, scope).take();
}

ScopeValues over_scopes(const Capture& capture,
                        const std::vector<std::optional<ScopeValues>>& by_scope) {
  std::optional<ScopeValues> all;
  for (const std::optional<ScopeValues>& values : by_scope) {
    if (!values) continue;
    if (all) {
      combine(*all, *values, capture);
    } else {
      all = values;
    }
  }
  return all.value_or(ScopeValues{});
}

}  // namespace ncu_regions
