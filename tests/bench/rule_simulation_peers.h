// How other tools decide that the new build is slower. docs/design/decision-rule.md says where each
// rule was read.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace ncu_regions::simulation {

struct Peer {
  std::string_view name;
  std::size_t captures;  // of the new build, and of the old one where both are run
  bool (*is_slower)(std::span<const double> base, std::span<const double> now);
};
std::span<const Peer> peers();

// Two-sided p of Student's t.
double student_p(double t, double degrees);

}  // namespace ncu_regions::simulation
