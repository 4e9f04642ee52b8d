// Tests: settings and captures of every replay mode, for golden command lines and for the real ncu.
#pragma once

#include <string>
#include <vector>

#include "harness/command/ncu_command.h"

namespace ncu_regions::fixture {

Settings ncu_settings(const std::string& replay_mode);
Workload sample_workload();
NcuCapture range_capture(const std::filesystem::path& captures);

struct ModeCapture {
  std::string name;
  NcuCapture capture;
  Settings settings;

  bool is_known_to(const NcuVersion& version) const;
};

// Every mode, plain and with every setting that it obeys.
std::vector<ModeCapture> captures_of_every_mode(const std::filesystem::path& captures);

}  // namespace ncu_regions::fixture
