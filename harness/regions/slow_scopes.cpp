// One slow rank: which scope a region waits for.
#include <algorithm>
#include <cstdio>

#include "harness/core/text.h"
#include "harness/regions/report_notes.h"

namespace ncu_regions {
namespace {

// The slowest scope stands out when it takes a tenth longer than the next, and a fifth longer than
// the middle one of the others.
constexpr double kLongerThanNext = 1.1;
constexpr double kLongerThanMiddle = 1.2;

struct ScopeTime {
  double time = 0;
  std::size_t scope = 0;
};

std::string milliseconds(double nanoseconds) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f ms", nanoseconds < 1e6 ? 6 : 3, nanoseconds / 1e6);
  return text;
}

std::vector<ScopeTime> times_of(const RegionTree& tree, const Region& region) {
  std::vector<ScopeTime> times;
  for (std::size_t i = 0; i < region.by_scope.size(); ++i) {
    if (!region.by_scope[i]) continue;
    const auto found = region.by_scope[i]->metrics.find(tree.time_metric);
    if (found == region.by_scope[i]->metrics.end() || !found->second.inclusive) continue;
    times.push_back({*found->second.inclusive, i});
  }
  std::ranges::sort(times, {}, &ScopeTime::time);
  return times;
}

struct Finding {
  double excess = 0;
  std::string text;
};

std::optional<Finding> slow_scope(const RegionTree& tree, const Region& region) {
  const std::vector<ScopeTime> times = times_of(tree, region);
  if (times.size() < 2) return std::nullopt;
  const ScopeTime& slowest = times.back();
  const double next = times[times.size() - 2].time;
  const double middle = times[(times.size() - 1) / 2].time;
  if (slowest.time < next * kLongerThanNext || slowest.time < middle * kLongerThanMiddle) {
    return std::nullopt;
  }
  const std::string others = times.size() == 2 ? "the other one takes " + milliseconds(next)
                                               : "the other " + std::to_string(times.size() - 1) +
                                                     " take " + milliseconds(times.front().time) +
                                                     " to " + milliseconds(next);
  return Finding{slowest.time - next, "one slow scope: '" + display_form(region.path) + "' takes " +
                                          milliseconds(slowest.time) + " in " +
                                          tree.scopes[slowest.scope].name + ", " + others};
}

}  // namespace

std::vector<std::string> slow_scopes(const RegionTree& tree) {
  std::vector<Finding> findings;
  for (const Region& region : tree.regions) {
    if (auto finding = slow_scope(tree, region)) findings.push_back(std::move(*finding));
  }
  std::ranges::stable_sort(findings, std::ranges::greater(), &Finding::excess);
  std::vector<std::string> notes;
  notes.reserve(findings.size());
  for (Finding& finding : findings) notes.push_back(std::move(finding.text));
  return notes;
}

}  // namespace ncu_regions
