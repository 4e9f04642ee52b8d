#include "harness/render/page/icicle.h"

#include <algorithm>
#include <cmath>

#include "harness/core/text.h"
#include "harness/render/html.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr int kRowHeight = 24;
constexpr std::size_t kLabelOnBox = 60;
// Of the whole: no place for a name, and none for a border. report.js has the same.
constexpr double kThin = 0.012;
constexpr double kHair = 0.003;

// How much it changed, for the colour: "m3" much more, "l1" a little less, "s" the same, "n" new,
// "u" when there is nothing old at all. report.js has the same steps.
std::string change_class(const PageValue& value, bool has_before) {
  if (!has_before) return "u";
  if (!value.before || !value.now) return "n";
  if (*value.before <= 0) return *value.now > 0 ? "m3" : "s";
  const double change = *value.now / *value.before - 1;
  const double size = std::abs(change);
  if (!is_notable(value)) return "s";
  const char* step = size < 0.02 ? "1" : size < 0.1 ? "2" : "3";
  return (change > 0 ? "m" : "l") + std::string(step);
}

// Which regions fail is marked whatever the metric is.
std::string mark_class(const PageData& data, std::size_t region) {
  const auto fails = [](const Verdict* verdict) {
    const ExitCode code = exit_code_of(*verdict);
    return code == ExitCode::kRegressed || code == ExitCode::kNotMeasured;
  };
  if (std::ranges::any_of(data.verdicts(region), fails)) return " bad";
  const auto worst = data.worst(region);
  return worst && *worst <= FindingGroup::kSuspect ? " doubt" : "";
}

std::string thin_class(const IcicleBox& box) {
  return box.width < kHair ? " t hair" : box.width < kThin ? " t" : "";
}

// What a screen reader says, and a pointer shows.
std::string box_title(const PageData& data, std::size_t region, std::size_t metric,
                      std::optional<double> PageValue::*side) {
  const PageValue& value = data.value(region, metric);
  const std::optional<double>& here = value.*side;
  std::string text = short_name(display_form(data.tree().regions[region].path), kMostNameOnPage) +
                     ": " + (here ? amount(*here, data.metrics()[metric].unit) : "not measured");
  const std::string change = page_change(value);
  if (side == &PageValue::now && !change.empty()) text += ", " + change;
  return html_text(text);
}

// On the box only what a person would call a change.
std::string label_change(const PageValue& value) {
  const std::string colour = change_class(value, true);
  return colour == "s" || colour == "n" ? "" : " " + page_change(value);
}

// What stands above says the rest.
std::string label_of(const Region& region) {
  return region.parent ? region.path.labels.back() : display_form(region.path);
}

class IcicleChart {
 public:
  IcicleChart(const PageData& data, const IcicleRows& rows, std::size_t metric)
      : data_(data), rows_(rows), metric_(metric) {}

  std::string svg(std::optional<double> PageValue::*side, double whole) const {
    const bool is_now = side == &PageValue::now;
    const auto boxes = icicle_boxes(data_.tree(), rows_, data_.column(metric_, side), whole);
    std::string text = "<svg class=icicle id=" + std::string(is_now ? "now" : "old") +
                       " role=group aria-label=\"" + (is_now ? "now" : "before") +
                       R"(: regions, as wide as what they cost" width="100%" height=")" +
                       std::to_string(rows_.rows * kRowHeight) + "\">\n";
    for (std::size_t i = 0; i < boxes.size(); ++i) text += box(i, boxes[i], side);
    return text + "</svg>";
  }

 private:
  std::string box(std::size_t region, const IcicleBox& box,
                  std::optional<double> PageValue::*side) const {
    const bool is_now = side == &PageValue::now;
    const std::string colour =
        is_now ? change_class(data_.value(region, metric_), data_.has_before()) : "u";
    const std::string label = short_name(label_of(data_.tree().regions[region]), kLabelOnBox);
    const std::string change = is_now ? label_change(data_.value(region, metric_)) : "";
    return "<a href=\"#" + data_.anchor(region) + "\" class=\"" + colour +
           (is_now ? mark_class(data_, region) : "") + thin_class(box) + "\"><svg x=\"" +
           html_number(box.x * 100, 3) + "%\" y=\"" +
           std::to_string(rows_.row[region] * kRowHeight) + "\" width=\"" +
           html_number(box.width * 100, 3) + "%\" height=\"" + std::to_string(kRowHeight - 1) +
           "\"><title>" + box_title(data_, region, metric_, side) +
           R"(</title><rect width="100%" height="100%"/><text x="5" y="16">)" + html_text(label) +
           "<tspan>" + html_text(change) + "</tspan></text></svg></a>\n";
  }

