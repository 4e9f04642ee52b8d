// Tests: the name of the report that ncu makes of its option -o.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace ncu_regions::stand_in {

// An error of ncu's own, with its text: it prints it and exits with 1.
struct NcuError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// With the macros %% %p %h %i %q{NAME} replaced and .ncu-rep behind it. Throws NcuError.
std::filesystem::path output_name(const std::string& option);

}  // namespace ncu_regions::stand_in
