// Render: the sections and rules of single results, from the report itself.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/artifacts/report_file.h"
#include "harness/render/report_parts.h"

namespace ncu_regions {

// The results whose sections are worth reading: of each kernel of a region the launch that took
// longest, of each range its longest instance. (KernelRow::source, id), sorted.
std::set<std::pair<std::size_t, std::uint64_t>> results_with_sections(const RegionTree& tree);

// The sections of one result that some pattern names (all when there is none), with their metrics
// and the messages of their rules; "" when it has none.
std::string sections_of_result(const ReportResult& result, const ReportFile& file,
                               const std::vector<std::string>& patterns);

class SectionPages {
 public:
  // Both must outlive it.
  SectionPages(const ReportInput& input, const std::vector<RegionFiles>& files);

  std::string of_region(std::size_t region) const;  // sections.txt
  std::string of_all() const;                       // sections_report.txt

 private:
  const ReportInput& input_;
  const std::vector<RegionFiles>& files_;
  std::vector<std::size_t> longest_;  // row of each group
};

}  // namespace ncu_regions
