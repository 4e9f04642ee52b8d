#include "harness/command/environment.h"

namespace ncu_regions {

bool is_injection(const std::string& name) {
  return name == "NVTX_INJECTION64_PATH" || name == "NVTX_INJECTION32_PATH" ||
         name == "CUDA_INJECTION64_PATH" || name.starts_with("NCU_REGIONS_");
}

Environment without_injection(const Environment& caller) {
  Environment environment;
  for (const auto& [name, value] : caller) {
    if (!is_injection(name)) environment[name] = value;
  }
  return environment;
}

void add_own_variables(Environment& environment, const Workload& workload) {
  for (const std::string& variable : workload.environment) {
    const std::size_t equals = variable.find('=');
    environment[variable.substr(0, equals)] = variable.substr(equals + 1);
  }
}

void choose_device(Environment& environment, const Settings& settings) {
  const std::string& device = settings.capture.device;
  if (device.starts_with("GPU-") || device.starts_with("MIG-")) {
    environment["CUDA_VISIBLE_DEVICES"] = device;
  }
}

std::vector<std::string> as_list(const Environment& environment) {
  std::vector<std::string> list;
  list.reserve(environment.size());
  for (const auto& [name, value] : environment) list.push_back(name + "=" + value);
  return list;
}

std::string percent_doubled(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '%' ? "%%" : std::string(1, c);
  return out;
}

}  // namespace ncu_regions
