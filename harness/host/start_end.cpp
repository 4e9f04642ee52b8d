#include "harness/host/start_end.h"

#include <algorithm>
#include <map>

namespace ncu_regions::host {
namespace {

std::vector<Boundary> starts_and_ends(const ProcessEvents& process) {
  std::vector<Boundary> boundaries;
  for (const ThreadEvents& thread : process.threads) {
    for (std::size_t i = 0; i < thread.events.size(); ++i) {
      const EventKind kind = thread.events[i].kind;
      if (kind == EventKind::kStart || kind == EventKind::kEnd) boundaries.push_back({&thread, i});
    }
  }
  std::ranges::stable_sort(boundaries, {}, [](const Boundary& b) { return b.event().time_ns; });
  return boundaries;
}

}  // namespace

StartEnds pair_start_end(const ProcessEvents& process) {
  StartEnds out;
  std::map<std::uint64_t, Boundary> open;
  for (const Boundary& boundary : starts_and_ends(process)) {
    const std::uint64_t id = boundary.event().range_id;
    if (boundary.event().kind == EventKind::kStart) {
      open[id] = boundary;
    } else if (const auto start = open.find(id); start != open.end()) {
      out.ranges.push_back({start->second, boundary});
      open.erase(start);
    } else {
      ++out.unmatched_ends;
    }
  }
  for (const auto& [id, start] : open) out.ranges.push_back({start, std::nullopt});
  return out;
}

std::uint64_t last_time(const ProcessEvents& process) {
  std::uint64_t last = 0;
  for (const ThreadEvents& thread : process.threads) {
    if (!thread.events.empty()) last = std::max(last, thread.events.back().time_ns);
  }
  return last;
}

}  // namespace ncu_regions::host
