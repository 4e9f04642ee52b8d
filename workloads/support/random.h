// Workload support: a seeded generator whose values are the same on every machine and compiler,
// which the distributions of the standard library do not promise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ncu_regions::workloads {

// A 64-bit counter, scrambled (the published SplitMix64 constants).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // Uniform in [low, high), from 24 bits: exactly representable as a float.
  float uniform(float low, float high) {
    const auto bits = static_cast<float>(next() >> 40);
    return low + (high - low) * (bits / 16777216.0f);
  }

  std::vector<float> uniform_vector(std::size_t count, float low, float high) {
    std::vector<float> values(count);
    for (float& value : values) value = uniform(low, high);
    return values;
  }

 private:
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

  std::uint64_t state_;
};

}  // namespace ncu_regions::workloads
