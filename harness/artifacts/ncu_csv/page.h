// Artifacts: the rows of one CSV table become results. One class per page.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/artifacts/ncu_csv/identity.h"
#include "harness/artifacts/ncu_csv/layout.h"
#include "harness/artifacts/ncu_csv/metrics.h"
#include "harness/artifacts/report_file.h"
#include "harness/core/unit.h"

namespace ncu_regions::ncu_csv {

// What all tables of one reading share.
struct Reading {
  const std::string& file;
  const Selection& selection;
  Metrics& metrics;
  const std::function<void(const ReportResult&)>& use;
  std::uint64_t results = 0;     // so far
  std::uint64_t short_rows = 0;  // of raw pages: cells are missing at their end
  std::uint64_t tables_without_units = 0;
};

struct Row {
  const Cells& cells;
  EntryQuote quote;
  std::size_t line;
};

class PageReader {
 public:
  PageReader(const Layout& layout, Reading& reading) : layout_(layout), reading_(reading) {}
  virtual ~PageReader() = default;
  PageReader(const PageReader&) = delete;
  PageReader& operator=(const PageReader&) = delete;

  virtual void take(const Row& row) = 0;
  virtual void finish() {}  // after the last row

 protected:
  std::string_view cell(const Row& row, Column column) const;
  // Adds the metric to the result, in base units. Throws Error(kMeasurement) when the number cannot
  // be read for certain.
  void add_metric(const Row& row, std::uint32_t metric, std::string_view text,
                  const UnitScale& scale);
  void hand_out();
  [[noreturn]] void refuse_number(const Row& row, std::uint32_t metric,
                                  std::string_view text) const;
  [[noreturn]] void refuse(const Row& row, const std::string& what) const;

  const Layout& layout_;
  Reading& reading_;
  ReportResult result_;
};

std::unique_ptr<PageReader> make_page_reader(const Layout& layout, Reading& reading);
std::unique_ptr<PageReader> make_raw_page(const Layout& layout, Reading& reading);
std::unique_ptr<PageReader> make_details_page(const Layout& layout, Reading& reading);
std::unique_ptr<PageReader> make_ranges_page(const Layout& layout, Reading& reading);

}  // namespace ncu_regions::ncu_csv
