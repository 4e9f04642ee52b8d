// Core: the version of the harness.
#pragma once

#include <string>
#include <string_view>

namespace ncu_regions {

// "0.1.0", from the project() call of the top-level CMakeLists.txt.
std::string_view version();

// The git commit it was built from, with "-dirty" when the tree had changes; "unknown" outside git.
std::string_view commit();

// The path of the running program, for commands that a person is to copy; its name alone when the
// system does not tell.
std::string own_program();

}  // namespace ncu_regions
