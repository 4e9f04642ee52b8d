// Runs: what files have of GPUs, as nvidia-smi printed it.
#pragma once

#include "harness/machine/gpu_state.h"
#include "harness/runs/described_json.h"

namespace ncu_regions {

template <>
struct Description<ComputeProcess> {
  static constexpr std::tuple kFields{stored("pid", &ComputeProcess::pid),
                                      stored("name", &ComputeProcess::name)};
};

template <>
struct Description<GpuState> {
  static constexpr std::tuple kFields{stored("index", &GpuState::index),
                                      stored("uuid", &GpuState::uuid),
                                      stored("name", &GpuState::name),
                                      stored("driver", &GpuState::driver),
                                      stored("temperature_c", &GpuState::temperature_c),
                                      stored("sm_clock_mhz", &GpuState::sm_clock_mhz),
                                      stored("memory_clock_mhz", &GpuState::memory_clock_mhz),
                                      stored("power_limit_w", &GpuState::power_limit_w),
                                      stored("persistence", &GpuState::persistence),
                                      stored("mig", &GpuState::mig),
                                      stored("throttle_reasons", &GpuState::throttle_reasons),
                                      stored("processes", &GpuState::processes)};
};

}  // namespace ncu_regions
