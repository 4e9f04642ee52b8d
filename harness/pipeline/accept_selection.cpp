#include "harness/pipeline/accept_selection.h"

#include <algorithm>
#include <functional>
#include <set>

#include "harness/config/budget.h"
#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/pipeline/accept_refusals.h"

namespace ncu_regions {
namespace {

bool matches_any(const std::vector<std::string>& patterns,
                 const std::function<bool(const std::string&)>& matches) {
  return patterns.empty() || std::ranges::any_of(patterns, matches);
}

// The verdicts with a budget that --region and --metric select.
std::vector<const Verdict*> selected(const AcceptRequest& request, const Outcome& outcome) {
  std::vector<const Verdict*> chosen;
  for (const Verdict& verdict : outcome.verdicts) {
    if (verdict.is_limit_only()) continue;
    const bool region = matches_any(request.regions, [&](const std::string& pattern) {
      return pattern == verdict.declared || covers(pattern, verdict.region);
    });
    const bool metric = matches_any(request.metrics, [&](const std::string& pattern) {
      return glob_match(pattern, verdict.metric);
    });
    if (region && metric) chosen.push_back(&verdict);
  }
  if (chosen.empty()) {
    std::string asked;
    for (const std::string& region : request.regions) asked += " --region " + printable(region);
    for (const std::string& metric : request.metrics) asked += " --metric " + printable(metric);
    throw Error(ErrorKind::kUsage,
                std::string(kNothingAccepted) +
                    (asked.empty() ? "the run has limits alone, which need no baseline"
                                   : "no budget of the run is for" + asked));
  }
  return chosen;
}

// The number of instances and the totals that belong to it move together, whatever was selected.
void add_what_belongs(std::vector<const Verdict*>& lines, const Outcome& outcome) {
  const auto belongs = [](const Verdict& verdict) {
    return verdict.per_instance ||
           (verdict.metric == kInstancesMetric && is_new_level(verdict) && verdict.baseline);
  };
  std::set<std::string> regions;
  for (const Verdict* verdict : lines) {
    if (belongs(*verdict)) regions.insert(verdict->declared);
  }
  for (const Verdict& verdict : outcome.verdicts) {
    if (!regions.contains(verdict.declared) || !belongs(verdict)) continue;
    if (std::ranges::find(lines, &verdict) == lines.end()) lines.push_back(&verdict);
  }
}

}  // namespace

std::vector<const Verdict*> lines_to_accept(const AcceptRequest& request, const Outcome& outcome) {
  std::vector<const Verdict*> lines = selected(request, outcome);
  if (request.add_session) {
    for (const Verdict* verdict : lines) {
      if (verdict->word == VerdictWord::kPass || verdict->word == VerdictWord::kNoisy) continue;
      throw Error(ErrorKind::kMeasurement,
                  std::string(kNothingAccepted) + name_of(*verdict) + " is " +
                      std::string(to_string(verdict->word)) +
                      ": --add-session is for unchanged code; choose others with --region and "
                      "--metric, or accept the new level without --add-session");
    }
    return lines;
  }
  std::erase_if(lines,
                [&](const Verdict* verdict) { return !request.all && !is_new_level(*verdict); });
  add_what_belongs(lines, outcome);
  return lines;
}

}  // namespace ncu_regions
