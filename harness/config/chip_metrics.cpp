#include "harness/config/chip_metrics.h"

#include <algorithm>

#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

// Every chip has these: a list without them is not one of a chip's metrics.
constexpr char kTimeMetric[] = "gpu__time_duration.sum";
constexpr char kInstructionsMetric[] = "smsp__inst_executed.sum";

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

  // The spelling that this chip has; empty when it has none.
  std::string spelling_on(const ChipMetrics& chip, const std::string& metric) const {
    for (const std::string& name : settings_.metric_table.spellings_of(metric)) {
      if (has(chip, name)) return name;
    }
    return "";
  }

  void fit(const std::string& metric) {
    if (settings_.ncu.names_on_chip.contains(metric) || settings_.ncu.not_on_chip.contains(metric))
      return;
    const std::string name = spelling_on(chips_.front(), metric);
    const bool is_same_on_all = std::ranges::all_of(
        chips_, [&](const ChipMetrics& chip) { return spelling_on(chip, metric) == name; });
    if (!is_same_on_all && is_gated(metric)) refuse_mixture(metric);
    if (!is_same_on_all || name.empty()) return leave_out(metric);
    if (name != metric) settings_.ncu.names_on_chip[metric] = name;
  }

  bool is_gated(const std::string& metric) const {
    return std::ranges::find(settings_.metrics, metric) != settings_.metrics.end() &&
           may_be_judged(settings_, metric);
  }

  // Which of them the program uses is not known.
  [[noreturn]] void refuse_mixture(const std::string& metric) const {
    std::vector<std::string> names;
    for (const ChipMetrics& chip : chips_) {
      const std::string name = spelling_on(chip, metric);
      names.push_back(printable(chip.chip) + ": " + (name.empty() ? "not available" : name));
    }
    throw Error(ErrorKind::kMeasurement,
                "cannot measure " + metric + " on whichever GPU the program uses: " +
                    join(names, ", ") + ". Choose one of them with device=cuda:0");
  }

  void leave_out(const std::string& metric) {
    const std::string why = metric + " is not available on " + chip_list();
    settings_.ncu.not_on_chip[metric] = why;
    notes_.push_back(!is_gated(metric) ? why + ": reports do not show it"
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
  const bool is_whole = std::ranges::all_of(chips, [](const ChipMetrics& chip) {
    return has(chip, kTimeMetric) && has(chip, kInstructionsMetric);
  });
  if (chips.empty() || !is_whole) return {};
  return Fitting(settings, chips).run();
}

}  // namespace ncu_regions
