#include "harness/render/page/roofline_plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "harness/core/text.h"
#include "harness/render/html.h"
#include "harness/render/report_parts.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostPoints = 30;
constexpr double kPlotLeft = 56, kPlotRight = 508, kPlotTop = 20, kPlotBottom = 262;

// Powers of ten.
struct Decades {
  int low = 0, high = 1;

  static Decades around(double least, double most) {
    return {static_cast<int>(std::floor(std::log10(least))),
            static_cast<int>(std::ceil(std::log10(most)))};
  }
  double share(double value) const {
    const double whole = std::max(high - low, 1);
    return (std::log10(value) - low) / whole;
  }
};

std::string rate_text(double flop_per_second) {
  return number_text(flop_per_second / 1e9, "") + " GFLOP/s";
}

std::string precision_words(Precision precision) {
  return precision == Precision::kSingle ? "single" : "double";
}

class RooflinePlot {
 public:
  explicit RooflinePlot(const Roofline& roofline) : roofline_(roofline) {
    double least_x = HUGE_VAL;
    double most_x = 0;
    double least_y = HUGE_VAL;
    double most_y = 0;
    for (const RooflinePoint& point : roofline_.points) {
      least_x = std::min(least_x, point.flop_per_byte);
      most_x = std::max(most_x, point.flop_per_byte);
      least_y = std::min(least_y, point.flop_per_second);
      longest_ = std::max(longest_, point.seconds);
    }
    for (const RooflineRoof& roof : roofline_.roofs) {
      most_y = std::max(most_y, roof.flop_per_second);
      most_x = std::max(most_x, 4 * roof.flop_per_second / roofline_.bytes_per_second);
      least_x = std::min(least_x, roof.flop_per_second / roofline_.bytes_per_second / 10);
    }
    x_ = Decades::around(least_x, most_x);
    y_ = Decades::around(least_y, most_y * 1.2);
  }

  std::string svg() const {
    std::string text =
        "<svg class=roofline viewBox=\"0 0 520 300\" role=img aria-label=\"roofline: "
        "operations per second over operations per byte of DRAM\">";
    text += axes();
    for (const RooflineRoof& roof : roofline_.roofs) text += roof_line(roof);
    const std::size_t shown = std::min(roofline_.points.size(), kMostPoints);
    for (std::size_t i = 0; i < shown; ++i) text += point(i);
    return text + "</svg>";
  }

 private:
  double left(double flop_per_byte) const {
    return kPlotLeft + (kPlotRight - kPlotLeft) * std::clamp(x_.share(flop_per_byte), 0.0, 1.0);
  }
  double top(double flop_per_second) const {
    return kPlotBottom - (kPlotBottom - kPlotTop) * std::clamp(y_.share(flop_per_second), 0.0, 1.0);
  }

