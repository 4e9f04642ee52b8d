// Host: what was measured at the boundaries of ranges. A pass of the profiler gives one kind.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/host/event_reader.h"

namespace ncu_regions::host {

// An event in the files of a process.
struct Boundary {
  const ThreadEvents* thread = nullptr;
  std::size_t index = 0;
  const Event& event() const { return thread->events[index]; }
};

// Values that a range gets from its two boundaries. `values` has one place per metric of the pass.
class Readings {
 public:
  virtual ~Readings() = default;

  // A range of one thread. False: it was not measured.
  virtual bool of_thread(const Boundary& begin, const Boundary& end,
                         std::span<std::uint64_t> values) const = 0;
  // A start/end range: of the whole process, and it may end on another thread.
  virtual bool of_process(const Boundary& begin, const Boundary& end,
                          std::span<std::uint64_t> values) const = 0;
};

// A process in which nothing could be measured: its ranges are there, without values.
class NoReadings : public Readings {
 public:
  bool of_thread(const Boundary&, const Boundary&, std::span<std::uint64_t>) const override {
    return false;
  }
  bool of_process(const Boundary&, const Boundary&, std::span<std::uint64_t>) const override {
    return false;
  }
};

// Timing pass: nanoseconds.
class TimeReadings : public Readings {
 public:
  bool of_thread(const Boundary& begin, const Boundary& end,
                 std::span<std::uint64_t> values) const override;
  bool of_process(const Boundary& begin, const Boundary& end,
                  std::span<std::uint64_t> values) const override;
};

// The samples that follow measured events: CPU time, or instructions counted by the kernel.
class SampleReadings : public Readings {
 public:
  // Whether a sample at a start or an end stands for all threads.
  explicit SampleReadings(bool process_wide) : process_wide_(process_wide) {}
  bool of_thread(const Boundary& begin, const Boundary& end,
                 std::span<std::uint64_t> values) const override;
  bool of_process(const Boundary& begin, const Boundary& end,
                  std::span<std::uint64_t> values) const override;

 private:
  bool process_wide_;
};

// What a pass measured at the boundaries.
struct Measure {
  const Readings& readings;
  std::size_t metrics = 1;
  bool time = false;  // the timing pass: threads ran side by side, and may overlap
};

}  // namespace ncu_regions::host
