// Regions: results of ncu in, a tree of regions out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/artifacts/report_file.h"
#include "harness/config/settings.h"
#include "harness/regions/region_tree.h"

namespace ncu_regions {

// One file of a capture. Several processes may have written one each.
struct ReportSource {
  ReportFile* file = nullptr;
  std::optional<std::uint64_t> rank;  // of the process that wrote it
  // Range captures: the declared regions that were measured in its run, written forms or labels.
  // Empty: all that were declared.
  std::vector<std::string> ranges = {};
  // Processes of different captures are the same when they came in the same order.
  std::size_t capture = 0;
};

struct AssemblyRequest {
  std::vector<ReportSource> sources;
  std::vector<std::string> declared;  // written forms or labels; may be empty
  const MetricTable& metrics;
  const ShownSettings& shown;
};

// Kernel rows (kernels, graphs, command lists) count once in each region of their stack. Range
// results belong to one region each and are never added to another; with them, kernel rows are the
// census beside them. Throws Error: kMeasurement for a file that cannot be read, for a range result
// that belongs to none or to two of the declared regions, for one metric in two units; kUsage for a
// label that names two regions and for bad patterns.
RegionTree assemble_reports(const AssemblyRequest& request);

// Ranks from the names of files that differ in one number only, as %q{OMPI_COMM_WORLD_RANK} makes
// them; nothing where they do not. The files' order is that of the ranks then.
std::vector<std::optional<std::uint64_t>> ranks_in_names(const std::vector<std::string>& names);

}  // namespace ncu_regions
