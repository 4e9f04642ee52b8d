// The one sentence that a reviewer reads first.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <tuple>

#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/explain/parts.h"

namespace ncu_regions {
namespace {

using Reading = std::vector<Phrase>;

constexpr double kMost = 0.6;         // of a change: what accounts for it
constexpr double kSameCycles = 0.01;  // cycles that did not move
constexpr std::size_t kNamed = 2;     // kernels

constexpr std::array<std::string_view, 3> kCycles = {
    "sm__cycles_elapsed.max", "gpc__cycles_elapsed.max", "smsp__cycles_elapsed.max"};
constexpr std::array<std::string_view, 3> kClocks = {"gpc__cycles_elapsed.avg.per_second",
                                                     "sm__cycles_elapsed.avg.per_second",
                                                     "smsp__cycles_elapsed.avg.per_second"};

std::string percent_text(double share) {
  char text[32];
  std::snprintf(text, sizeof(text), "%+.1f %%", 100 * share);
  return text;
}

std::string share_text(double share) {
  if (share > 0.9995 && share < 1.0005) return "all";
  char text[32];
  std::snprintf(text, sizeof(text), "%.0f %%", 100 * share);
  return text;
}

Reading plain(std::string text) { return {{std::move(text)}}; }

std::optional<CounterMove> first_counter(const Pair& pair,
                                         std::span<const std::string_view> metrics) {
  for (const std::string_view metric : metrics) {
    if (auto move = counter(pair, metric)) return move;
  }
  return std::nullopt;
}

double size_of_change(const Verdict& verdict) {
  if (!verdict.baseline || *verdict.baseline == 0) return 0;
  return std::abs(*verdict.now - *verdict.baseline) / std::abs(*verdict.baseline);
}

// What fails before what does not, counters before launches and instances, the largest change
// first.
bool is_worse(const Verdict& one, const Verdict& other) {
  const auto key = [](const Verdict& verdict) {
    const bool is_structure = verdict.family == "structure";
    return std::tuple(exit_code_of(verdict) == ExitCode::kPass, is_structure,
                      -size_of_change(verdict));
  };
  return key(one) < key(other);
}

const Verdict& worst_verdict(const ExplainInput& input, const RegionPath& region) {
  const Verdict* worst = nullptr;
  for (const Verdict& verdict : input.outcome.verdicts) {
    if (verdict.region != region || !is_explained(verdict)) continue;
    if (worst == nullptr || is_worse(verdict, *worst)) worst = &verdict;
  }
  return *worst;
}

// The same work at a lower clock: nothing that a pull request does.
std::optional<Reading> slower_clock(const Verdict& verdict, const Pair& pair) {
  const auto cycles = first_counter(pair, kCycles);
  const auto clock = first_counter(pair, kClocks);
  if (!verdict.is_time() || !cycles || !clock || *verdict.now <= verdict.baseline) {
    return std::nullopt;
  }
  const bool is_same = std::abs(relative_change_of(*cycles)) < kSameCycles;
  const bool is_slower = relative_change_of(*clock) < -kSameCycles;
  if (!is_same || !is_slower) return std::nullopt;
  return plain("same cycles (" + percent_text(relative_change_of(*cycles)) + "), slower clock (" +
               percent_text(relative_change_of(*clock)) + "): environment, not this change");
}

// Those whose contribution goes the way of the change.
std::vector<const KernelShare*> drivers(const MetricShare& share) {
  std::vector<const KernelShare*> kernels;
  for (const KernelShare& kernel : share.kernels) {
    if (kernel.contribution() * share.change() > 0) kernels.push_back(&kernel);
  }
  return kernels;
}

std::string each_text(const KernelShare& kernel) {
  const double before = kernel.before / static_cast<double>(kernel.launches_before);
  const double now = kernel.now / static_cast<double>(kernel.launches_now);
  return before == 0 ? "more" : percent_text((now - before) / before);
}

void append_kernel(Reading& reading, const KernelShare& kernel) {
  const std::uint64_t before = kernel.launches_before;
  const std::uint64_t now = kernel.launches_now;
  const std::string numbers =
      " (" + std::to_string(before) + " → " + std::to_string(now) + " launches)";
  const Phrase name = {kernel.kernel, true};
  switch (kernel.change) {
    case KernelChange::kNew:
      reading.push_back(name);
      reading.push_back({" is new (" + counted(now, "launch") + ")"});
      if (now != 1) reading.back().text = " is new (" + std::to_string(now) + " launches)";
      return;
    case KernelChange::kGone:
      reading.push_back(name);
      reading.push_back({" is gone"});
      return;
    case KernelChange::kMoreLaunches:
      reading.push_back({std::to_string(now - before) + " extra " +
                         (now - before == 1 ? "launch" : "launches") + " of "});
      reading.push_back(name);
      reading.push_back({numbers});
      return;
    case KernelChange::kFewerLaunches:
      reading.push_back({std::to_string(before - now) + " fewer " +
                         (before - now == 1 ? "launch" : "launches") + " of "});
      reading.push_back(name);
      reading.push_back({numbers});
      return;
    case KernelChange::kMoreEach:
    case KernelChange::kLessEach:
      reading.push_back({"each launch of "});
      reading.push_back(name);
      reading.push_back({" has " + each_text(kernel) + " of it" + (before == now ? "" : numbers)});
      return;
  }
}

Phrase quantity_name(const MetricShare& share) {
  if (share.of == kKernelTimePart) return {"the kernels' time in the census"};
  return {share.of, true};
}

// "two extra launches of relu (4 → 6), and pool is new (1 launch): 98 % of the change".
std::optional<Reading> kernels_reading(const MetricShare& share) {
  const std::vector<const KernelShare*> kernels = drivers(share);
  double sum = 0;
  for (const KernelShare* kernel : kernels) sum += kernel->contribution();
  if (kernels.empty() || share.change() == 0 || sum / share.change() < kMost) return std::nullopt;
  Reading reading;
  double named = 0;
  std::size_t count = 0;
  for (const KernelShare* kernel : kernels) {
    if (count == kNamed || (count > 0 && named / share.change() > kNearlyAll)) break;
    if (count > 0) reading.push_back({", "});
    append_kernel(reading, *kernel);
    named += kernel->contribution();
    ++count;
  }
  // More than all of it, when something else went the other way.
  const double part = named / share.change();
  reading.push_back(
      {": " + (part > 1.0005 ? "more than all" : share_text(part)) + " of the change of "});
  reading.push_back(quantity_name(share));
  return reading;
}

// That of the verdict first; of the others launches say least.
std::vector<const MetricShare*> shares_by_weight(const Explanation& explanation,
                                                 const Verdict& verdict) {
  std::vector<const MetricShare*> shares;
  for (const MetricShare& share : explanation.shares) shares.push_back(&share);
  std::ranges::stable_sort(shares, {}, [&](const MetricShare* share) {
    return share->metric == verdict.metric ? 0 : 1;
  });
  return shares;
}

void append_child(const Explanation& explanation, const MetricShare& share, Reading& reading) {
  for (const ChildShare& child : explanation.children) {
    if (!holds_nearly_all(child, share)) continue;
    reading.push_back({", in "});
    reading.push_back({display_form(child.region), true});
    return;
  }
}

// What a counter that moved along usually means.
std::optional<Reading> counters_reading(const Explanation& explanation) {
  struct Meaning {
    std::string_view pattern;
    bool is_up;
    std::string_view words;
  };
  static constexpr Meaning kMeanings[] = {
      {"dram__bytes*.sum", true, "more DRAM traffic"},
      {"*sectors*per*request*", true, "more sectors per request (less coalesced)"},
      {"*_average_*sectors*ratio", true, "more sectors per request (less coalesced)"},
      {"lts__t_sectors*.sum", true, "more L2 sectors"},
      {"sm__warps_active*", false, "lower occupancy"},
      {"launch__occupancy_limit*", false, "a tighter occupancy limit"},
      {"launch__registers_per_thread", true, "more registers per thread"},
      {"smsp__inst_executed.sum", true, "more instructions"},
      {"*__inst_executed.sum", true, "more instructions"},
  };
  Reading reading;
  for (const Meaning& meaning : kMeanings) {
    const auto found = std::ranges::find_if(explanation.counters, [&](const CounterMove& move) {
      return glob_match(meaning.pattern, move.metric) && (move.now > move.before) == meaning.is_up;
    });
    if (found == explanation.counters.end() || reading.size() >= 3) continue;
    if (!reading.empty()) reading.push_back({"; "});
    reading.push_back(
        {std::string(meaning.words) + " (" + percent_text(relative_change_of(*found)) + ")"});
  }
  if (reading.empty()) return std::nullopt;
  return reading;
}

Reading without_parts(const ExplainInput& input, const Pair& pair) {
  if (pair.now == nullptr) return plain("not explained: no capture of it is left to look at");
  if (input.outcome.mode == Mode::kStored) {
    return plain(
        "not explained: the baseline does not store what the old value was made of; accept it with "
        "this version, or compare side by side (NCU_REGIONS_BASE)");
  }
  return plain("not explained: the old build has nothing to compare it with");
}

std::optional<Reading> rest_reading(const MetricShare& share) {
  if (share.change() == 0 || share.rest / share.change() < kMost) return std::nullopt;
  Reading reading = {{share_text(share.rest / share.change()) + " of the change of "},
                     quantity_name(share)};
  reading.push_back(
      {share.is_rest_outside ? " is outside of kernels" : " is not accounted for by kernels"});
  return reading;
}

std::optional<Reading> instances_reading(const Verdict& verdict) {
  if (verdict.metric != kInstancesMetric || !verdict.baseline || !verdict.now) return std::nullopt;
  return plain("entered " + grouped(*verdict.now) + " times, before " + grouped(*verdict.baseline));
}

// Why nothing can be said.
Reading silence(const Explanation& explanation, const std::vector<std::string>& refusals) {
  if (!refusals.empty()) return plain("not explained by kernels: " + join(refusals, "; "));
  if (!explanation.counters.empty()) return plain("kernels do not say why; see what moved with it");
  return plain("the numbers do not say why: no kernel and no counter moved with it");
}

}  // namespace

std::vector<Phrase> reading_of(const ExplainInput& input, const Explanation& explanation,
                               const std::vector<std::string>& refusals) {
  const Pair pair = pair_at(input, explanation.region);
  const Verdict& verdict = worst_verdict(input, explanation.region);
  if (!pair.is_whole()) return without_parts(input, pair);
  if (auto reading = slower_clock(verdict, pair)) return *reading;
  for (const MetricShare* share : shares_by_weight(explanation, verdict)) {
    auto reading = kernels_reading(*share);
    if (!reading) reading = rest_reading(*share);
    if (!reading) continue;
    append_child(explanation, *share, *reading);
    return *reading;
  }
  if (auto reading = counters_reading(explanation)) return *reading;
  if (auto reading = instances_reading(verdict)) return *reading;
  return silence(explanation, refusals);
}

}  // namespace ncu_regions
