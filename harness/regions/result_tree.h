// Regions: which results of a report stand in which region. Nothing is added up here.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/regions/placement.h"

namespace ncu_regions {

struct ResultTree {
  Placements regions;
  std::vector<std::vector<std::uint64_t>> results;  // by node, directly in it: ids
  std::vector<std::uint64_t> outside;               // NVTX was recorded, and no range was open
  std::vector<std::uint64_t> unlabeled;             // of these the file says nothing
};

class ResultTreeBuilder {
 public:
  void add(const ReportResult& result);

  // The tree of what was added. A file in which NVTX was recorded for any result was recorded with
  // NVTX: its other results are outside, not unlabeled.
  ResultTree take();

 private:
  ResultTree tree_;
  bool has_nvtx_ = false;
};

}  // namespace ncu_regions
