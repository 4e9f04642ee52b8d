#include "harness/host/readings.h"

#include <optional>

namespace ncu_regions::host {
namespace {

std::optional<std::uint64_t> sample_at(const Boundary& boundary) {
  const std::vector<Event>& events = boundary.thread->events;
  const std::size_t next = boundary.index + 1;
  if ((boundary.event().flags & kCounted) == 0 || next >= events.size()) return std::nullopt;
  if (events[next].kind != EventKind::kSample) return std::nullopt;
  return events[next].range_id;
}

}  // namespace

bool TimeReadings::of_thread(const Boundary& begin, const Boundary& end,
                             std::span<std::uint64_t> values) const {
  const std::uint64_t from = begin.event().time_ns;
  const std::uint64_t to = end.event().time_ns;
  values[0] =
      to > from ? to - from : 0;  // the clocks of two threads may differ by some nanoseconds
  return true;
}

bool TimeReadings::of_process(const Boundary& begin, const Boundary& end,
                              std::span<std::uint64_t> values) const {
  return of_thread(begin, end, values);
}

bool SampleReadings::of_thread(const Boundary& begin, const Boundary& end,
                               std::span<std::uint64_t> values) const {
  const auto before = sample_at(begin);
  const auto after = sample_at(end);
  if (!before || !after || *after < *before) return false;
  values[0] = *after - *before;
  return true;
}

bool SampleReadings::of_process(const Boundary& begin, const Boundary& end,
                                std::span<std::uint64_t> values) const {
  return process_wide_ && of_thread(begin, end, values);
}

}  // namespace ncu_regions::host
