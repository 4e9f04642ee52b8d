// Render: what a survey saw, and the lines that register the program.
#pragma once

#include <string>

#include "harness/config/workload.h"
#include "harness/regions/region_tree.h"

namespace ncu_regions {

struct SurveyView {
  const Workload& workload;
  const RegionTree& tree;
  bool is_cuda = false;  // register it as the CUDA program
};

// The region tree with instances, threads and launches; processes; what was open at the same time.
std::string survey_text(const SurveyView& survey);

// A call of ncu_regions_add_test that registers the program with all its regions, ready to paste.
// Regions that CMake cannot carry stand in a comment.
std::string add_test_lines(const SurveyView& survey);

// The regions to declare, at most a hundred, the outermost first: each by its shortest name that
// means no other one.
std::vector<std::string> declared_names(const RegionTree& tree);

}  // namespace ncu_regions
