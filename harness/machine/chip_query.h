// Machine: asks ncu which metrics the GPUs of this machine have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/config/chip_metrics.h"
#include "harness/machine/ncu_program.h"

namespace ncu_regions {

// One entry per chip; `device` is the setting ("", "cuda:0" or a UUID), `visible` the value of
// CUDA_VISIBLE_DEVICES that the program gets, where it gets one. Empty when ncu does not list them.
std::vector<ChipMetrics> metrics_of_gpus(const NcuProgram& ncu, const std::string& device,
                                         const std::string& visible = "", double limit_s = 30);

// The same for a chip that need not be in this machine.
std::vector<ChipMetrics> metrics_of_chip(const NcuProgram& ncu, const std::string& chip,
                                         double limit_s = 30);

// Reads what ncu --query-metrics prints: a heading with the chip, then a table of names, per chip.
std::vector<ChipMetrics> chip_metrics_from(std::string_view text);

// The chips that this ncu knows (ncu --list-chips); empty when it does not tell.
std::vector<std::string> known_chips(const NcuProgram& ncu, double limit_s = 10);

}  // namespace ncu_regions
