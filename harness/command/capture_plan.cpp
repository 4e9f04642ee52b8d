#include "harness/command/capture_plan.h"

#include <algorithm>

#include "harness/command/nvtx_expression.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

bool contains(const RegionPath& outer, const RegionPath& inner) {
  return outer.domain == inner.domain && !outer.start_end && !inner.start_end &&
         outer.labels.size() < inner.labels.size() &&
         std::equal(outer.labels.begin(), outer.labels.end(), inner.labels.begin());
}

std::string expression_of(const PlannedRegion& region) {
  if (region.is_level_known) return nvtx_expression(region.path);
  return nvtx_expression_anywhere(region.path.domain, region.path.labels.back());
}

class Planner {
 public:
  Planner(const Settings& settings, const SeenProgram* seen) : settings_(settings), seen_(seen) {
    if (seen_ == nullptr) return;
    for (const SeenRegion& region : seen_->regions) known_.push_back(region.path);
  }

  CapturePlan plan(std::span<const std::string> declared) {
    for (const std::string& text : declared) add_region(text);
    if (settings_.ncu.is_range()) {
      plan_ranges();
    } else {
      plan_kernels();
    }
    return std::move(plan_);
  }

 private:
  void add_region(const std::string& declared) {
    PlannedRegion region;
    region.declared = declared;
    if (seen_ == nullptr) {
      region.path = parse_written_form(declared);
      region.is_level_known = region.path.labels.size() > 1 || region.path.start_end;
    } else {
      const RegionPath* path = find_region(known_, declared);
      if (path == nullptr) return;  // never opened: the judgement names it
      region.path = *path;
      region.instances = seen_->regions[static_cast<std::size_t>(path - known_.data())].instances;
    }
    const auto same = std::ranges::find(plan_.regions, region.path, &PlannedRegion::path);
    if (same == plan_.regions.end()) plan_.regions.push_back(std::move(region));
  }

  CaptureKind kind() const { return *capture_kind_from(settings_.ncu.replay_mode); }

  void plan_kernels() {
    for (std::uint64_t sample = 1; sample <= settings_.capture.captures; ++sample) {
      plan_.captures.push_back({kind(), sample, 0, {}, outermost()});
    }
    plan_.one_by_one = plan_.captures.size();
  }

  void plan_ranges() {
    for (const PlannedRegion& region : plan_.regions) {
      const std::string why = why_not_selectable(region.path);
      if (why.empty()) continue;
      throw Error(ErrorKind::kUsage, "region '" + printable(region.declared) + "': " + why +
                                         "; measure it with ncu_cli.replay_mode=kernel");
    }
    if (plan_.regions.empty()) return;
    const std::vector<std::vector<std::size_t>> runs = shared_runs();
    if (settings_.capture.census) {
      plan_.captures.push_back({CaptureKind::kCensus, 0, 0, {}, outermost()});
    }
    for (std::uint64_t sample = 1; sample <= settings_.capture.captures; ++sample) {
      for (std::size_t level = 0; level < runs.size(); ++level) {
        plan_.captures.push_back({kind(), sample, level + 1, runs[level], includes(runs[level])});
      }
    }
    plan_.one_by_one = plan_.regions.size() * settings_.capture.captures;
  }

  std::vector<std::string> includes(const std::vector<std::size_t>& regions) const {
    std::vector<std::string> list;
    list.reserve(regions.size());
    for (const std::size_t region : regions) list.push_back(expression_of(plan_.regions[region]));
    return list;
  }

  // Kernel rows: everything below them comes along.
  std::vector<std::string> outermost() const {
    if (!settings_.ncu.nvtx_include.empty()) return settings_.ncu.nvtx_include;
    std::vector<PlannedRegion> parts;
    for (const PlannedRegion& region : plan_.regions) {
      const bool is_inside = std::ranges::any_of(plan_.regions, [&](const PlannedRegion& other) {
        return other.is_level_known && contains(other.path, region.path);
      });
      if (is_inside) continue;
      parts.push_back(region);
      parts.back().path = selectable_part(region.path);
      if (parts.back().path.labels.empty()) return {};  // everything, then
    }
    return expressions_together(parts);
  }

  static std::vector<std::string> expressions_together(const std::vector<PlannedRegion>& parts) {
    const bool is_plain =
        parts.size() < 2 || std::ranges::none_of(parts, needs_own_run, &PlannedRegion::path);
    std::vector<std::string> list;
    for (const PlannedRegion& part : parts) {
      if (!is_plain && !part.is_level_known) return {};
      const std::string text = is_plain ? expression_of(part) : nvtx_expression_around(part.path);
      if (std::ranges::find(list, text) == list.end()) list.push_back(text);
    }
    return list;
  }

  // The outer ones first, so that the number of runs is the longest chain of declared regions.
  std::vector<std::vector<std::size_t>> shared_runs() const {
    std::vector<std::size_t> order(plan_.regions.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return above(i); });
    std::vector<std::vector<std::size_t>> runs;
    for (const std::size_t region : order) {
      const auto run = std::ranges::find_if(runs, [&](const std::vector<std::size_t>& members) {
        return std::ranges::none_of(
            members, [&](std::size_t other) { return must_stay_apart(region, other); });
      });
      if (run == runs.end()) {
        runs.push_back({region});
      } else {
        run->push_back(region);
      }
    }
    for (std::vector<std::size_t>& run : runs) std::ranges::sort(run);
    return runs;
  }

  std::size_t above(std::size_t region) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(plan_.regions, [&](const PlannedRegion& other) {
          return contains(other.path, plan_.regions[region].path);
        }));
  }

  bool must_stay_apart(std::size_t a, std::size_t b) const {
    const RegionPath& first = plan_.regions[a].path;
    const RegionPath& second = plan_.regions[b].path;
    if (contains(first, second) || contains(second, first)) return true;
    if (needs_own_run(first) || needs_own_run(second)) return true;
    if (seen_ == nullptr) {  // nothing is known about what is open beside them
      return first.start_end || second.start_end || first.domain != second.domain ||
             !plan_.regions[a].is_level_known || !plan_.regions[b].is_level_known;
    }
    return std::ranges::any_of(seen_->overlaps, [&](const auto& pair) {
      const RegionPath& x = known_[pair.first];
      const RegionPath& y = known_[pair.second];
      return (x == first && y == second) || (x == second && y == first);
    });
  }

  const Settings& settings_;
  const SeenProgram* seen_;
  std::vector<RegionPath> known_;
  CapturePlan plan_;
};

}  // namespace

std::string capture_id(std::size_t number, const PlannedCapture& capture) {
  std::string id = std::to_string(number) + "-" + std::string(to_string(capture.kind));
  if (capture.level > 0) id += "-" + std::to_string(capture.level);
  return id;
}

std::size_t CapturePlan::levels() const {
  std::size_t levels = 0;
  for (const PlannedCapture& capture : captures) levels = std::max(levels, capture.level);
  return levels;
}

CapturePlan plan_captures(const Settings& settings, std::span<const std::string> declared,
                          const SeenProgram* seen) {
  return Planner(settings, seen).plan(declared);
}

std::vector<PlannedCapture> taken_apart(const CapturePlan& plan, const PlannedCapture& shared) {
  std::vector<PlannedCapture> apart;
  for (const std::size_t region : shared.regions) {
    apart.push_back({shared.kind,
                     shared.sample,
                     shared.level,
                     {region},
                     {expression_of(plan.regions[region])}});
  }
  return apart;
}

}  // namespace ncu_regions
