#include "harness/regions/report_values.h"

#include <algorithm>
#include <set>

namespace ncu_regions {
namespace {

// What was gathered of some results, by column.
struct Gathered {
  std::uint64_t results = 0;
  std::vector<Accumulator> values;

  void merge(std::uint64_t more, const std::vector<Accumulator>& others) {
    results += more;
    if (values.size() < others.size()) values.resize(others.size());
    for (std::size_t i = 0; i < others.size(); ++i) values[i].merge(others[i]);
  }
  void merge(const Gathered& other) { merge(other.results, other.values); }
};

// Metrics may be shown in several sections: their values are made once. The time is always there.
std::vector<ShownMetric> distinct_metrics(const RegionTree& tree) {
  std::vector<ShownMetric> metrics;
  std::set<std::string_view> seen;
  for (const ShownMetric& metric : tree.shown) {
    if (seen.insert(metric.name).second) metrics.push_back(metric);
  }
  if (tree.time_column && !seen.contains(tree.time_metric)) {
    metrics.push_back(
        {tree.time_metric, "ns", RollUp::kSum, RollUp::kMax, "", tree.time_column, false, "", ""});
  }
  return metrics;
}

class Values {
 public:
  Values(RegionTree& tree, bool selected_only) : tree_(tree), selected_only_(selected_only) {
    metrics_ = distinct_metrics(tree);
    by_scope_.resize(tree.scopes.size());
    for (const KernelGroup& group : tree.rows.groups) by_scope_[group.scope].push_back(&group);
  }

  struct Result {
    ScopeValues all;
    std::vector<std::optional<ScopeValues>> by_scope;
    std::optional<double> kernel_time;
  };

  // One per region, then one for outside, one for unlabeled.
  std::vector<Result> make() {
    const std::size_t places = tree_.regions.size() + 2;
    std::vector<Result> results(places);
    std::vector<Gathered> all_inclusive(places);
    std::vector<Gathered> all_exclusive(places);
    std::vector<Gathered> all_ranges(places);
    for (std::size_t scope = 0; scope < tree_.scopes.size(); ++scope) {
      gather(scope);
      for (std::size_t i = 0; i < places; ++i) {
        const bool is_there = inclusive_[i].results > 0 || ranges_[i].results > 0;
        results[i].by_scope.push_back(
            is_there ? std::optional(values(i, inclusive_[i], exclusive_[i], ranges_[i]))
                     : std::nullopt);
        all_inclusive[i].merge(inclusive_[i]);
        all_exclusive[i].merge(exclusive_[i]);
        all_ranges[i].merge(ranges_[i]);
        keep_slowest(results[i].kernel_time, kernel_time(inclusive_[i]));
      }
    }
    for (std::size_t i = 0; i < places; ++i) {
      results[i].all = values(i, all_inclusive[i], all_exclusive[i], all_ranges[i]);
      combine_scopes(results[i]);
    }
    return results;
  }

 private:
  void gather(std::size_t scope) {
    const std::size_t places = tree_.regions.size() + 2;
    exclusive_.assign(places, {});
    ranges_.assign(places, {});
    for (const KernelGroup* group : by_scope_[scope]) add(*group);
    inclusive_ = exclusive_;
    // Children come after their parents: going backwards, each is complete when it is added.
    for (std::size_t i = tree_.regions.size(); i-- > 0;) {
      if (const auto parent = tree_.regions[i].parent) inclusive_[*parent].merge(inclusive_[i]);
    }
  }

  void add(const KernelGroup& group) {
    const bool is_range = tree_.rows.kernels[group.kernel].is_range();
    std::vector<Gathered>& into = is_range ? ranges_ : exclusive_;
    for (const Standing& standing : group.in) {
      if (!standing.selected && selected_only_) continue;
      into[standing.region].merge(group.launches, group.values);
    }
    if (!group.in.empty() || (!group.selected && selected_only_)) return;
    into[tree_.regions.size() + (group.recorded ? 0 : 1)].merge(group.launches, group.values);
  }

  // Results of ranges belong to their region alone: nothing of another level is in them.
  ScopeValues values(std::size_t place, const Gathered& inclusive, const Gathered& exclusive,
                     const Gathered& ranges) const {
    ScopeValues values;
    values.kernels = inclusive.results;
    values.kernels_directly = exclusive.results;
    values.instances = ranges.results;
    for (const ShownMetric& metric : metrics_) {
      Totals totals = tree_.is_range() ? total(metric, ranges) : total(metric, inclusive);
      const bool nests = place < tree_.regions.size() && !tree_.regions[place].path.start_end;
      if (!tree_.is_range() && nests) {
        const Totals own = total(metric, exclusive);
        totals.exclusive = own.inclusive;
        totals.exclusive_whole = own.inclusive_whole;
      }
      // At the end: most of the time they come in their order.
      values.metrics.emplace_hint(values.metrics.end(), metric.name, std::move(totals));
    }
    return values;
  }

