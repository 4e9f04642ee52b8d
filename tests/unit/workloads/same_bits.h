// Tests of workloads: operator== would call 0 and -0 the same, and a NaN different from itself.
#pragma once

#include <cstring>
#include <vector>

namespace ncu_regions::workloads {

inline bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace ncu_regions::workloads
