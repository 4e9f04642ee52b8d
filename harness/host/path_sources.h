// Host: where the ranges of each path were opened.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "harness/host/event_reader.h"
#include "harness/host/path_table.h"

namespace ncu_regions::host {

// Of one process. A push says it itself; of a start it is known by its label and domain.
class PathSources {
 public:
  PathSources(const ProcessEvents& process, PathTable& table) : process_(process), table_(table) {}

  // A push or a start opened this path.
  void opened(const Event& event, std::size_t path);

 private:
  void add(std::size_t path, const OpenedAt& at);
  void add_starts(const Event& start, std::size_t path);

  const ProcessEvents& process_;
  PathTable& table_;
  std::vector<std::uint64_t> last_;                         // by path: the source of its last push
  std::set<std::pair<std::uint16_t, std::uint32_t>> done_;  // starts, by domain and label
};

}  // namespace ncu_regions::host
