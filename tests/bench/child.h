// Benchmarks: runs a program and tells what it took.
#pragma once

#include <string>
#include <vector>

namespace ncu_regions {

struct ChildCost {
  int exit_code = -1;
  double seconds = 0;      // wall clock
  double cpu_seconds = 0;  // of it and its children
  double megabytes = 0;    // most memory that it or a child of it had resident
};

// In `folder`, with these variables added; its output goes to <folder>/output.txt.
ChildCost run_child(const std::vector<std::string>& argv, const std::string& folder,
                    const std::vector<std::string>& variables = {});

}  // namespace ncu_regions
