// Regions: reads the results of all files of a capture into rows. Private to this room.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "harness/artifacts/capture.h"
#include "harness/regions/kernel_rows.h"
#include "harness/regions/placement.h"
#include "harness/regions/report_regions.h"

namespace ncu_regions {

// Groups without their values: those need all columns to be known.
struct CollectedRows {
  KernelRows rows;
  std::vector<std::string> units;         // by column
  std::vector<std::size_t> placement_of;  // by group
  std::vector<bool> is_recorded;          // by source: NVTX was, for some result
  std::vector<std::size_t> source_of;     // by group that is not recorded
  std::vector<Scope> scopes;
  Placements placements;
  std::uint64_t ambiguous_ranges = 0;  // range results that could be of several regions
  std::uint64_t not_profiled = 0;      // kernels with a grid of 0: ncu could not profile them
  bool has_ranges = false, has_kernels = false;
  std::vector<std::string> notes;
};

class RowCollector {
 public:
  // Throws Error(kMeasurement).
  CollectedRows collect(const AssemblyRequest& request, const Selection& selection);

 private:
  void add(const ReportSource& source, const ReportResult& result);
  std::size_t placement(const ReportSource& source, const ReportResult& result);
  std::size_t kernel(const ReportResult& result);
  std::size_t scope(const ReportSource& source, const ReportResult& result);
  std::size_t group(const ReportSource& source, const ReportResult& result);
  std::size_t column(const ReportFile& file, std::uint32_t name);
  Cell cell(const MetricValue& value);
  void add_cells(const ReportSource& source, const ReportResult& result, KernelRow& row);

  using GroupKey = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;
  // Rank, number of the process in its capture, device.
  using ScopeKey =
      std::tuple<std::optional<std::uint64_t>, std::size_t, std::optional<std::uint64_t>>;
  std::size_t process(const ReportSource& source, const ReportResult& result);
  CollectedRows out_;
  const AssemblyRequest* request_ = nullptr;
  std::map<GroupKey, std::size_t> groups_;
  std::map<ScopeKey, std::size_t> scopes_;
  // Host and pid -> number of the process in its capture, and the file it was first seen in.
  struct Process {
    std::size_t number = 0, source = 0;
  };
  using CaptureRank = std::pair<std::size_t, std::optional<std::uint64_t>>;
  std::map<std::tuple<CaptureRank, std::string, std::uint64_t>, Process> processes_;
  std::map<CaptureRank, std::size_t> process_count_;
  std::unordered_map<std::string, std::size_t> kernels_;
  std::map<std::string, std::size_t, std::less<>> columns_;
  std::unordered_map<std::string, std::uint32_t> texts_;
  std::vector<std::size_t> column_of_;  // of the file at hand, by name; one more than it
  std::string key_;
};

}  // namespace ncu_regions
