#include "tests/ncu_stand_in/plan.h"

#include <algorithm>
#include <utility>

namespace ncu_regions::stand_in {
namespace {

constexpr auto kNone = static_cast<std::size_t>(-1);

// One instance of a region: those below it stand behind it, up to `end`.
struct Instance {
  const PlannedRegion* region;
  std::size_t parent, end;
};

bool is_parent(const PlannedRegion& parent, const PlannedRegion& child) {
  return !parent.start_end && !child.start_end && parent.domain == child.domain &&
         parent.path.size() + 1 == child.path.size() &&
         std::equal(parent.path.begin(), parent.path.end(), child.path.begin());
}

class Timeline {
 public:
  explicit Timeline(const std::vector<PlannedRegion>& regions) : regions_(regions) {
    seen_.resize(regions.size());
    for (std::size_t i = 0; i < regions.size(); ++i) {
      const auto above = [&](const PlannedRegion& other) { return is_parent(other, regions[i]); };
      if (std::ranges::any_of(regions, above)) continue;
      for (std::uint64_t n = 0; n < regions[i].instances; ++n) add(i, kNone);
    }
  }
  const std::vector<Instance>& instances() const { return instances_; }

 private:
  void add(std::size_t region, std::size_t parent) {
    const std::size_t at = instances_.size();
    const std::uint64_t number = seen_[region]++;
    instances_.push_back({&regions_[region], parent, 0});
    for (std::size_t i = 0; i < regions_.size(); ++i) {
      if (!is_parent(regions_[region], regions_[i])) continue;
      const std::uint64_t all = regions_[i].instances, parents = regions_[region].instances;
      const std::uint64_t share = (number + 1) * all / parents - number * all / parents;
      for (std::uint64_t n = 0; n < share; ++n) add(i, at);
    }
    instances_[at].end = instances_.size();
  }

  const std::vector<PlannedRegion>& regions_;
  std::vector<std::uint64_t> seen_;
  std::vector<Instance> instances_;
};

bool is_selected(const PlannedRegion& region, const std::vector<Include>& includes) {
  return std::ranges::any_of(includes, [&](const Include& include) {
    return include.selects(region.path, region.domain, region.start_end);
  });
}

PlannedResult in_region(const PlannedRegion& region, bool is_range) {
  return {is_range, region.path, region.domain, region.start_end, {}};
}

void add_kernels(const std::vector<Instance>& all, std::size_t at, PlannedResult& result) {
  for (std::size_t i = at; i < all[at].end; ++i) {
    const std::vector<Kernel>& kernels = all[i].region->kernels;
    result.kernels.insert(result.kernels.end(), kernels.begin(), kernels.end());
  }
}

void add_launches(const std::vector<Kernel>& kernels, PlannedResult result,
                  std::vector<PlannedResult>& out) {
  for (Kernel kernel : kernels) {
    const std::uint64_t launches = std::exchange(kernel.launches, 1);
    result.kernels = {kernel};
    out.insert(out.end(), launches, result);
  }
}

}  // namespace

std::vector<PlannedResult> plan_ranges(const Scenario& scenario,
                                       const std::vector<Include>& includes, bool merge) {
  const Timeline timeline(scenario.regions);
  const std::vector<Instance>& all = timeline.instances();
  std::vector<PlannedResult> results;
  std::size_t before = kNone;  // the instance of the latest result
  for (std::size_t at = 0; at < all.size();) {
    const PlannedRegion& region = *all[at].region;
    if (!is_selected(region, includes)) {
      ++at;
      continue;
    }
    const bool follows =
        before != kNone && all[before].end == at && all[before].parent == all[at].parent;
    if (!merge || includes.size() < 2 || !follows) {
      results.push_back(in_region(region, true));
      if (!region.first_call_in.empty()) results.back().stack = region.first_call_in;
    }
    add_kernels(all, at, results.back());
    before = std::exchange(at, all[at].end);
  }
  return results;
}

std::vector<PlannedResult> plan_kernels(const Scenario& scenario,
                                        const std::vector<Include>& includes) {
  const Timeline timeline(scenario.regions);
  std::vector<PlannedResult> results;
  for (const Instance& instance : timeline.instances()) {
    if (!includes.empty() && !is_selected(*instance.region, includes)) continue;
    add_launches(instance.region->kernels, in_region(*instance.region, false), results);
  }
  if (includes.empty()) add_launches(scenario.outside, {}, results);
  return results;
}

}  // namespace ncu_regions::stand_in
