#include "harness/artifacts/ncu_rep/names.h"

#include <bit>
#include <functional>
#include <map>

namespace ncu_regions::ncu_rep {
namespace {

bool is_list(std::string_view name) {
  return name.starts_with("group:") || name.starts_with("breakdown:") || name.starts_with("regex:");
}

Fact fact_of(std::string_view name) {
  constexpr std::string_view kPrefix = "device__attribute_";
  if (name == "launch__grid_size") return Fact::kGridSize;
  if (!name.starts_with(kPrefix)) return Fact::kNone;
  name.remove_prefix(kPrefix.size());
  if (name == "device_index") return Fact::kDeviceIndex;
  if (name == "compute_capability_major") return Fact::kCapabilityMajor;
  if (name == "compute_capability_minor") return Fact::kCapabilityMinor;
  return name == "display_name" ? Fact::kDeviceName : Fact::kNone;
}

// Finds texts that were met before. Opening a small report is mostly this: one table, no nodes.
class Known {
 public:
  explicit Known(std::size_t texts) : slots_(std::bit_ceil(2 * texts + 1), kEmpty) {}

  // The index under which `text` is known, or `next`, under which it is known from now on.
  std::uint32_t find_or_add(std::string_view text, std::span<const std::string_view> texts,
                            std::uint32_t next) {
    std::size_t at = std::hash<std::string_view>()(text);
    for (int tries = 0; tries < kMostTries; ++tries, ++at) {
      std::uint32_t& slot = slots_[at & (slots_.size() - 1)];
      if (slot == kEmpty) slot = next;
      if (slot == next || texts[slot] == text) return slot;
    }
    // Names that were chosen to collide.
    return others_.emplace(text, next).first->second;
  }

 private:
  static constexpr std::uint32_t kEmpty = 0xffffffff;
  static constexpr int kMostTries = 64;
  std::vector<std::uint32_t> slots_;
  std::map<std::string_view, std::uint32_t> others_;
};

}  // namespace

Names::Names(std::span<const std::string_view> strings) {
  Known known(strings.size());
  of_string_.reserve(strings.size());
  texts_.reserve(strings.size());
  for (const std::string_view text : strings) {
    if (is_list(text)) {
      of_string_.push_back(kHidden);
      continue;
    }
    const auto next = static_cast<std::uint32_t>(texts_.size());
    of_string_.push_back(known.find_or_add(text, texts_, next));
    if (of_string_.back() != next) continue;
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
