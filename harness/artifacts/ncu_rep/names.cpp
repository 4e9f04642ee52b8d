#include "harness/artifacts/ncu_rep/names.h"

#include <unordered_map>

namespace ncu_regions::ncu_rep {
namespace {

bool is_list(std::string_view name) {
  return name.starts_with("group:") || name.starts_with("breakdown:") || name.starts_with("regex:");
}

DeviceFact fact_of(std::string_view name) {
  constexpr std::string_view kPrefix = "device__attribute_";
  if (!name.starts_with(kPrefix)) return DeviceFact::kNone;
  name.remove_prefix(kPrefix.size());
  if (name == "device_index") return DeviceFact::kIndex;
  if (name == "compute_capability_major") return DeviceFact::kCapabilityMajor;
  if (name == "compute_capability_minor") return DeviceFact::kCapabilityMinor;
  return name == "display_name" ? DeviceFact::kName : DeviceFact::kNone;
}

}  // namespace

Names::Names(std::span<const std::string_view> strings) {
  std::unordered_map<std::string_view, std::uint32_t> known(strings.size());
  of_string_.reserve(strings.size());
  texts_.reserve(strings.size());
  for (const std::string_view text : strings) {
    if (is_list(text)) {
      of_string_.push_back(kHidden);
      continue;
    }
    const auto [entry, is_new] = known.emplace(text, static_cast<std::uint32_t>(texts_.size()));
    of_string_.push_back(entry->second);
    if (!is_new) continue;
    texts_.push_back(text);
    facts_.push_back(fact_of(text));
  }
}

std::vector<bool> Names::wanted(const Selection& selection) const {
  std::vector<bool> wanted(texts_.size(), selection.all_metrics);
  if (selection.all_metrics) return wanted;
  for (std::size_t i = 0; i < texts_.size(); ++i) wanted[i] = selection.wants(texts_[i]);
  return wanted;
}

}  // namespace ncu_regions::ncu_rep
