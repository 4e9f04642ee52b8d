// Artifacts: the metrics of one result of an ncu report.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/artifacts/ncu_rep/names.h"
#include "harness/artifacts/report.h"

namespace ncu_regions::ncu_rep {

class MetricReader {
 public:
  MetricReader(const Names& names, const Selection& selection);

  // Before the metrics of a result.
  void begin(ReportResult& result);

  // Reads a metric into the result, if it is wanted. When a result names a metric twice the last
  // one wins, as in ncu. Throws WireError.
  void read(std::string_view message, ReportResult& result);

  // After all fields of a result: what its metrics told about the device and the launch.
  void end(ReportResult& result) const;

  // Metrics, over all results so far, whose name is not in the file.
  std::uint64_t nameless() const { return nameless_; }

 private:
  struct Slot {
    std::uint32_t round = 0;  // the result in which the metric was last seen
    std::uint32_t index = 0;  // there, into ReportResult::metrics
  };

  std::uint32_t take_string(std::string_view& message) const;
  ReportMetric& place(std::uint32_t name, ReportResult& result);
  static void read_instance(std::string_view message, ReportMetric& metric, ReportResult& result);

  const Names& names_;
  struct Wanted {
    std::uint32_t name = 0;
    std::uint8_t how = 0;  // 0: jumped over
  };
  std::vector<Wanted> wanted_;  // by string
  bool with_instances_;
  std::vector<Slot> slots_;
  std::uint32_t round_ = 0;
  MetricValue facts_[kFacts];  // by Fact
  ReportMetric unshown_;
  std::uint64_t nameless_ = 0;
  std::size_t shown_ = 0;  // strings that name metrics which are wanted
};

}  // namespace ncu_regions::ncu_rep
