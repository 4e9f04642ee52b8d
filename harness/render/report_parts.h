// Render: what the writers of a report share. Private to this room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/regions/region_tree.h"
#include "harness/render/report.h"

namespace ncu_regions {

// A page that a person can read, whatever the program does. What was left out is said.
inline constexpr std::size_t kMostRegionRows = 500;
inline constexpr std::size_t kMostKernelRows = 400;
inline constexpr std::size_t kMostScopeRows = 400;
inline constexpr std::size_t kMostMetricColumns = 6;
// Regions with files of their own.
inline constexpr std::size_t kMostRegionFolders = 2'000;

std::optional<double> total(const ScopeValues& values, std::string_view metric, bool inclusive);

// An inclusive count for people, or "not counted" (a region that no test declared is not).
std::string count_cell(const ScopeValues& values, std::string_view metric);
// The same without what is in the region's children.
std::string directly_cell(const Region& region, std::string_view metric);
// Nanoseconds as milliseconds.
std::string time_text(const RegionTree& tree, double nanoseconds);
// The tree's time metric in milliseconds.
std::string time_cell(const RegionTree& tree, const ScopeValues& values, bool inclusive = true);

// A count for people.
std::string count(std::uint64_t number);

// What a region has of a metric; nothing was measured when it has none.
const Totals& shown_totals(const ScopeValues& values, const ShownMetric& metric);

// Notes of the run, of the tree and of the outcome, raw.
std::vector<std::string> notes_of(const ReportInput& input);

// The regions that a table of at most `most` shows: those that took longest, in the order of the
// tree.
std::vector<std::size_t> regions_to_show(const RegionTree& tree, std::size_t most);

// Metrics that were not chosen with a section.
std::vector<const ShownMetric*> metrics_outside_sections(const RegionTree& tree);
// Those of them that have a column of their own.
std::vector<const ShownMetric*> column_metrics(const RegionTree& tree);

// Where the files of each region are, relative to regions/.
struct RegionFiles {
  std::string markdown, json, kernels, sections;  // sections: "" when there are none
};
std::vector<RegionFiles> region_files(const ReportInput& input);

std::string region_json_text(const ReportInput& input, std::size_t region,
                             const RegionFiles& files);
std::string region_markdown(const ReportInput& input, std::size_t index, const RegionFiles& files);

}  // namespace ncu_regions
