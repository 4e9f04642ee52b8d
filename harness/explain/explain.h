// Explain: verdicts and what regions are made of -> which kernels and which counters account for a
// change. Says only what the numbers carry.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/outcome.h"
#include "harness/config/metric_table.h"
#include "harness/core/source_line.h"
#include "harness/regions/region_parts.h"

namespace ncu_regions {

enum class KernelChange { kNew, kGone, kMoreLaunches, kFewerLaunches, kMoreEach, kLessEach };
std::string_view to_string(KernelChange change);
std::optional<KernelChange> kernel_change_from(std::string_view text);

// What one kernel contributes to the change of a metric.
struct KernelShare {
  std::string kernel;
  KernelChange change = KernelChange::kMoreEach;
  std::uint64_t launches_before = 0, launches_now = 0;
  double before = 0, now = 0;  // all launches together

  double contribution() const { return now - before; }
};

// How the change of a metric in a region divides up: the contributions of the kernels and the rest
// are the change, exactly.
struct MetricShare {
  std::string metric;  // that the verdict is of
  std::string of;      // the quantity that is divided: the metric, or the census's kernel time
  std::string unit;
  double before = 0, now = 0;
  std::vector<KernelShare> kernels;  // the largest contribution first
  double rest = 0;                   // what these kernels do not account for
  // It is the region's own code between the launches; else also kernels that were not kept, and
  // medians that do not add up.
  bool is_rest_outside = false;

  double change() const { return now - before; }
};

// A child region's part of the change: where values of different levels may be compared.
struct ChildShare {
  RegionPath region;
  std::string metric;
  double before = 0, now = 0;
};

// Whether nearly all of the change of the metric is in the child.
bool holds_nearly_all(const ChildShare& child, const MetricShare& share);

// A counter that moved beyond what captures differ by.
struct CounterMove {
  std::string metric, unit;
  double before = 0, now = 0;
};

// Part of a sentence: names come from programs, and are shown as such.
struct Phrase {
  std::string text;
  bool is_name = false;
};

struct Explanation {
  RegionPath region;
  std::vector<Phrase> reading;  // one sentence
  std::vector<MetricShare> shares;
  std::vector<ChildShare> children;
  std::vector<CounterMove> counters;  // the largest first
  std::vector<RulePart> rules;        // of ncu, that fire now and did not before
};

// All explanations of a run, and where its regions stand in the source.
struct Explained {
  std::vector<Explanation> explanations;
  std::map<RegionPath, SourceLine> sources;  // of declared regions, where they are known

  const Explanation* find(const RegionPath& region) const;
};

// By region. What is not there is not explained.
using PartsByRegion = std::map<RegionPath, RegionParts>;

struct ExplainInput {
  const Outcome& outcome;
  const PartsByRegion& before;
  const PartsByRegion& now;
  const MetricTable& metrics;
};

// One for each region with a verdict that a reader wants explained: regressed, over its limit,
// suspect, improved, or waived so. In the order of the verdicts.
std::vector<Explanation> explain(const ExplainInput& input);

// Whether a reader wants it explained.
bool is_explained(const Verdict& verdict);

}  // namespace ncu_regions
