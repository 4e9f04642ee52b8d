// Tests: runs a program and keeps what it said.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ncu_regions {

struct ProgramResult {
  int exit_code = -1;  // 128 + signal when it died by one
  std::string out;
  std::string err;
};

struct ProgramOptions {
  std::filesystem::path working_directory;
  std::map<std::string, std::string> environment;  // added to ours; empty value: removed
};

ProgramResult run_program(const std::vector<std::string>& argv, const ProgramOptions& options = {});

}  // namespace ncu_regions
