// Config: what is known about each metric. Metrics are data (conf/metrics.yaml), never code.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/config/budget.h"

namespace ncu_regions {

// How the values of several launches, or of several scopes, make one.
enum class RollUp {
  kSum,
  kMax,
  kMin,
  kMean,  // weighted
  kSame,  // one value, or "mixed"
  kNone,  // nothing is known: there is no one value
};

std::string_view to_string(RollUp roll_up);

// Of metrics that nobody said anything of: compared only where nothing is different.
inline constexpr char kStrictestFamily[] = "gpu_time";

struct MetricInfo {
  std::string pattern;
  std::string unit;                    // "": by the metric's name (core/unit.h)
  RollUp roll_up = RollUp::kNone;      // over launches and instances
  RollUp across = RollUp::kNone;       // over scopes
  std::vector<std::string> weights;    // of a mean: the first one that was measured
  Direction worse = Direction::kBoth;  // lower is better: up is worse; neither: both
  bool deterministic = false;
  std::string family;  // which fingerprint fields must match
  Allowance allow;
  Gate gate = Gate::kInfo;
  std::optional<Allowance> allow_unlocked = {};  // where the GPU's clocks were not locked
  bool is_signed = false;                        // any value is possible, also below 0
  std::vector<std::string> spellings = {};       // other names of the quantity, on other chips

  // Of the harness itself (host__*, region__*) or of Google Benchmark, not of a GPU profiler.
  bool is_own() const;
};

class MetricTable {
 public:
  MetricTable() = default;
  explicit MetricTable(std::vector<MetricInfo> metrics) : metrics_(std::move(metrics)) {}

  // The first entry whose pattern matches. Never a wrong guess: without a match there is no
  // roll-up.
  const MetricInfo& rule_of(std::string_view metric) const;

  // The same for a metric that somebody asks for. Throws Error(kUsage) with the nearest known name
  // when it is neither one of our own nor named after a part of a GPU.
  const MetricInfo& at(std::string_view metric) const;

  // The base unit of a metric's values; "" when it has none.
  std::string unit_of(std::string_view metric) const;

  // The names under which chips have this quantity, with its suffix: its own first.
  std::vector<std::string> spellings_of(const std::string& metric) const;

  // The one name of a quantity that `metric` spells; most metrics are their own.
  std::string quantity_of(const std::string& metric) const;

  // What some mean is weighted by.
  std::vector<std::string> all_weights() const;

 private:
  std::vector<MetricInfo> metrics_;
};

}  // namespace ncu_regions