  const PageData& data_;
  const IcicleRows& rows_;
  std::size_t metric_;
};

std::optional<std::size_t> first_width(const PageData& data) {
  const auto& metrics = data.metrics();
  const auto found = std::ranges::find(metrics, true, &PageMetric::adds_up);
  if (found == metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - metrics.begin());
}

// One that is gated says more than one that nobody judges, and one that has old values more than
// one that has none.
std::size_t chosen_width(const PageData& data, std::size_t first) {
  std::optional<std::size_t> compared;
  for (std::size_t i = 0; i < data.metrics().size() && data.has_before(); ++i) {
    if (!data.metrics()[i].adds_up) continue;
    for (std::size_t region = 0; region < data.tree().regions.size(); ++region) {
      const PageValue& value = data.value(region, i);
      if (value.before && value.verdict != nullptr) return i;
      if (value.before && !compared) compared = i;
    }
  }
  return compared.value_or(first);
}

std::string options(const PageData& data, std::size_t chosen) {
  std::string text;
  for (std::size_t i = 0; i < data.metrics().size(); ++i) {
    if (!data.metrics()[i].adds_up) continue;
    text += std::string("<option") + (i == chosen ? " selected" : "") + ">" +
            html_text(data.metrics()[i].name) + "</option>";
  }
  return text;
}

void append_values(std::string& text, const Widths& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ',';
    char number[32];
    const bool is_number = values[i] && std::isfinite(*values[i]);
    std::snprintf(number, sizeof(number), "%.6g", is_number ? *values[i] : 0);
    text += is_number ? number : "null";
  }
}

}  // namespace

std::string icicle_html(const PageData& data) {
  const auto first = first_width(data);
  if (!first || data.tree().regions.empty()) return "";
  const std::size_t metric = chosen_width(data, *first);
  const IcicleRows rows = icicle_rows(data.tree());
  const double whole =
      std::max(icicle_whole(data.tree(), rows, data.column(metric, &PageValue::now)),
               icicle_whole(data.tree(), rows, data.column(metric, &PageValue::before)));
  const IcicleChart chart(data, rows, metric);
  std::string text =
      "<p class=controls>Width: <select id=width aria-label=\"what the width of a "
      "region is\" disabled>" +
      options(data, metric) +
      "</select> <button type=button id=zoom hidden>Zoom to the selected "
      "region</button></p>\n<div class=\"charts" +
      std::string(data.has_before() ? " two" : "") + "\">";
  if (data.has_before()) {
    text += "<figure><figcaption>Before</figcaption>" + chart.svg(&PageValue::before, whole) +
            "</figure>";
  }
  text += std::string("<figure>") + (data.has_before() ? "<figcaption>Now</figcaption>" : "") +
          chart.svg(&PageValue::now, whole) + "</figure>";
  return text + "</div>\n";
}

std::string icicle_data(const PageData& data) {
  const IcicleRows rows = icicle_rows(data.tree());
  std::string text = "{\"parents\":[";
  for (std::size_t i = 0; i < data.tree().regions.size(); ++i) {
    const auto& parent = data.tree().regions[i].parent;
    text += (i > 0 ? "," : "") + (parent ? std::to_string(*parent) : "-1");
  }
  text += "],\"trees\":[";
  for (std::size_t i = 0; i < rows.tree.size(); ++i) {
    text += (i > 0 ? "," : "") + std::to_string(rows.tree[i]);
  }
  text += "],\"metrics\":[";
  bool is_first = true;
  for (std::size_t i = 0; i < data.metrics().size(); ++i) {
    if (!data.metrics()[i].adds_up) continue;
    text += std::string(is_first ? "" : ",") + "{\"unit\":" + script_text(data.metrics()[i].unit) +
            ",\"old\":[";
    is_first = false;
    if (data.has_before()) append_values(text, data.column(i, &PageValue::before));
    text += "],\"now\":[";
    append_values(text, data.column(i, &PageValue::now));
    text += "]}";
  }
  return text + "]}";
}

}  // namespace ncu_regions