  Totals total(const ShownMetric& metric, const Gathered& gathered) const {
    static const Accumulator kNothing;
    const bool is_there = metric.column && *metric.column < gathered.values.size();
    Totals totals = totals_of(metric, is_there ? gathered.values[*metric.column] : kNothing,
                              gathered.results, tree_.rows);
    // Of no kernel at all the sum is 0; of a range that was not measured it is nothing.
    if (gathered.results == 0 && metric.column && !tree_.is_range() &&
        metric.roll_up == RollUp::kSum) {
      totals.inclusive = 0;
      totals.inclusive_whole = 0;
    }
    return totals;
  }

  // Times take the slowest scope.
  void combine_scopes(Result& result) const {
    for (const ShownMetric& metric : metrics_) {
      if (metric.across == metric.roll_up) continue;
      Totals& all = result.all.metrics.at(metric.name);
      const auto over = [&](std::optional<double> Totals::*value) {
        std::optional<double> slowest;
        for (const auto& scope : result.by_scope) {
          if (scope) keep_slowest(slowest, scope->metrics.at(metric.name).*value);
        }
        if (slowest) all.*value = slowest;
      };
      over(&Totals::inclusive);
      over(&Totals::exclusive);
      if (tree_.scopes.size() > 1) {
        all.inclusive_whole.reset();
        all.exclusive_whole.reset();
      }
    }
  }

  static void keep_slowest(std::optional<double>& slowest, const std::optional<double>& next) {
    if (next && (!slowest || *next > *slowest)) slowest = next;
  }

  std::optional<double> kernel_time(const Gathered& inclusive) const {
    if (!tree_.is_range() || !tree_.time_column || inclusive.results == 0) return {};
    const auto time = std::ranges::find(metrics_, tree_.time_metric, &ShownMetric::name);
    return total(*time, inclusive).inclusive;
  }

  RegionTree& tree_;
  bool selected_only_;
  std::vector<ShownMetric> metrics_;
  std::vector<std::vector<const KernelGroup*>> by_scope_;
  // Of the scope at hand, by place.
  std::vector<Gathered> exclusive_, inclusive_, ranges_;
};

Unfiltered unfiltered(const ScopeValues& values) { return {values.kernels, values.metrics}; }

}  // namespace

Totals totals_of(const ShownMetric& metric, const Accumulator& values, std::uint64_t results,
                 const KernelRows& rows) {
  Totals totals;
  totals.inclusive = values.value(metric.roll_up);
  if (metric.roll_up == RollUp::kSum && values.measured() > 0) {
    totals.inclusive_whole = values.sum().whole();
  }
  totals.results = results;
  totals.measured = values.measured();
  if (values.measured() > 0) totals.each = {values.min(), values.mean(), values.max()};
  if (const auto* text = std::get_if<TextId>(&values.same())) {
    totals.is_mixed = values.is_mixed();
    if (!totals.is_mixed) totals.text = rows.texts[text->id];
  }
  if (metric.roll_up == RollUp::kSame) totals.is_mixed = values.is_mixed();
  if (metric.roll_up == RollUp::kMean) {
    if (values.weighted() > 0) totals.weight = values.weight();
    totals.without_weight = values.measured() - values.weighted();
  }
  return totals;
}

void add_values_to_groups(RegionTree& tree) {
  KernelRows& rows = tree.rows;
  struct Wanted {
    std::size_t column;
    std::optional<std::size_t> weight;
  };
  std::vector<Wanted> wanted;
  for (const ShownMetric& metric : distinct_metrics(tree)) {
    if (!metric.column) continue;
    wanted.push_back({*metric.column, std::nullopt});
    const auto weight = std::ranges::find(rows.columns, metric.weight);
    if (!metric.weight.empty() && weight != rows.columns.end()) {
      wanted.back().weight = static_cast<std::size_t>(weight - rows.columns.begin());
    }
  }
  for (KernelGroup& group : rows.groups) group.values.resize(rows.columns.size());
  for (const KernelRow& row : rows.rows) {
    std::vector<Accumulator>& values = rows.groups[row.group].values;
    for (const auto& [column, weight] : wanted) {
      const Cell& cell = rows.cell(row, column);
      if (weight) {
        values[column].add_weighted(cell, number_of(rows.cell(row, *weight)));
      } else {
        values[column].add(cell);
      }
    }
  }
}

void add_values_to_regions(RegionTree& tree, bool has_selection) {
  auto results = Values(tree, true).make();
  const std::size_t regions = tree.regions.size();
  for (std::size_t i = 0; i < regions; ++i) {
    tree.regions[i].all = std::move(results[i].all);
    tree.regions[i].by_scope = std::move(results[i].by_scope);
    tree.regions[i].kernel_time = results[i].kernel_time;
  }
  tree.outside = {std::move(results[regions].all), std::move(results[regions].by_scope), {}};
  tree.unlabeled = {
      std::move(results[regions + 1].all), std::move(results[regions + 1].by_scope), {}};
  if (!has_selection) return;
  const auto everything = Values(tree, false).make();
  for (std::size_t i = 0; i < regions; ++i) {
    tree.regions[i].unfiltered = unfiltered(everything[i].all);
  }
  tree.outside.unfiltered = unfiltered(everything[regions].all);
  tree.unlabeled.unfiltered = unfiltered(everything[regions + 1].all);
}

}  // namespace ncu_regions
