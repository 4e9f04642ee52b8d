// Machine: the GPUs as nvidia-smi sees them at this moment.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions {

struct ComputeProcess {
  std::string pid;
  std::string name;
};

// As nvidia-smi prints it; empty where it says N/A or does not know.
struct GpuState {
  std::string index;
  std::string uuid;
  std::string name;
  std::string driver;
  std::string temperature_c;
  std::string sm_clock_mhz;
  std::string memory_clock_mhz;
  std::string power_limit_w;
  std::string persistence;                    // "Enabled", "Disabled"
  std::string mig;                            // "Enabled", "Disabled"
  std::vector<std::string> throttle_reasons;  // in words; an idle GPU is not throttled
  std::vector<ComputeProcess> processes;      // on this GPU
};

// All GPUs. Nothing when there is no nvidia-smi, or it does not answer in time.
std::optional<std::vector<GpuState>> look_at_gpus(double limit_s);

// The same from the text of its two answers (see gpu_state.cpp for the questions). Lines that are
// none of a GPU or process are left out.
std::vector<GpuState> gpu_states_from(std::string_view gpus, std::string_view processes);

// What slows the GPU down, from the bit mask ("0x0000000000000004") of nvidia-smi. That it is idle,
// or was set to a clock, is none of it.
std::vector<std::string> throttle_reasons_from(std::string_view mask);

}  // namespace ncu_regions
