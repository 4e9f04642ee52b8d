// Pipeline: one plain run of a program under the injection library: which regions it opens.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/config/workload.h"
#include "harness/regions/region_tree.h"

namespace ncu_regions {

struct SurveyRequest {
  Workload workload;                   // its host_command is the program
  std::vector<std::string> overrides;  // "key=value" of the command line
  std::filesystem::path library;       // the injection library
  std::filesystem::path folder;        // for the capture and the program's output
};

struct Survey {
  Workload workload;     // with absolute paths
  bool is_cuda = false;  // the program holds GPU code
  RegionTree tree;
  std::string last_words;  // what it said on standard error before a bad end
  std::string bad_end;     // how the program ended when that was not well: the tree is partial then
};

// No counters, no permissions, nothing judged. Throws Error: kUsage without a program, kMeasurement
// when the program could not be started or never loaded the library.
Survey survey(const SurveyRequest& request);

}  // namespace ncu_regions
