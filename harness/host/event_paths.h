// Host: the path that an event opens.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "harness/host/event_reader.h"
#include "harness/host/path_table.h"

namespace ncu_regions::host {

// Remembers by number what the table knows by text: a program opens few paths, often.
class EventPaths {
 public:
  EventPaths(const ProcessEvents& process, PathTable& table) : process_(process), table_(table) {}

  // Of a push inside `parent`, or of a start (no parent).
  std::size_t number(const Event& event, std::optional<std::size_t> parent);

 private:
  const ProcessEvents& process_;
  PathTable& table_;
  // By parent, then by label, domain and kind.
  std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, std::size_t>> known_;
};

}  // namespace ncu_regions::host