  std::string axes() const {
    std::string text;
    for (int power = x_.low; power <= x_.high; ++power) {
      const std::string x = html_number(left(std::pow(10, power)), 1);
      text += "<path class=grid d=\"M" + x + " " + html_number(kPlotTop, 0) + "V" +
              html_number(kPlotBottom, 0) + "\"/><text class=mid x=\"" + x + R"(" y="278">)" +
              number_text(std::pow(10, power), "") + "</text>";
    }
    for (int power = y_.low; power <= y_.high; ++power) {
      const std::string y = html_number(top(std::pow(10, power)), 1);
      text += "<path class=grid d=\"M" + html_number(kPlotLeft, 0) + " " + y + "H" +
              html_number(kPlotRight, 0) + R"("/><text class=end x="50" y=")" + y + R"(" dy="3">)" +
              number_text(std::pow(10, power - 9), "") + "</text>";
    }
    return text +
           "<text class=mid x=\"282\" y=\"296\">FLOP per byte of DRAM</text><text x=\"2\" y=\"9\">"
           "GFLOP/s</text>";
  }

  std::string roof_line(const RooflineRoof& roof) const {
    const double ridge = roof.flop_per_second / roofline_.bytes_per_second;
    const double first = std::pow(10, x_.low);
    // Where the slope leaves the picture at its lower edge, it begins there.
    const double begin = std::max(first, std::pow(10, y_.low) / roofline_.bytes_per_second);
    return "<path class=roof d=\"M" + html_number(left(begin), 1) + " " +
           html_number(top(begin * roofline_.bytes_per_second), 1) + "L" +
           html_number(left(ridge), 1) + " " + html_number(top(roof.flop_per_second), 1) + "H" +
           html_number(kPlotRight, 0) + R"("/><text class=end x="506" y=")" +
           html_number(top(roof.flop_per_second) - 5, 1) + "\">" + precision_words(roof.precision) +
           " precision, " + rate_text(roof.flop_per_second) + "</text>";
  }

  std::string point(std::size_t index) const {
    const RooflinePoint& point = roofline_.points[index];
    const double radius = 4 + 6 * std::sqrt(point.seconds / longest_);
    const std::string x = html_number(left(point.flop_per_byte), 1);
    const std::string y = html_number(top(point.flop_per_second), 1);
    const bool is_double = point.precision == Precision::kDouble;
    return "<g><title>" +
           html_text((point.name.empty() ? "the range" : short_name(point.name, kMostNameOnPage)) +
                     ": " + rate_text(point.flop_per_second)) +
           "</title><circle class=" + std::string(is_double ? "fp64" : "fp32") + " cx=\"" + x +
           "\" cy=\"" + y + "\" r=\"" + html_number(radius, 1) +
           R"("/><text class="mid number" x=")" + x + "\" y=\"" + y + R"(" dy="3">)" +
           std::to_string(index + 1) + "</text></g>";
  }

  const Roofline& roofline_;
  Decades x_, y_;
  double longest_ = 0;
};

// The share of what is possible at that number of operations per byte.
std::string share_text(const Roofline& roofline, const RooflinePoint& point) {
  const auto roof = std::ranges::find(roofline.roofs, point.precision, &RooflineRoof::precision);
  if (roof == roofline.roofs.end()) return "-";
  const double most =
      std::min(roof->flop_per_second, point.flop_per_byte * roofline.bytes_per_second);
  char text[32];
  std::snprintf(text, sizeof(text), "%.0f %%", 100 * point.flop_per_second / most);
  const bool is_memory = point.flop_per_byte * roofline.bytes_per_second < roof->flop_per_second;
  return std::string(text) + (is_memory ? " of DRAM's" : " of the units'");
}

}  // namespace

std::string roofline_html(const Roofline& roofline) {
  if (roofline.empty()) return "";
  std::string text =
      "<h4>Roofline</h4><figure>" + RooflinePlot(roofline).svg() +
      "<figcaption>Each dot is a kernel, larger when it takes longer; tensor cores "
      "are not counted. DRAM gives " +
      number_text(roofline.bytes_per_second, "byte/s") +
      ".</figcaption></figure><div class=scroll><table><thead><tr><th class=r>#<th>"
      "Kernel<th>Precision<th class=r>Launches<th class=r>FLOP/byte<th class=r>Rate<th "
      "class=r>Of its roof<tbody>";
  const std::size_t shown = std::min(roofline.points.size(), kMostPoints);
  for (std::size_t i = 0; i < shown; ++i) {
    const RooflinePoint& point = roofline.points[i];
    text += "<tr><td class=r>" + std::to_string(i + 1) + "<td>" +
            (point.name.empty() ? "the range itself" : html_name(point.name)) + "<td>" +
            precision_words(point.precision) + "<td class=r>" + count(point.launches) +
            "<td class=r>" + number_text(point.flop_per_byte, "") + "<td class=r>" +
            rate_text(point.flop_per_second) + "<td class=r>" + share_text(roofline, point);
  }
  text += "</table></div>";
  if (shown < roofline.points.size()) {
    text += "<p>and " + count(roofline.points.size() - shown) + " more kernels.</p>";
  }
  return text;
}

}  // namespace ncu_regions
