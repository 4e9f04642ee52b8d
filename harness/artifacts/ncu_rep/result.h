// Artifacts: one result of an ncu report: kernel, range, command list or graph.
#pragma once

#include <string_view>

#include "harness/artifacts/ncu_rep/metrics.h"
#include "harness/artifacts/report_file.h"

namespace ncu_regions::ncu_rep {

class ResultReader {
 public:
  ResultReader(const Names& names, const Selection& selection)
      : metrics_(names, selection), selection_(selection) {}

  // Fills `result`, which may be used; its id and process are the caller's. Throws WireError.
  void read(ReportResultKind kind, std::string_view message, ReportResult& result);

  std::uint64_t nameless() const { return metrics_.nameless(); }

 private:
  void read_kernel(std::string_view message, ReportResult& result);
  void read_other(std::string_view message, ReportResult& result);

  MetricReader metrics_;
  Selection selection_;
};

}  // namespace ncu_regions::ncu_rep
