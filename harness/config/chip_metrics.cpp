#include "harness/config/chip_metrics.h"

#include <algorithm>

#include "harness/core/text.h"

namespace ncu_regions {
namespace {

// ncu lists hardware counters without their suffixes, and nothing of what it derives from others.
bool is_listed_kind(const std::string& metric) {
  const std::size_t unit = metric.find("__");
  return unit != std::string::npos && metric.find('.') != std::string::npos &&
         metric.find(':') == std::string::npos && !metric.starts_with("derived__") &&
         !metric.starts_with("launch__") && !metric.starts_with("device__") &&
         !metric.starts_with("profiler__");
}

bool has(const ChipMetrics& chip, const std::string& metric) {
  return chip.names.contains(metric.substr(0, metric.find('.')));
}

class Fitting {
 public:
  Fitting(Settings& settings, std::span<const ChipMetrics> chips)
      : settings_(settings), chips_(chips) {}

  std::vector<std::string> run() {
    for (const auto* metrics : {&settings_.metrics, &settings_.ncu.metrics}) {
      for (const std::string& metric : *metrics) {
        if (is_listed_kind(metric)) fit(metric);
      }
    }
    for (const auto& [metric, name] : settings_.ncu.names_on_chip) {
      notes_.push_back(metric + " is measured as " + name + ", which is its name on " +
                       chip_list());
    }
    return std::move(notes_);
  }

 private:
  std::string chip_list() const {
    std::vector<std::string> names;
    for (const ChipMetrics& chip : chips_) names.push_back(printable(chip.chip));
    return (names.size() == 1 ? "this chip (" : "the chips of this machine (") + join(names, ", ") +
           ")";
  }

  bool have_all(const std::string& metric) const {
    return std::ranges::all_of(chips_, [&](const ChipMetrics& chip) { return has(chip, metric); });
  }

  void fit(const std::string& metric) {
    if (settings_.ncu.names_on_chip.contains(metric) || settings_.ncu.not_on_chip.contains(metric))
      return;
    for (const std::string& name : settings_.metric_table.spellings_of(metric)) {
      if (!have_all(name)) continue;
      if (name != metric) settings_.ncu.names_on_chip[metric] = name;
      return;
    }
    leave_out(metric);
  }

  void leave_out(const std::string& metric) {
    const std::string why = metric + " is not available on " + chip_list();
    settings_.ncu.not_on_chip[metric] = why;
    const bool is_gated = std::ranges::find(settings_.metrics, metric) != settings_.metrics.end();
    notes_.push_back(!is_gated ? why + ": reports do not show it"
                     : settings_.declared_metrics.contains(metric)
                         ? why + ": its gates are not measured"
                         : why + ": its default gate does not hold");
  }

  Settings& settings_;
  std::span<const ChipMetrics> chips_;
  std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> fit_to_chips(Settings& settings, std::span<const ChipMetrics> chips) {
  if (chips.empty()) return {};
  return Fitting(settings, chips).run();
}

}  // namespace ncu_regions
