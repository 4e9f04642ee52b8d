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
  const bool has_kernels = !pair.before->kernels.empty() || !pair.now->kernels.empty();
  if (!is_there || !has_kernels) return std::nullopt;
  if (!is_in_kernels(*pair.before, of) || !is_in_kernels(*pair.now, of)) return std::nullopt;
  return of;
}

// Stored parts are of the run that was accepted last; a value may be older. What does not fit is
// not divided.
bool fits(const Verdict& verdict, const Pair& pair) {
  constexpr double kSame = 0.005;
  const auto stored = pair.before->counters.find(verdict.metric);
  if (stored == pair.before->counters.end() || !verdict.baseline) return false;
  if (verdict.per_instance || *verdict.baseline == 0) return true;
  const double distance = std::abs(stored->second.middle - *verdict.baseline);
  const double spread = stored->second.high - stored->second.low;
  return distance <= std::max(kSame * std::abs(*verdict.baseline), spread);
}

KernelChange change_of(const KernelShare& share) {
  if (share.launches_before == 0) return KernelChange::kNew;
  if (share.launches_now == 0) return KernelChange::kGone;
  if (share.launches_now > share.launches_before) return KernelChange::kMoreLaunches;
  if (share.launches_now < share.launches_before) return KernelChange::kFewerLaunches;
  return share.now > share.before ? KernelChange::kMoreEach : KernelChange::kLessEach;
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
  for (const KernelPart& kernel : pair.now->kernels) {
    shares.push_back(kernel_share(kernel_named(*pair.before, kernel.name), &kernel, of));
  }
  for (const KernelPart& kernel : pair.before->kernels) {
    if (kernel_named(*pair.now, kernel.name) != nullptr) continue;
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

}  // namespace

std::optional<MetricShare> share_of(const ExplainInput& input, const Verdict& verdict) {
  const Pair pair = pair_at(input, verdict.region);
  if (!pair.is_whole() || !fits(verdict, pair)) return std::nullopt;
  const auto of = quantity(input.outcome, verdict, pair);
  if (!of) return std::nullopt;
  MetricShare share;
  share.metric = verdict.metric;
  share.of = *of;
  share.unit = *of == kKernelTimePart ? "ns" : verdict.unit;
  share.before = pair.before->counters.at(*of).middle;
  share.now = pair.now->counters.at(*of).middle;
  share.kernels = kernel_shares(pair, *of);
  share.rest = share.change();
  for (const KernelShare& kernel : share.kernels) share.rest -= kernel.contribution();
  return share;
}

std::vector<ChildShare> child_shares(const ExplainInput& input, const Verdict& verdict) {
  std::vector<ChildShare> shares;
  // Ranges of different levels are never added or subtracted: each begins with flushed caches.
  if (!verdict.is_additive || is_range(input.outcome)) return shares;
  for (const auto& [region, parts] : input.now) {
    const RegionParts* before = parts_at(input.before, region);
    if (before == nullptr || !is_child(region, verdict.region)) continue;
    const auto move = counter({before, &parts}, verdict.metric);
    if (!move || move->before == move->now) continue;
    shares.push_back({region, verdict.metric, move->before, move->now});
  }
  return shares;
}

}  // namespace ncu_regions
