#include "harness/render/value_text.h"

#include <cmath>
#include <cstdio>

#include "harness/core/text.h"
#include "harness/core/unit.h"
#include "harness/render/markdown.h"

namespace ncu_regions {
namespace {

constexpr char kNotMeasured[] = "not measured";

// Four significant digits; whole numbers entire.
std::string digits_of(double value) {
  const double size = std::abs(value);
  if (value == std::trunc(value) && size < 1e15) return grouped(value);
  char text[64];
  if (size < 0.001 || size >= 1e15) {
    std::snprintf(text, sizeof(text), "%.3g", value);
  } else {
    std::snprintf(text, sizeof(text), "%.*f", size >= 100 ? 1 : size >= 10 ? 2 : 3, value);
  }
  return text;
}

std::string operator_text(RollUp roll_up, const ShownMetric& metric) {
  switch (roll_up) {
    case RollUp::kSum:
      return "sum";
    case RollUp::kMax:
      return "largest";
    case RollUp::kMin:
      return "smallest";
    case RollUp::kMean:
      return metric.weight.empty() ? "weighted mean (no weight was measured)"
                                   : "mean weighted by " + markdown_name(metric.weight);
    case RollUp::kSame:
      return "the same or mixed";
    case RollUp::kNone:
      break;
  }
  return "none (smallest to largest)";
}

}  // namespace

std::string dim_text(const std::optional<Dim3>& dim) {
  if (!dim) return "";
  std::string text = std::to_string(dim->x);
  if (dim->y != 1 || dim->z != 1) text += "x" + std::to_string(dim->y);
  if (dim->z != 1) text += "x" + std::to_string(dim->z);
  return text;
}

std::string number_text(double value, const std::string& unit) {
  const ScaledValue scaled = scaled_for_people(value, unit);
  return digits_of(scaled.value) + (scaled.unit.empty() ? "" : " " + scaled.unit);
}

std::string value_text(const Totals& totals, const ShownMetric& metric) {
  std::string text;
  if (totals.results == 0 && !totals.inclusive && metric.is_measured()) return "-";
  if (totals.is_mixed) {
    text = totals.each ? "mixed (" + number_text(totals.each->min, metric.unit) + " to " +
                             number_text(totals.each->max, metric.unit) + ")"
                       : "mixed";
  } else if (totals.inclusive) {
    text = number_text(*totals.inclusive, metric.unit);
  } else if (!totals.text.empty()) {
    return printable(totals.text);
  } else if (totals.each && metric.roll_up == RollUp::kNone) {
    text = totals.each->min == totals.each->max
               ? number_text(totals.each->min, metric.unit)
               : number_text(totals.each->min, metric.unit) + " to " +
                     number_text(totals.each->max, metric.unit);
  } else if (totals.each) {
    return "no weight";
  } else {
    return kNotMeasured;
  }
  if (!totals.is_complete()) {
    text += " (" + grouped(static_cast<double>(totals.measured)) + " of " +
            grouped(static_cast<double>(totals.results)) + ")";
  }
  return text;
}

std::string directly_text(const Totals& totals, const ShownMetric& metric) {
  return totals.exclusive ? number_text(*totals.exclusive, metric.unit) : "-";
}

std::string roll_up_cell(const ShownMetric& metric) {
  return operator_text(metric.roll_up, metric);
}

std::string across_cell(const ShownMetric& metric) {
  if (metric.roll_up == RollUp::kSum && metric.across == RollUp::kMax) return "slowest scope";
  return operator_text(metric.across, metric);
}

std::string short_name(std::string_view name, std::size_t characters) {
  if (name.size() <= characters) return std::string(name);
  std::size_t cut = characters - 3;
  while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xc0) == 0x80) --cut;
  return std::string(name.substr(0, cut)) + "...";
}

}  // namespace ncu_regions
