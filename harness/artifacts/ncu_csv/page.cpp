#include "harness/artifacts/ncu_csv/page.h"

#include "harness/artifacts/ncu_csv/numbers.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions::ncu_csv {

std::string_view PageReader::cell(const Row& row, Column column) const {
  const std::optional<std::size_t> at = layout_.find(column);
  return at && *at < row.cells.size() ? row.cells[*at] : std::string_view();
}

void PageReader::add_metric(const Row& row, std::uint32_t metric, std::string_view text,
                            const UnitScale& scale) {
  const Writer writer = layout_.page == Page::kRanges ? Writer::kOther : Writer::kNcu;
  ReportMetric& added = result_.metrics.emplace_back();
  added.name = metric;
  if (!read_cell(text, writer, added.value)) refuse_number(row, metric, text);
  if (!scale.base.empty() && std::holds_alternative<std::string_view>(added.value)) {
    refuse(row, "'" + printable(text) + "' of '" + printable(reading_.metrics.names()[metric]) +
                    "' is no number, although it has the unit '" + printable(scale.base) + "'");
  }
  if (scale.factor == 1) return;
  if (const std::optional<double> number = number_of(added.value)) {
    added.value = *number * scale.factor;
  }
}

void PageReader::refuse_number(const Row& row, std::uint32_t metric, std::string_view text) const {
  refuse(row, "'" + printable(text) + "' of '" + printable(reading_.metrics.names()[metric]) +
                  "' may mean two numbers: it was written with the separators of another "
                  "language; export again with LC_ALL=C");
}

void PageReader::hand_out() {
  result_.id = reading_.results++;
  if (reading_.selection.wants_result(result_.id)) reading_.use(result_);
}

void PageReader::refuse(const Row& row, const std::string& what) const {
  throw Error(ErrorKind::kMeasurement, reading_.file + ":" + std::to_string(row.line) + ": " +
                                           what + "; " + std::to_string(reading_.results) +
                                           " results before it are complete");
}

std::unique_ptr<PageReader> make_page_reader(const Layout& layout, Reading& reading) {
  switch (layout.page) {
    case Page::kRaw:
      return make_raw_page(layout, reading);
    case Page::kDetails:
      return make_details_page(layout, reading);
    default:
      return make_ranges_page(layout, reading);
  }
}

}  // namespace ncu_regions::ncu_csv
