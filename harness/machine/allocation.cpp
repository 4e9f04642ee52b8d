#include "harness/machine/allocation.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// "id:0,slots:1;id:1,slots:1" -> 0, 1.
std::vector<std::string> ids_of(const std::string& allocation) {
  std::vector<std::string> ids;
  for (const std::string& one : split(allocation, ';')) {
    for (const std::string& field : split(one, ',')) {
      if (field.starts_with("id:")) ids.push_back(field.substr(3));
    }
  }
  return ids;
}

std::string device_of(const std::string& id, const std::vector<GpuState>& gpus) {
  if (const auto uuid = uuid_of_resource(id)) return *uuid;
  if (!is_number(id)) {
    throw Error(ErrorKind::kUsage,
                "the resource file calls a GPU '" + printable(id) +
                    "'; expected its number, or its UUID as 'ncu-regions doctor --resources FILE' "
                    "writes it");
  }
  const auto gpu = std::ranges::find(gpus, id, &GpuState::index);
  return gpu == gpus.end() ? id : gpu->uuid;
}

}  // namespace

std::string resource_of_uuid(const std::string& uuid) {
  std::string id;
  for (const char c : uuid) {
    id += c == '-' ? '_' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return id;
}

std::optional<std::string> uuid_of_resource(const std::string& resource) {
  for (const std::string prefix : {"GPU-", "MIG-"}) {
    if (!resource.starts_with(resource_of_uuid(prefix)) || resource.size() == prefix.size())
      continue;
    std::string uuid = prefix + resource.substr(prefix.size());
    std::ranges::replace(uuid, '_', '-');
    return uuid;
  }
  return std::nullopt;
}

std::vector<std::string> allocated_gpus(const Variable& variable,
                                        const std::function<std::vector<GpuState>()>& gpus) {
  const char* count = variable("CTEST_RESOURCE_GROUP_COUNT");
  if (count == nullptr || !is_number(count)) return {};
  std::vector<std::string> ids;
  for (unsigned long group = 0; group < std::min(std::stoul(count), 1024UL); ++group) {
    const std::string name = "CTEST_RESOURCE_GROUP_" + std::to_string(group) + "_GPUS";
    const char* allocation = variable(name.c_str());
    if (allocation == nullptr) continue;
    for (std::string& id : ids_of(allocation)) ids.push_back(std::move(id));
  }
  const bool has_numbers = std::ranges::any_of(ids, is_number);
  const std::vector<GpuState> known = has_numbers && gpus ? gpus() : std::vector<GpuState>();
  std::vector<std::string> devices;
  for (const std::string& id : ids) {
    std::string device = device_of(id, known);
    if (std::ranges::find(devices, device) != devices.end()) {
      throw Error(ErrorKind::kUsage,
                  "the resource file gives GPU " + device +
                      " several slots, and this test got it twice; expected one "
                      "slot each, as 'ncu-regions doctor --resources FILE' writes");
    }
    devices.push_back(std::move(device));
  }
  return devices;
}

}  // namespace ncu_regions
