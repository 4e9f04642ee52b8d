// shallow_resnet: what the program does, apart from being a process.
#pragma once

#include <string>
#include <vector>

namespace ncu_regions::workloads {

enum class ExitCode { kDone = 0, kMismatch = 1, kUsage = 2, kFailed = 3 };

// Runs with the given arguments (without the program's name); appends to `out` and `err` what is to
// be printed. Nothing is printed while ranges are open: it would be measured.
ExitCode run_program(const std::vector<std::string>& arguments, std::string& out, std::string& err);

}  // namespace ncu_regions::workloads
