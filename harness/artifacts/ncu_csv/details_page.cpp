// The details page: a row per result and metric, or per message of a rule; rows of one result
// follow each other.
#include <charconv>
#include <deque>
#include <map>
#include <string>

#include "harness/artifacts/ncu_csv/page.h"
#include "harness/core/unit.h"

namespace ncu_regions::ncu_csv {
namespace {

class DetailsPage : public PageReader {
 public:
  using PageReader::PageReader;

  void take(const Row& row) override {
    if (!has_result_ || cell(row, Column::kId) != id_) begin(row);
    if (!cell(row, Column::kMetricName).empty()) take_metric(row);
    if (reading_.selection.rules && !cell(row, Column::kRuleText).empty()) take_rule(row);
  }

  void finish() override {
    if (has_result_) hand_out();
    has_result_ = false;
  }

 private:
  void begin(const Row& row) {
    finish();
    kept_.clear();
    place_.clear();
    result_ = ReportResult();
    has_result_ = true;
    id_ = cell(row, Column::kId);
    Cells cells = row.cells;
    for (std::string_view& text : cells) text = kept_.emplace_back(text);  // outlives the row
    read_identity(layout_, cells, row.quote, result_);
  }

  void take_metric(const Row& row) {
    const std::string name = metric_name(row);
    if (!reading_.selection.wants(name) &&
        !reading_.selection.wants(cell(row, Column::kMetricName)))
      return;
    const UnitScale scale = scale_of_unit(cell(row, Column::kMetricUnit));
    const std::uint32_t metric = reading_.metrics.index_of(name);
    reading_.metrics.set_unit(metric, scale.base);
    add_metric(row, metric, cell(row, Column::kMetricValue), scale);
    if (auto* text = std::get_if<std::string_view>(&result_.metrics.back().value)) {
      *text = kept_.emplace_back(*text);
    }
    replace_earlier();
  }

  // Sections share labels ("Memory Throughput" is a percentage in one and a rate in another), so a
  // label is told apart by its section. Metrics by name (--metrics) need none.
  std::string metric_name(const Row& row) const {
    const std::string_view label = cell(row, Column::kMetricName);
    if (label.find("__") != std::string_view::npos) return std::string(label);
    std::string name(cell(row, Column::kSectionName));
    for (const std::string_view part : {cell(row, Column::kBodyLabel), label}) {
      if (part.empty()) continue;
      if (!name.empty()) name += ": ";
      name += part;
    }
    return name;
  }

  // The same metric may stand in two sections: the last one counts.
  void replace_earlier() {
    const ReportMetric last = result_.metrics.back();
    const auto [entry, is_new] = place_.emplace(last.name, result_.metrics.size() - 1);
    if (is_new) return;
    result_.metrics[entry->second] = last;
    result_.metrics.pop_back();
  }

  void take_rule(const Row& row) {
    RuleMessage message;
    message.rule = message.name = kept_.emplace_back(cell(row, Column::kRuleName));
    message.section = kept_.emplace_back(cell(row, Column::kSectionName));
    message.type = kept_.emplace_back(cell(row, Column::kRuleType));
    message.text = kept_.emplace_back(cell(row, Column::kRuleText));
    message.speedup_type = kept_.emplace_back(cell(row, Column::kSpeedupType));
    const std::string_view speedup = cell(row, Column::kSpeedup);
    double percent = 0;
    if (std::from_chars(speedup.data(), speedup.data() + speedup.size(), percent).ec ==
        std::errc()) {
      message.speedup_percent = percent;
    }
    result_.rules.push_back(message);
  }

  bool has_result_ = false;
  std::string id_;
  std::deque<std::string> kept_;                // texts of the present result
  std::map<std::uint32_t, std::size_t> place_;  // metric -> where it stands in the result
};

}  // namespace

std::unique_ptr<PageReader> make_details_page(const Layout& layout, Reading& reading) {
  return std::make_unique<DetailsPage>(layout, reading);
}

}  // namespace ncu_regions::ncu_csv
