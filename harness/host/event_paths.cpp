#include "harness/host/event_paths.h"

#include "harness/core/utf8.h"

namespace ncu_regions::host {

std::size_t EventPaths::number(const Event& event, std::optional<std::size_t> parent) {
  const bool start_end = event.kind == EventKind::kStart;
  const std::uint64_t above = parent ? *parent + 1 : 0;
  const std::uint64_t name =
      std::uint64_t{event.label} << 17 | std::uint64_t{event.domain} << 1 | (start_end ? 1 : 0);
  auto& siblings = known_[above];
  const auto known = siblings.find(name);
  if (known != siblings.end()) return known->second;
  const std::size_t number = table_.number({valid_utf8(process_.domains[event.domain]), parent,
                                            valid_utf8(process_.labels[event.label]), start_end});
  siblings.emplace(name, number);
  return number;
}

}  // namespace ncu_regions::host
