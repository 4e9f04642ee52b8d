// shallow_resnet: its command line.
#pragma once

#include <string>
#include <vector>

#include "workloads/shallow_resnet/model.h"
#include "workloads/shallow_resnet/network.h"

namespace ncu_regions::workloads {

struct Options {
  ModelConfig config;
  unsigned iterations = 2;
  Penalties penalties;
  bool verify = false;
  bool list_regions = false;
  bool help = false;
};

// `arguments` without the name of the program. Throws std::invalid_argument, with a message for the
// user, for an unknown option, a missing or extra value, and a value out of range.
Options parse_options(const std::vector<std::string>& arguments);

// The text of --help.
std::string help_text();

}  // namespace ncu_regions::workloads
