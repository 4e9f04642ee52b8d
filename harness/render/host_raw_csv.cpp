#include "harness/render/host_raw_csv.h"

#include <cmath>

#include "harness/render/csv_text.h"
#include "harness/render/results_number.h"

namespace ncu_regions {
namespace {

void append_dim(std::string& line, const std::uint32_t (&dim)[3]) {
  line += ",\"" + std::to_string(dim[0]) + "x" + std::to_string(dim[1]) + "x" +
          std::to_string(dim[2]) + "\"";
}

void append_values(std::string& line, const Capture& capture, const Result& result) {
  for (std::size_t i = 0; i < capture.metrics.size(); ++i) {
    line += ',';
    if (result.values.empty()) continue;
    double sum = 0;
    for (const double value : result.values[i]) sum += value;
    if (std::isfinite(sum)) append_number(line, sum);
  }
}

}  // namespace

std::string host_raw_csv(const Capture& capture) {
  std::string page = R"("Kind","Region","Kernel","Process","Pid","Thread","Count","Grid","Block")";
  for (const CaptureMetric& metric : capture.metrics) {
    page += ',';
    append_csv_text(page, metric.name);
  }
  page += '\n';
  for (const Result& result : capture.results) {
    const bool is_range = result.kind == ResultKind::kRange;
    std::string regions;
    for (const std::size_t path : result.paths) {
      regions += (regions.empty() ? "" : "; ") + written_form(capture.paths[path]);
    }
    page += is_range ? "\"range\"," : "\"kernel\",";
    append_csv_text(page, regions.empty() ? "(outside)" : regions);
    page += ',';
    append_csv_text(page, result.name);
    page += ',';
    append_csv_text(page, capture.scopes[result.scope].name);
    page += "," + std::to_string(capture.scopes[result.scope].pid) + "," +
            std::to_string(result.thread) + "," + std::to_string(result.count);
    if (is_range) {
      page += ",,";
    } else {
      append_dim(page, result.grid);
      append_dim(page, result.block);
    }
    append_values(page, capture, result);
    page += '\n';
  }
  return page;
}

}  // namespace ncu_regions
