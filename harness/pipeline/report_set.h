// Pipeline: reports of ncu, opened, as the sources of one tree.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/regions/report_regions.h"
#include "harness/render/report.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

// Files of one capture: several when each process wrote its own.
struct ReportPart {
  std::vector<CaptureFile> files;
  std::vector<std::string> ranges = {};  // range captures: regions of this run
  // Nothing: range results are one capture, others another.
  std::optional<std::size_t> capture = {};
  std::string ncu = {};                                  // that wrote them, when it was named
  std::map<std::string, std::string> metric_names = {};  // RunRecord::metric_names
};

// The files of a capture in its folder, and the regions that it was taken for.
ReportPart part_of(const std::filesystem::path& folder, const CaptureRecord& capture);

class ReportSet {
 public:
  // Opens all of them. Throws Error(kMeasurement) naming a file that is not readable.
  explicit ReportSet(const std::vector<ReportPart>& parts);

  const std::vector<ReportSource>& sources() const { return sources_; }
  // Whether file names were taken for ranks.
  bool has_ranks() const { return has_ranks_; }

  // Sections of the results that are worth it, in a second reading.
  SectionTexts sections(const RegionTree& tree, const std::vector<std::string>& patterns) const;

  // What rules found in the same results: warnings, and chances to be faster; into the tree.
  void add_rules(RegionTree& tree) const;

 private:
  void add(const ReportPart& part);
  // Reads the results of the tree that are worth it, with sections and rules.
  void read_chosen(const RegionTree& tree,
                   const std::function<void(std::size_t source, const ReportResult&)>& take) const;

  std::vector<std::unique_ptr<ReportFile>> files_;
  std::vector<ReportSource> sources_;
  bool has_ranks_ = false;
};

}  // namespace ncu_regions
