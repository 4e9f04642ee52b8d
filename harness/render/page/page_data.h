// Render: what the page shows of every region: values of both sides, and verdicts. Private to this
// room.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/render/findings.h"
#include "harness/render/report_parts.h"

namespace ncu_regions {

struct PageMetric {
  std::string name, unit;
  bool adds_up = false;                // a region's width may be it
  const ShownMetric* shown = nullptr;  // of ncu's results
};

struct PageValue {
  std::optional<double> before, now;  // totals; medians of the captures where they were judged
  const Verdict* verdict = nullptr;
};

class PageData {
 public:
  explicit PageData(const ReportInput& input);

  const ReportInput& input() const { return input_; }
  const RegionTree& tree() const { return input_.tree; }
  // The time first, then what is gated, then what else was measured.
  const std::vector<PageMetric>& metrics() const { return metrics_; }
  std::size_t metrics_left_out() const { return left_out_.size(); }
  const PageValue& value(std::size_t region, std::size_t metric) const {
    return values_[region * metrics_.size() + metric];
  }
  // What is shown of it now, for people.
  std::string now_text(std::size_t region, std::size_t metric) const;
  // Of one metric, by region.
  std::vector<std::optional<double>> column(std::size_t metric,
                                            std::optional<double> PageValue::*side) const;

  // Whether there is anything old to be seen.
  bool has_before() const { return has_before_; }
  std::span<const Verdict* const> verdicts(std::size_t region) const { return verdicts_[region]; }
  // The group of its worst verdict; nothing: it was not judged.
  std::optional<FindingGroup> worst(std::size_t region) const;
  // Where the panel of a region is: it stays the same from run to run.
  const std::string& anchor(std::size_t region) const { return anchors_[region]; }
  // The region of a verdict, where it was measured.
  std::optional<std::size_t> find(const RegionPath& path) const;

 private:
  void add_metric(const std::string& name);
  void add_metrics();
  void add_verdicts();
  void add_values();
  PageValue value_of(std::size_t region, const Region* before, const PageMetric& metric) const;

  const ReportInput& input_;
  std::vector<PageMetric> metrics_;
  std::set<std::string> left_out_;
  std::vector<PageValue> values_;
  std::vector<std::vector<const Verdict*>> verdicts_;  // by region
  std::vector<std::string> anchors_;
  std::map<RegionPath, std::size_t> regions_;
  bool has_before_ = false;
};

// "+10.2 %", or "" when nothing is to be said.
std::string page_change(const PageValue& value);

// What a person would call a change: half a percent of the old value, or more. report.js has the
// same.
inline constexpr double kNotableChange = 0.005;
bool is_notable(const PageValue& value);

}  // namespace ncu_regions
