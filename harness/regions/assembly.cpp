#include "harness/regions/assembly.h"

#include <algorithm>
#include <set>

#include "harness/regions/scope_values.h"

namespace ncu_regions {
namespace {

void count_kernel(std::vector<KernelCount>& kernels, const Result& result) {
  const auto found = std::ranges::find(kernels, result.name, &KernelCount::name);
  if (found != kernels.end()) {
    found->launches += result.count;
  } else {
    kernels.push_back({result.name, result.count});
  }
}

// Node numbers are the capture's path numbers until they are sorted.
class Assembly {
 public:
  explicit Assembly(const Capture& capture) : capture_(capture) {
    tree_.scopes = capture.scopes;
    tree_.notes = capture.notes;
    tree_.overlaps = capture.overlaps;
    add_nodes();
    add_values();
    find_first_threads();
    say_what_was_left_open();
    for (const Result& result : capture.results) {
      if (result.kind == ResultKind::kKernel) add_kernel(result);
    }
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

  void add_kernel(const Result& result) {
    if (result.paths.empty()) count_kernel(tree_.outside, result);
    for (const std::size_t path : result.paths) count_kernel(tree_.regions[path].kernels, result);
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
    std::vector<std::vector<std::size_t>> children(tree_.regions.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tree_.regions.size(); ++i) {
      const auto& parent = tree_.regions[i].parent;
      (parent ? children[*parent] : open).push_back(i);
    }
    sort_siblings(open);
    std::ranges::reverse(open);
    for (std::vector<std::size_t>& siblings : children) {
      sort_siblings(siblings);
      std::ranges::reverse(siblings);
    }
    std::vector<Region> sorted;
    std::vector<std::size_t> new_number(tree_.regions.size());
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      new_number[at] = sorted.size();
      sorted.push_back(std::move(tree_.regions[at]));
      if (sorted.back().parent) sorted.back().parent = new_number[*sorted.back().parent];
      open.insert(open.end(), children[at].begin(), children[at].end());
    }
    tree_.regions = std::move(sorted);
    for (auto& [a, b] : tree_.overlaps) {
      const auto [first, second] = std::minmax(new_number[a], new_number[b]);
      a = first;
      b = second;
    }
    std::ranges::sort(tree_.overlaps);
  }

  const Capture& capture_;
  RegionTree tree_;
  std::vector<std::pair<std::size_t, std::uint64_t>> first_thread_;  // by path: scope and thread
};

}  // namespace

RegionTree assemble_capture(const Capture& capture) { return Assembly(capture).take(); }

}  // namespace ncu_regions
