#include "harness/render/page/dot_plot.h"

#include <algorithm>
#include <cmath>

#include "harness/core/text.h"
#include "harness/render/findings.h"
#include "harness/render/html.h"

namespace ncu_regions {
namespace {

constexpr double kLeft = 30, kRight = 234;  // of 240
constexpr std::size_t kMostDots = 200;      // of a side

// The values that the picture reaches from and to.
struct Reach {
  double low = 0, high = 0;

  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double at(double value) const { return kLeft + (kRight - kLeft) * (value - low) / (high - low); }
};

// What the budget allows, from the old value on.
Interval band_of(const Verdict& verdict) {
  const double old = *verdict.baseline;
  const double allowed = verdict.allowed.value_or(0);
  return {verdict.worse == Direction::kUp ? old : old - allowed,
          verdict.worse == Direction::kDown ? old : old + allowed};
}

std::string dots(const char* side, const Samples& samples, double y, const Reach& reach) {
  std::string path;
  for (std::size_t i = 0; i < std::min(samples.size(), kMostDots); ++i) {
    path += "M" + html_number(reach.at(samples[i]), 1) + " " + html_number(y, 0) + "h0";
  }
  return "<path class=" + std::string(side) + " d=\"" + path + "\"/>";
}

std::string samples_words(const char* side, const Samples& samples, const std::string& unit) {
  const auto [low, high] = std::ranges::minmax(samples);
  return std::string(side) + " " + counted(samples.size(), "capture") + ", " + amount(low, unit) +
         (low == high ? "" : " to " + amount(high, unit));
}

}  // namespace

std::string dot_plot(const Verdict& verdict) {
  const Samples& old = verdict.baseline_samples;
  const Samples& now = verdict.now_samples;
  if (old.empty() || now.empty() || !verdict.baseline) return "";
  const Interval band = band_of(verdict);
  Reach reach = {old.front(), old.front()};
  for (const Samples* samples : {&old, &now}) {
    for (const double value : *samples) reach.include(value);
  }
  const bool is_drawn = reach.low < reach.high && std::isfinite(reach.high - reach.low) &&
                        std::isfinite(band.upper - band.lower);
  if (!is_drawn) return "";
  reach.include(band.lower);
  reach.include(band.upper);
  const Reach labels = reach;
  const double margin = (reach.high - reach.low) * 0.04;
  reach = {reach.low - margin, reach.high + margin};
  const double begin = reach.at(band.lower);
  const std::string words = samples_words("old", old, verdict.unit) + "; " +
                            samples_words("new", now, verdict.unit) + "; the budget allows " +
                            amount(band.lower, verdict.unit) + " to " +
                            amount(band.upper, verdict.unit);
  return "<svg class=dots viewBox=\"0 0 240 48\" role=img><title>" + html_text(words) +
         "</title><rect class=band x=\"" + html_number(begin, 1) + R"(" y="2" width=")" +
         html_number(std::max(1.0, reach.at(band.upper) - begin), 1) +
         R"(" height="32"/><text x="2" y="14">old</text><text x="2" y="30">new</text>)" +
         dots("o", old, 10, reach) + dots("n", now, 26, reach) + "<text x=\"" +
         html_number(kLeft, 0) + R"(" y="46">)" + html_text(amount(labels.low, verdict.unit)) +
         "</text><text class=end x=\"" + html_number(kRight, 0) + R"(" y="46">)" +
         html_text(amount(labels.high, verdict.unit)) + "</text></svg>";
}

}  // namespace ncu_regions
