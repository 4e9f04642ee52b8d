// Config: which metrics the GPUs of this machine have, and under which names.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/config/settings.h"

namespace ncu_regions {

// The metrics that the installed ncu lists for one chip.
struct ChipMetrics {
  std::string chip;             // "ga102"
  std::set<std::string> names;  // without suffixes: "dram__bytes_read"
};

// Decides under which name ncu is asked for each metric, and leaves out what a chip does not have.
// Fills ncu.names_on_chip and ncu.not_on_chip; returns notes for the report. Without chips nothing
// is known, and nothing changes. Throws Error(kMeasurement) when a gated metric is not the same on
// all of them.
std::vector<std::string> fit_to_chips(Settings& settings, std::span<const ChipMetrics> chips);

}  // namespace ncu_regions
