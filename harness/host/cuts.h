// Host: running totals of callgrind at the boundaries of ranges, and what ranges get from them.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/host/readings.h"

namespace ncu_regions::host {

// What callgrind had counted at one boundary.
struct Cut {
  std::uint64_t current_thread = 0;  // callgrind's number of the thread that made it
  // For each of callgrind's threads: its number, then its totals in the order of Cuts::events.
  std::vector<std::uint64_t> totals;
};

struct Cuts {
  std::vector<std::string> events;  // callgrind's names: "Ir", "D1mr"
  bool all_threads = true;          // a cut holds the totals of every thread, not of its own only
  // By (thread of the event file, number of the event in it).
  std::map<std::pair<std::uint64_t, std::uint64_t>, Cut> at;

  // The totals of one thread, or an empty span when it was not there yet.
  std::span<const std::uint64_t> totals(const Cut& cut, std::uint64_t thread) const;
};

// Inclusive counts of a range: the difference of its thread's totals, of all threads' totals for a
// start/end range. Throws Error(kMeasurement) when a cut that the library made is missing: a count
// with a hole would be a wrong count.
class CutReadings : public Readings {
 public:
  explicit CutReadings(Cuts cuts) : cuts_(std::move(cuts)) {}
  bool of_thread(const Boundary& begin, const Boundary& end,
                 std::span<std::uint64_t> values) const override;
  bool of_process(const Boundary& begin, const Boundary& end,
                  std::span<std::uint64_t> values) const override;

 private:
  const Cut& cut_at(const Boundary& boundary) const;
  Cuts cuts_;
};

}  // namespace ncu_regions::host
