#include "workloads/support/work.h"

#include <stdexcept>
#include <string>

namespace ncu_regions::workloads {

void require_effect(const char* region, unsigned percent, unsigned blocks) {
  if (percent == 0 || blocks > 0) return;
  throw std::invalid_argument("--penalty " + std::string(region) + "=" + std::to_string(percent) +
                              ": less than one thread block of that region's work at these sizes;"
                              " ask for more, or for larger sizes");
}

}  // namespace ncu_regions::workloads
