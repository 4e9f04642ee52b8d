// shallow_resnet: its command line.
#pragma once

#include <string>
#include <vector>

#include "workloads/shallow_resnet/model.h"
#include "workloads/shallow_resnet/network.h"
#include "workloads/support/options.h"

namespace ncu_regions::workloads {

struct Options : Switches {
  ModelConfig config;
  unsigned iterations = 2;
  Penalties penalties;
};

// As CommandLine::parse.
Options parse_options(const std::vector<std::string>& arguments);

// The text of --help.
std::string help_text();

}  // namespace ncu_regions::workloads
