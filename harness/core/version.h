// Core: the version of the harness.
#pragma once

#include <string>
#include <string_view>

namespace ncu_regions {

// "0.1.0", from the project() call of the top-level CMakeLists.txt.
std::string_view version();

// The git commit it was built from, with "-dirty" when the tree had changes; "unknown" outside git.
std::string_view commit();

// "ncu-regions 0.1.0 (0123abc)": what --version prints and reports say.
inline std::string program_version() {
  return "ncu-regions " + std::string(version()) + " (" + std::string(commit()) + ")";
}

}  // namespace ncu_regions
