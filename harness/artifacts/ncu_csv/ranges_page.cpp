// Tables of other exporters: a row per range, with its name as one text and values under the
// table's own column names. They are not ncu's metrics and do not get their names.
#include "harness/artifacts/ncu_csv/page.h"
#include "harness/core/text.h"
#include "harness/core/unit.h"

namespace ncu_regions::ncu_csv {
namespace {

class RangesPage : public PageReader {
 public:
  RangesPage(const Layout& layout, Reading& reading) : PageReader(layout, reading) {
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
      if (layout.columns[i] == Column::kMetric) add_column(i);
    }
  }

  void take(const Row& row) override {
    result_ = ReportResult();
    result_.kind = ReportResultKind::kRange;
    result_.name = to_string(result_.kind);
    NvtxState& state = result_.nvtx.emplace();
    const std::string_view range = cell(row, Column::kRange);
    if (!range.empty()) {
      NvtxStack& stack = state.stacks.emplace_back();
      stack.domain = kDefaultNvtxDomain;
      stack.ranges.emplace_back().name = range;
    }
    for (const ValueColumn& column : columns_) {
      if (column.index >= row.cells.size() || !reading_.selection.wants(column.name)) continue;
      const std::string_view text = trim(row.cells[column.index]);
      if (!text.empty()) add_metric(row, column.metric, text, column.scale);
    }
    hand_out();
  }

 private:
  struct ValueColumn {
    std::size_t index;
    std::string name;
    std::uint32_t metric;
    UnitScale scale;
  };

  // "Total Time (ms)" is "Total Time" in ms.
  void add_column(std::size_t index) {
    const std::string& header = layout_.names[index];
    const std::size_t open = header.rfind(" (");
    const bool has_unit = open != std::string::npos && header.ends_with(')');
    const std::string name = has_unit ? header.substr(0, open) : header;
    const std::string unit =
        has_unit ? header.substr(open + 2, header.size() - open - 3) : std::string();
    const UnitScale scale = scale_of_unit(unit);
    const std::uint32_t metric = reading_.metrics.index_of(name);
    reading_.metrics.set_unit(metric, scale.base);
    columns_.push_back({index, name, metric, scale});
  }

  std::vector<ValueColumn> columns_;
};

}  // namespace

std::unique_ptr<PageReader> make_ranges_page(const Layout& layout, Reading& reading) {
  return std::make_unique<RangesPage>(layout, reading);
}

}  // namespace ncu_regions::ncu_csv
