#include "harness/pipeline/caller.h"

#include <unistd.h>

namespace ncu_regions {

Environment caller_environment() {
  Environment environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string variable = *entry;
    const std::size_t equals = variable.find('=');
    if (equals != std::string::npos) {
      environment[variable.substr(0, equals)] = variable.substr(equals + 1);
    }
  }
  return environment;
}

}  // namespace ncu_regions
