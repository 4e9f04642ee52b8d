// How the change of a metric divides up over kernels and over child regions.
#include <algorithm>
#include <cmath>

#include "harness/core/capture_kind.h"
#include "harness/core/metric.h"
#include "harness/explain/parts.h"

namespace ncu_regions {
namespace {

bool is_launches(std::string_view metric) {
  return metric == kHostLaunchesMetric || metric == kLaunchesMetric;
}

// What a kernel has of the quantity; nothing: it was not measured for it.
std::optional<double> part_of_kernel(const KernelPart& kernel, const std::string& of) {
  if (is_launches(of)) return static_cast<double>(kernel.launches);
  const auto found = kernel.values.find(of);
  if (found == kernel.values.end()) return std::nullopt;
  return found->second;
}

bool is_in_kernels(const RegionParts& parts, const std::string& of) {
  return std::ranges::all_of(parts.kernels, [&](const KernelPart& kernel) {
    return part_of_kernel(kernel, of).has_value();
  });
}

bool is_range(const Outcome& outcome) {
  const auto kind = capture_kind_from(outcome.kind);
  return kind == CaptureKind::kRange || kind == CaptureKind::kAppRange;
}

// The quantity to divide: range results name no kernels, so the census's kernel time stands in for
// their time, under its own name.
std::optional<std::string> quantity(const Outcome& outcome, const Verdict& verdict,
                                    const Pair& pair) {
  const bool is_range_time = is_range(outcome) && verdict.is_time();
  const std::string of = is_range_time ? std::string(kKernelTimePart) : verdict.metric;
  const bool is_there = pair.before->counters.contains(of) && pair.now->counters.contains(of);
  // Without launches a count of instructions is the region's own code.
  const bool has_kernels =
      !pair.before->kernels.empty() || !pair.now->kernels.empty() || verdict.family == "host_count";
  if (!is_there || !has_kernels) return std::nullopt;
  if (!is_in_kernels(*pair.before, of) || !is_in_kernels(*pair.now, of)) return std::nullopt;
  return of;
}

// Stored parts are of the run that was accepted last; a value may be older.
bool is_same_level(const Verdict& verdict, const RegionParts& before) {
  constexpr double kSame = 0.005;
  const auto stored = before.counters.find(verdict.metric);
  if (stored == before.counters.end() || !verdict.baseline) return false;
  if (*verdict.baseline == 0) return stored->second.middle == 0;
  const double distance = std::abs(stored->second.middle - *verdict.baseline);
  const double spread = stored->second.high - stored->second.low;
  return distance <= std::max(kSame * std::abs(*verdict.baseline), spread);
}

// The census is another measurement, and one capture: it explains a time only when it moved along.
bool moves_along(const MetricShare& share, const Verdict& verdict) {
  constexpr double kEnough = 0.3;
  if (share.of == share.metric) return true;
  const double change = *verdict.now - *verdict.baseline;
  return share.change() * change > 0 && std::abs(share.change()) >= kEnough * std::abs(change);
}

// More launches, or more in each: whichever accounts for more of its contribution.
KernelChange change_of(const KernelShare& share) {
  if (share.launches_before == 0) return KernelChange::kNew;
  if (share.launches_now == 0) return KernelChange::kGone;
  const auto old_launches = static_cast<double>(share.launches_before);
  const auto launches = static_cast<double>(share.launches_now);
  const double old_each = share.before / old_launches;
  const double by_launches = (launches - old_launches) * old_each;
  const double by_each = (share.now / launches - old_each) * launches;
  if (std::abs(by_launches) < std::abs(by_each)) {
    return by_each > 0 ? KernelChange::kMoreEach : KernelChange::kLessEach;
  }
  return launches >= old_launches ? KernelChange::kMoreLaunches : KernelChange::kFewerLaunches;
}

const KernelPart* kernel_named(const RegionParts& parts, const std::string& name) {
  const auto found = std::ranges::find(parts.kernels, name, &KernelPart::name);
  return found == parts.kernels.end() ? nullptr : &*found;
}

KernelShare kernel_share(const KernelPart* before, const KernelPart* now, const std::string& of) {
  KernelShare share;
  share.kernel = (now != nullptr ? now : before)->name;
  if (before != nullptr) {
    share.launches_before = before->launches;
    share.before = *part_of_kernel(*before, of);
  }
  if (now != nullptr) {
    share.launches_now = now->launches;
    share.now = *part_of_kernel(*now, of);
  }
  share.change = change_of(share);
  return share;
}

std::vector<KernelShare> kernel_shares(const Pair& pair, const std::string& of) {
  std::vector<KernelShare> shares;
  // One that a list was too long for is neither new nor gone: it is left to the rest.
  for (const KernelPart& kernel : pair.now->kernels) {
    const KernelPart* before = kernel_named(*pair.before, kernel.name);
    if (before == nullptr && pair.before->is_cut) continue;
    shares.push_back(kernel_share(before, &kernel, of));
  }
  for (const KernelPart& kernel : pair.before->kernels) {
    if (kernel_named(*pair.now, kernel.name) != nullptr || pair.now->is_cut) continue;
    shares.push_back(kernel_share(&kernel, nullptr, of));
  }
  std::erase_if(shares, [](const KernelShare& share) {
    return share.contribution() == 0 && share.launches_before == share.launches_now;
  });
  std::ranges::stable_sort(shares, std::ranges::greater(),
                           [](const KernelShare& share) { return std::abs(share.contribution()); });
  return shares;
}

bool is_child(const RegionPath& child, const RegionPath& parent) {
  return child.domain == parent.domain && !child.start_end && !parent.start_end &&
         child.labels.size() == parent.labels.size() + 1 &&
         std::ranges::equal(parent.labels, std::span(child.labels).first(parent.labels.size()));
}

// Of a child that is judged itself the stored part must fit, too.
bool is_own_level(const ExplainInput& input, const RegionPath& region, const std::string& metric) {
  const RegionParts* before = parts_at(input.before, region);
  return std::ranges::all_of(input.outcome.verdicts, [&](const Verdict& verdict) {
    const bool is_it = verdict.region == region && verdict.metric == metric;
    return !is_it || verdict.per_instance || is_same_level(verdict, *before);
  });
}

}  // namespace

ShareOrWhy share_of(const ExplainInput& input, const Verdict& verdict) {
  const Pair pair = pair_at(input, verdict.region);
  if (!pair.is_whole()) return {{}, "one side has nothing to look at"};
  if (verdict.per_instance) {
    return {{}, "it is judged per instance, and kernels are counted in total"};
  }
  if (!is_same_level(verdict, *pair.before)) {
    return {{}, "the kernels that the baseline stores are of another level than its value"};
  }
  const auto of = quantity(input.outcome, verdict, pair);
  if (!of) return {{}, "it was not measured kernel by kernel"};
  MetricShare share;
  share.metric = verdict.metric;
  share.of = *of;
  share.unit = *of == kKernelTimePart ? "ns" : verdict.unit;
  share.before = pair.before->counters.at(*of).middle;
  share.now = pair.now->counters.at(*of).middle;
  share.kernels = kernel_shares(pair, *of);
  share.rest = share.change();
  for (const KernelShare& kernel : share.kernels) share.rest -= kernel.contribution();
  share.is_rest_outside =
      verdict.family == "host_count" && !pair.before->is_cut && !pair.now->is_cut;
  if (!moves_along(share, verdict)) {
    return {{}, "the kernels' times in the census did not move with it"};
  }
  return {std::move(share), ""};
}

std::vector<ChildShare> child_shares(const ExplainInput& input, const Verdict& verdict) {
  std::vector<ChildShare> shares;
  // Ranges of different levels are never added or subtracted: each begins with flushed caches.
  if (!verdict.is_additive || is_range(input.outcome)) return shares;
  for (const auto& [region, parts] : input.now) {
    const RegionParts* before = parts_at(input.before, region);
    if (before == nullptr || !is_child(region, verdict.region)) continue;
    const auto move = counter({before, &parts}, verdict.metric);
    if (!move || move->before == move->now || !is_own_level(input, region, verdict.metric))
      continue;
    shares.push_back({region, verdict.metric, move->before, move->now});
  }
  return shares;
}

}  // namespace ncu_regions
