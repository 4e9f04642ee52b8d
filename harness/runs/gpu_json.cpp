#include "harness/runs/gpu_json.h"

#include "harness/core/utf8.h"

namespace ncu_regions {

using Json = nlohmann::ordered_json;

Json gpu_json(const GpuState& gpu) {
  Json json = Json::object();
  const std::pair<const char*, const std::string&> fields[] = {
      {"index", gpu.index},
      {"uuid", gpu.uuid},
      {"name", gpu.name},
      {"driver", gpu.driver},
      {"temperature_c", gpu.temperature_c},
      {"sm_clock_mhz", gpu.sm_clock_mhz},
      {"memory_clock_mhz", gpu.memory_clock_mhz},
      {"power_limit_w", gpu.power_limit_w},
      {"persistence", gpu.persistence},
      {"mig", gpu.mig}};
  for (const auto& [name, value] : fields) json[name] = valid_utf8(value);
  json["throttle_reasons"] = gpu.throttle_reasons;
  json["processes"] = Json::array();
  for (const ComputeProcess& process : gpu.processes) {
    json["processes"].push_back(
        {{"pid", valid_utf8(process.pid)}, {"name", valid_utf8(process.name)}});
  }
  return json;
}

}  // namespace ncu_regions
