// Compare: what the old side (baseline, base build, first run) has of a declared region. Private to
// this room.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "harness/compare/judge.h"
#include "harness/compare/old_region.h"

namespace ncu_regions {

class OldSide {
 public:
  // `opened`: the regions of the new build.
  OldSide(const JudgeInput& input, const RegionTree& opened);

  // Which of its regions the test is compared with.
  OldRegion find(const GatedTest& test) const;

  // A base build that declares the region and has no value of it: why nothing can be compared.
  // Empty: the old side need not have one, the region is new.
  std::string why_lost(const Verdict& verdict) const;
  // True when the region itself is missing there, not only the metric.
  bool is_region_missing(const Verdict& verdict) const;

  // Other regions of the new build with the test's label, as a list for people.
  std::string namesakes_of(const GatedTest& test) const { return finder_.namesakes_of(test); }

 private:
  const KnownRegions& regions_of(const std::string& metric) const;

  const JudgeInput& in_;
  OldRegionFinder finder_;
  RegionTree const* tree_;                             // of the base build or first run, or nullptr
  mutable std::map<std::string, KnownRegions> known_;  // by metric; "": whatever the metric
};

// The regions that the new build opened.
const RegionTree& opened_regions(const JudgeInput& input);

}  // namespace ncu_regions
