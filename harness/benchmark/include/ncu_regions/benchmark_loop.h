// Google Benchmark: a region that is open as long as the timed loop of a benchmark runs.
#pragma once

#include <benchmark/benchmark.h>
#include <ncu_regions/announce.h>

#include <optional>
#include <string>
#include <utility>

namespace ncu_regions::benchmark_detail {

// The loop that runs on this thread.
class Loop {
 public:
  ~Loop() { leave(); }

  void enter(const ::benchmark::State& state, std::string label) {
    leave();
    state_ = &state;
    label_ = std::move(label);
    resume(state);
  }

  void pause(const ::benchmark::State& state) {
    if (state_ == &state) region_.reset();
  }

  void resume(const ::benchmark::State& state) {
    if (state_ == &state && !region_) region_.emplace(label_.c_str(), nullptr, 0);
  }

  void finish(const ::benchmark::State& state) {
    if (state_ != &state) return;
    region_.reset();
    state_ = nullptr;
  }

  // By break, return or an exception: who knows what it measured.
  void leave() {
    if (state_ == nullptr) return;
    region_.reset();
    state_ = nullptr;
    announce_failed(label_, "its loop was left before its end");
  }

 private:
  const ::benchmark::State* state_ = nullptr;
  std::string label_;
  std::optional<Range> region_;
};

inline Loop& this_loop() {
  thread_local Loop loop;
  return loop;
}

}  // namespace ncu_regions::benchmark_detail
