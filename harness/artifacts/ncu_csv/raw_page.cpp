// The raw page: a row per result, a column per metric, units in the row after the header.
#include <set>

#include "harness/artifacts/ncu_csv/page.h"
#include "harness/core/unit.h"

namespace ncu_regions::ncu_csv {
namespace {

class RawPage : public PageReader {
 public:
  RawPage(const Layout& layout, Reading& reading) : PageReader(layout, reading) {
    std::set<std::uint32_t> known;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
      if (layout.columns[i] != Column::kMetric) continue;
      const std::uint32_t metric = reading.metrics.index_of(layout.names[i]);
      const auto same = [&](const MetricColumn& other) { return other.metric == metric; };
      if (!known.insert(metric).second) std::erase_if(all_, same);  // the last one counts
      all_.push_back({i, metric, {}});
    }
  }

  void take(const Row& row) override {
    if (cell(row, Column::kId).empty()) return take_units(row);
    if (!has_units_ && !counted_) {
      ++reading_.tables_without_units;
      counted_ = true;
    }
    if (row.cells.size() < layout_.columns.size()) ++reading_.short_rows;
    clear();
    read_identity(layout_, row.cells, row.quote, result_);
    for (const MetricColumn& column : wanted()) {
      if (column.index >= row.cells.size()) break;
      const std::string_view text = row.cells[column.index];
      if (!text.empty()) add_metric(row, column.metric, text, column.scale);
    }
    hand_out();
  }

 private:
  struct MetricColumn {
    std::size_t index;
    std::uint32_t metric;
    UnitScale scale;  // to base units
  };

  void take_units(const Row& row) {
    has_units_ = true;
    for (MetricColumn& column : all_) {
      if (column.index >= row.cells.size()) break;
      column.scale = scale_of_unit(row.cells[column.index]);
      reading_.metrics.set_unit(column.metric, column.scale.base);
    }
    wanted_.clear();
  }

  const std::vector<MetricColumn>& wanted() {
    if (reading_.selection.all_metrics) return all_;
    if (!wanted_.empty()) return wanted_;
    for (const MetricColumn& column : all_) {
      if (reading_.selection.wants(layout_.names[column.index])) wanted_.push_back(column);
    }
    return wanted_;
  }

  void clear() {
    auto metrics = std::move(result_.metrics);  // keeps its memory
    metrics.clear();
    result_ = ReportResult();
    result_.metrics = std::move(metrics);
  }

  std::vector<MetricColumn> all_, wanted_;
  bool has_units_ = false, counted_ = false;
};

}  // namespace

std::unique_ptr<PageReader> make_raw_page(const Layout& layout, Reading& reading) {
  return std::make_unique<RawPage>(layout, reading);
}

}  // namespace ncu_regions::ncu_csv
