#include "harness/regions/assembly.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "harness/core/host_pass.h"
#include "harness/core/metric.h"
#include "harness/regions/depth_first.h"
#include "harness/regions/scope_values.h"

namespace ncu_regions {
namespace {

// Node numbers are the capture's path numbers until they are sorted.
class Assembly {
 public:
  explicit Assembly(const Capture& capture) : capture_(capture) {
    tree_.scopes = capture.scopes;
    tree_.time_metric = kHostTimeMetric;
    tree_.notes = capture.notes;
    tree_.overlaps = capture.overlaps;
    name_columns();
    add_nodes();
    add_values();
    find_first_threads();
    say_what_was_left_open();
    for (const Result& result : capture.results) {
      if (result.kind == ResultKind::kKernel) add_kernel(result);
    }
    drop_incomplete();
    count_outside();
  }

  RegionTree take() {
    sort_depth_first();
    return std::move(tree_);
  }

 private:
  void add_nodes() {
    tree_.regions.resize(capture_.paths.size());
    for (std::size_t i = 0; i < capture_.paths.size(); ++i) {
      Region& region = tree_.regions[i];
      region.path = capture_.paths[i];
      region.depth = region.path.labels.size() - 1;
      region.parent = capture_.parents[i];
      const auto source = capture_.sources.find(i);
      if (source != capture_.sources.end()) region.source = source->second;
    }
  }

  // Kernels have values of what is counted, not of times: those of a launch are not its kernel's.
  void name_columns() {
    if (capture_.pass != to_string(HostPass::kCount)) return;
    for (const CaptureMetric& metric : capture_.metrics) {
      tree_.rows.columns.push_back(metric.name);
    }
  }

  void add_values() {
    for (std::size_t scope = 0; scope < capture_.scopes.size(); ++scope) {
      auto values = values_of_scope(capture_, scope);
      for (std::size_t i = 0; i < values.size(); ++i) {
        tree_.regions[i].by_scope.push_back(std::move(values[i]));
      }
    }
    for (Region& region : tree_.regions) region.all = over_scopes(capture_, region.by_scope);
  }

  void find_first_threads() {
    first_thread_.resize(tree_.regions.size());
    for (std::size_t i = capture_.results.size(); i-- > 0;) {
      const Result& result = capture_.results[i];
      if (result.kind == ResultKind::kRange) {
        first_thread_[result.paths.front()] = {result.scope, result.thread};
      }
    }
  }

  // Where nothing was measured at the end of a range that never ended.
  void say_what_was_left_open() {
    for (const Result& result : capture_.results) {
      if (result.open_at_exit == 0) continue;
      Region& region = tree_.regions[result.paths.front()];
      for (const CaptureMetric& metric : capture_.metrics) {
        if (region.all.metrics[metric.name].inclusive) continue;
        region.not_measured[metric.name] =
            "it was still open when its thread ended: is a pop or an end missing?";
      }
    }
  }

  // Launches that share everything are one row.
  void add_kernel(const Result& result) {
    KernelRows& rows = tree_.rows;
    const auto [kernel, is_new] = kernels_.emplace(result.name, rows.kernels.size());
    if (is_new) rows.kernels.push_back({result.name, "", "", "", ReportResultKind::kKernel});
    const auto [group, is_first] =
        groups_.emplace(std::tuple(kernel->second, result.scope, result.paths), rows.groups.size());
    if (is_first) add_group(result, kernel->second);
    KernelRow row;
    row.group = group->second;
    row.id = rows.rows.size();
    row.grid = Dim3{result.grid[0], result.grid[1], result.grid[2]};
    row.block = Dim3{result.block[0], result.block[1], result.block[2]};
    row.launches = result.count;
    KernelGroup& into = rows.groups[group->second];
    into.launches += result.count;
    into.is_mixed |= row.grid != into.grid || row.block != into.block;
    add_values(result, into.values);
    rows.rows.push_back(row);
  }

  // One for each launch: where some are missing, there are fewer than launches.
  static void add_values(const Result& result, std::vector<Accumulator>& into) {
    if (result.values.empty()) return;
    for (std::size_t i = 0; i < into.size(); ++i) {
      for (const double value : result.values[i]) into[i].add(Cell(value));
    }
  }

  void add_group(const Result& result, std::size_t kernel) {
    KernelGroup group;
    group.kernel = kernel;
    group.scope = result.scope;
    group.grid = Dim3{result.grid[0], result.grid[1], result.grid[2]};
    group.block = Dim3{result.block[0], result.block[1], result.block[2]};
    for (const std::size_t path : result.paths) group.in.push_back({path, true});
    group.values.resize(tree_.rows.columns.size());
    tree_.rows.groups.push_back(std::move(group));
  }

  // A sum with a hole is no sum.
  void drop_incomplete() {
    for (KernelGroup& group : tree_.rows.groups) {
      for (Accumulator& values : group.values) {
        if (values.measured() != group.launches) values = Accumulator();
      }
    }
  }

  void count_outside() {
    tree_.outside.by_scope.resize(tree_.scopes.size());
    for (const KernelGroup& group : tree_.rows.groups) {
      if (!group.in.empty()) continue;
      tree_.outside.all.kernels += group.launches;
      auto& scope = tree_.outside.by_scope[group.scope];
      if (!scope) scope.emplace();
      scope->kernels += group.launches;
    }
  }

  // In the order in which they were first opened. Siblings of several threads or processes were
  // opened in an order that is another one each time: by name.
  void sort_siblings(std::vector<std::size_t>& siblings) const {
    std::set<std::pair<std::size_t, std::uint64_t>> threads;
    for (const std::size_t path : siblings) threads.insert(first_thread_[path]);
    if (threads.size() < 2) return;
    std::ranges::sort(siblings, {}, [&](std::size_t path) -> const RegionPath& {
      return tree_.regions[path].path;
    });
  }

  void sort_depth_first() {
    const std::vector<std::size_t> number = depth_first_numbers(
        capture_.parents, [&](std::vector<std::size_t>& siblings) { sort_siblings(siblings); });
    std::vector<Region> sorted(tree_.regions.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      sorted[number[i]] = std::move(tree_.regions[i]);
      std::optional<std::size_t>& parent = sorted[number[i]].parent;
      if (parent) parent = number[*parent];
    }
    tree_.regions = std::move(sorted);
    set_ends(tree_);
    for (KernelGroup& group : tree_.rows.groups) {
      for (Standing& standing : group.in) standing.region = number[standing.region];
    }
    for (auto& [a, b] : tree_.overlaps) {
      const auto [first, second] = std::minmax(number[a], number[b]);
      a = first;
      b = second;
    }
    std::ranges::sort(tree_.overlaps);
    index_groups(tree_);
  }

  const Capture& capture_;
  RegionTree tree_;
  std::map<std::string, std::size_t> kernels_;
  std::map<std::tuple<std::size_t, std::size_t, std::vector<std::size_t>>, std::size_t> groups_;
  std::vector<std::pair<std::size_t, std::uint64_t>> first_thread_;  // by path: scope and thread
};

}  // namespace

RegionTree assemble_capture(const Capture& capture) { return Assembly(capture).take(); }

}  // namespace ncu_regions
