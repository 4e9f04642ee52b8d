#include "harness/host/cuts.h"

#include <algorithm>

#include "harness/core/error.h"

namespace ncu_regions::host {
namespace {

bool is_counted(const Boundary& begin, const Boundary& end) {
  return (begin.event().flags & end.event().flags & kCounted) != 0;
}

// A thread that was not there at the beginning counts from 0.
void add_difference(std::span<const std::uint64_t> before, std::span<const std::uint64_t> after,
                    std::span<std::uint64_t> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t start = before.empty() ? 0 : before[i];
    if (after[i] < start) {
      throw Error(ErrorKind::kMeasurement, "callgrind's totals go down: the count is incomplete");
    }
    values[i] += after[i] - start;
  }
}

}  // namespace

std::span<const std::uint64_t> Cuts::totals(const Cut& cut, std::uint64_t thread) const {
  const std::size_t stride = events.size() + 1;
  for (std::size_t i = 0; i + stride <= cut.totals.size(); i += stride) {
    if (cut.totals[i] == thread) return std::span(cut.totals).subspan(i + 1, events.size());
  }
  return {};
}

const Cut& CutReadings::cut_at(const Boundary& boundary) const {
  const auto cut = cuts_.at.find({boundary.thread->number, boundary.index});
  if (cut != cuts_.at.end()) return cut->second;
  throw Error(ErrorKind::kMeasurement, "callgrind's log has no totals for event " +
                                           std::to_string(boundary.index) + " of thread " +
                                           std::to_string(boundary.thread->number) +
                                           ": the count is incomplete");
}

bool CutReadings::of_thread(const Boundary& begin, const Boundary& end,
                            std::span<std::uint64_t> values) const {
  if (!is_counted(begin, end)) return false;
  const Cut& before = cut_at(begin);
  const Cut& after = cut_at(end);
  std::ranges::fill(values, 0);
  add_difference(cuts_.totals(before, after.current_thread),
                 cuts_.totals(after, after.current_thread), values);
  return true;
}

bool CutReadings::of_process(const Boundary& begin, const Boundary& end,
                             std::span<std::uint64_t> values) const {
  if (!is_counted(begin, end) || !cuts_.all_threads) return false;
  const Cut& before = cut_at(begin);
  const Cut& after = cut_at(end);
  std::ranges::fill(values, 0);
  for (std::size_t i = 0; i < after.totals.size(); i += cuts_.events.size() + 1) {
    const std::uint64_t thread = after.totals[i];
    add_difference(cuts_.totals(before, thread), cuts_.totals(after, thread), values);
  }
  return true;
}

}  // namespace ncu_regions::host
