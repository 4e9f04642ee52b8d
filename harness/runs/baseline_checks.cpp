#include "harness/runs/baseline_checks.h"

#include <cmath>
#include <set>

#include "harness/core/text.h"
#include "harness/runs/parts_json.h"

namespace ncu_regions {
namespace {

std::string name_in_file(const StoredValue& value) {
  return printable(written_form(value.region) + " " + value.metric);
}

void check_value(const Baseline& baseline, const StoredValue& value, const std::string& name) {
  if (value.all_samples().empty()) bad(name + " has no sample");
  for (const auto& [session, samples] : value.samples) {
    if (baseline.find_session(session) == nullptr || samples.empty()) {
      bad(name + " has samples of session '" + session + "', which is not there");
    }
  }
}

void check_field(const char* field, std::string_view stored, std::string_view used) {
  if (stored == used) return;
  bad("is the baseline of " + std::string(field) + " '" + printable(stored) +
      "', and is used for " + field + " '" + printable(used) + "'");
}

void check_unit(const StoredValue& value, const MetricTable& metrics) {
  const std::string unit = metrics.unit_of(value.metric);
  if (value.unit == unit) return;
  bad(name_in_file(value) + " is stored in the unit '" + printable(value.unit) +
      "', and that of the metric is '" + unit + "'");
}

// Counters have 64 bits at most, and what is counted, timed or shared out is never below 0.
void check_samples(const StoredValue& value, const MetricTable& metrics) {
  constexpr double kBeyondCounters = 18446744073709551616.0;
  const MetricInfo& rule = metrics.rule_of(value.metric);
  if (rule.is_signed) return;
  const bool is_count = rule.deterministic && rule.roll_up == RollUp::kSum;
  for (const double sample : value.all_samples()) {
    const bool is_possible = sample >= 0 && sample < kBeyondCounters;
    if (is_possible && (!is_count || sample == std::floor(sample))) continue;
    bad(name_in_file(value) + " has the sample " + shortest(sample) +
        ", and this metric is never " +
        (is_possible  ? "a fraction"
         : sample < 0 ? "below 0"
                      : "2^64 or more"));
  }
}

}  // namespace

void check_content(const Baseline& baseline) {
  std::set<std::string> ids;
  for (const Session& session : baseline.sessions) {
    if (!ids.insert(session.id).second) bad("session '" + session.id + "' stands twice");
  }
  std::set<std::pair<RegionPath, std::string>> seen;
  for (const StoredValue& value : baseline.values) {
    const std::string name = name_in_file(value);
    if (!seen.emplace(value.region, value.metric).second) {
      bad(name + " stands twice: after a merge, keep the line that holds");
    }
    check_value(baseline, value, name);
  }
  std::set<RegionPath> regions;
  for (const RegionParts& parts : baseline.parts) {
    if (!regions.insert(parts.region).second) {
      bad("the parts of " + written_form(parts.region) +
          " stand twice: after a merge, keep the block that holds");
    }
  }
}

void check_use(const Baseline& baseline, const BaselineUse& use) {
  check_field("workload", baseline.workload, use.key.workload);
  check_field("preset", baseline.preset, use.key.preset);
  check_field("kind", to_string(baseline.kind), to_string(use.key.kind));
  check_field("device", baseline.device, use.key.device);
  for (const StoredValue& value : baseline.values) {
    check_unit(value, use.metrics);
    check_samples(value, use.metrics);
  }
}

}  // namespace ncu_regions
