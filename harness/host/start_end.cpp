#include "harness/host/start_end.h"

#include <algorithm>
#include <map>

namespace ncu_regions::host {
namespace {

template <typename Use>
void each_boundary(const ProcessEvents& process, EventKind kind, Use use) {
  for (const ThreadEvents& thread : process.threads) {
    for (std::size_t i = 0; i < thread.events.size(); ++i) {
      if (thread.events[i].kind == kind) use(Boundary{&thread, i});
    }
  }
}

}  // namespace

// Not by time: the clocks of two threads may differ by some nanoseconds.
StartEnds pair_start_end(const ProcessEvents& process) {
  StartEnds out;
  std::map<std::uint64_t, Boundary> open;
  each_boundary(process, EventKind::kStart,
                [&](const Boundary& start) { open[start.event().range_id] = start; });
  each_boundary(process, EventKind::kEnd, [&](const Boundary& end) {
    const auto start = open.find(end.event().range_id);
    if (start == open.end()) {
      ++out.unmatched_ends;
      return;
    }
    out.ranges.push_back({start->second, end});
    open.erase(start);
  });
  std::ranges::stable_sort(out.ranges, {},
                           [](const StartEnd& range) { return range.end->event().time_ns; });
  for (const auto& [id, start] : open) out.ranges.push_back({start, std::nullopt});
  return out;
}

std::uint64_t last_time(const ProcessEvents& process) {
  std::uint64_t last = 0;
  for (const ThreadEvents& thread : process.threads) {
    const auto event = std::find_if(thread.events.rbegin(), thread.events.rend(),
                                    [](const Event& e) { return e.kind != EventKind::kSample; });
    if (event != thread.events.rend()) last = std::max(last, event->time_ns);
  }
  return last;
}

}  // namespace ncu_regions::host
