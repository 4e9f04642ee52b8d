#include "harness/regions/region_tree.h"

#include <algorithm>
#include <set>
#include <utility>

#include "harness/core/metric.h"

namespace ncu_regions {
namespace {

void count_kernel(std::vector<KernelCount>& kernels, const std::string& name) {
  const auto found = std::ranges::find(kernels, name, &KernelCount::name);
  if (found != kernels.end()) {
    ++found->launches;
  } else {
    kernels.push_back({name, 1});
  }
}

// The tree of one capture. Node numbers are the capture's path numbers until they are sorted.
class Assembly {
 public:
  explicit Assembly(const Capture& capture) : capture_(capture) {
    tree_.notes = capture.notes;
    add_nodes();
    for (const Result& result : capture.results) {
      result.kind == ResultKind::kKernel ? add_kernel(result) : add_range(result);
    }
    total_up();
  }

  RegionTree take() {
    sort_depth_first();
    return std::move(tree_);
  }

 private:
  void add_nodes() {
    std::map<RegionPath, std::size_t> numbers;
    for (const RegionPath& path : capture_.paths) {
      Region region;
      region.path = path;
      region.depth = path.labels.size() - 1;
      if (region.depth > 0) {
        RegionPath parent = path;
        parent.labels.pop_back();
        region.parent = numbers.at(parent);
      }
      numbers.emplace(path, tree_.regions.size());
      tree_.regions.push_back(std::move(region));
    }
  }

  // One instance of a range: its values are the range's own, children included.
  void add_range(const Result& result) {
    Region& region = tree_.regions[result.paths.front()];
    ++region.instances;
    for (const std::string& metric : capture_.metrics) {
      const auto value = result.metrics.find(metric);
      Totals& totals = region.metrics[metric];
      if (value == result.metrics.end()) {
        missing_.emplace(result.paths.front(), metric);
      } else {
        totals.inclusive = totals.inclusive.value_or(0.0) + value->second;
      }
    }
  }

  // A kernel counts once in each region of its stack, in each domain.
  void add_kernel(const Result& result) {
    if (result.paths.empty()) count_kernel(tree_.outside, result.name);
    for (const std::size_t innermost : result.paths) {
      Region& region = tree_.regions[innermost];
      count_kernel(region.kernels, result.name);
      if (launches(region).exclusive) *launches(region).exclusive += 1;
      for (std::optional<std::size_t> at = innermost; at; at = tree_.regions[*at].parent) {
        Totals& totals = launches(tree_.regions[*at]);
        totals.inclusive = *totals.inclusive + 1;
      }
    }
  }

  static Totals& launches(Region& region) {
    return region.metrics.try_emplace(std::string(kHostLaunchesMetric), Totals{0.0, 0.0})
        .first->second;
  }

  void total_up() {
    for (const auto& [number, metric] : missing_) {
      tree_.regions[number].metrics[metric].inclusive.reset();  // a sum with a hole is no sum
    }
    for (Region& region : tree_.regions) {
      Totals& kernel_launches = launches(region);
      if (region.path.start_end) kernel_launches.exclusive.reset();
      const auto instances = static_cast<double>(region.instances);
      region.metrics[std::string(kInstancesMetric)] = {instances, instances};
    }
    for (const std::string& metric : capture_.metrics) make_exclusive(metric);
  }

  void make_exclusive(const std::string& metric) {
    for (Region& region : tree_.regions) {
      Totals& totals = region.metrics[metric];
      if (!region.path.start_end) totals.exclusive = totals.inclusive;
    }
    for (Region& region : tree_.regions) {
      if (!region.parent) continue;
      Totals& above = tree_.regions[*region.parent].metrics[metric];
      const std::optional<double>& own = region.metrics[metric].inclusive;
      if (own && above.exclusive) {
        *above.exclusive -= *own;
      } else {
        above.exclusive.reset();
      }
    }
  }

  void sort_depth_first() {
    std::vector<std::vector<std::size_t>> children(tree_.regions.size());
    std::vector<std::size_t> open;
    for (std::size_t i = tree_.regions.size(); i-- > 0;) {
      const auto& parent = tree_.regions[i].parent;
      (parent ? children[*parent] : open).push_back(i);
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
  }

  const Capture& capture_;
  RegionTree tree_;
  std::set<std::pair<std::size_t, std::string>>
      missing_;  // regions with an instance that has no value
};

// Why values of `other` are not those of `region`, or "".
std::string disagreement(const Region& region, const Region* other) {
  const auto launches = [](const Region& r) {
    return r.metrics.at(std::string(kHostLaunchesMetric)).inclusive.value_or(0);
  };
  const auto compared = [](const char* what, auto before, auto now) {
    return std::string("the workload is not deterministic: ") + std::to_string(before) + " " +
           what + " in one capture, " + std::to_string(now) + " in another";
  };
  const std::uint64_t instances = other == nullptr ? 0 : other->instances;
  if (instances != region.instances) return compared("instances", region.instances, instances);
  if (launches(*other) != launches(region)) {
    return compared("kernel launches", static_cast<std::uint64_t>(launches(region)),
                    static_cast<std::uint64_t>(launches(*other)));
  }
  return "";
}

void merge_region(RegionTree& into, Region& region, const Region* other,
                  const std::vector<std::string>& metrics) {
  const std::string why_not = disagreement(region, other);
  for (const std::string& metric : metrics) {
    region.metrics[metric] = why_not.empty() ? other->metrics.at(metric) : Totals{};
    if (!why_not.empty()) region.not_measured[metric] = why_not;
  }
  if (!why_not.empty()) {
    into.notes.push_back("region '" + written_form(region.path) + "': " + why_not);
  }
}

void merge(RegionTree& into, const RegionTree& from, const std::vector<std::string>& metrics) {
  for (Region& region : into.regions) {
    merge_region(into, region, from.find(region.path), metrics);
  }
  for (const Region& region : from.regions) {
    if (into.find(region.path) == nullptr) {
      into.notes.push_back("region '" + written_form(region.path) +
                           "' was opened in one capture only: the workload is not deterministic");
    }
  }
  for (const std::string& note : from.notes) {
    if (std::ranges::find(into.notes, note) == into.notes.end()) into.notes.push_back(note);
  }
}

}  // namespace

const Region* RegionTree::find(const RegionPath& path) const {
  const auto found = std::ranges::find(regions, path, &Region::path);
  return found == regions.end() ? nullptr : &*found;
}

std::vector<RegionPath> RegionTree::paths() const {
  std::vector<RegionPath> result;
  for (const Region& region : regions) result.push_back(region.path);
  return result;
}

RegionTree assemble_regions(std::span<const Capture> captures) {
  if (captures.empty()) return {};
  RegionTree tree = Assembly(captures.front()).take();
  for (const Capture& capture : captures.subspan(1)) {
    merge(tree, Assembly(capture).take(), capture.metrics);
  }
  return tree;
}

}  // namespace ncu_regions
