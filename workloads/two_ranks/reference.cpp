#include "workloads/two_ranks/reference.h"

#include "workloads/support/random.h"

namespace ncu_regions::workloads::two_ranks {

std::vector<float> make_input(const PartConfig& config, unsigned rank) {
  return Random(config.seed * kRanks + rank).uniform_vector(config.values, -1.0f, 1.0f);
}

std::vector<double> reference_values(const PartConfig& config, unsigned rank) {
  const std::vector<float> input = make_input(config, rank);
  std::vector<double> values(input.begin(), input.end());
  for (double& value : values) value *= double{kScale};
  for (unsigned pass = 0; pass < config.passes_of(rank); ++pass) {
    const std::vector<double> before = values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double left = i > 0 ? before[i - 1] : 0.0;
      const double right = i + 1 < before.size() ? before[i + 1] : 0.0;
      values[i] = (left + 2.0 * before[i] + right) / 4.0;
    }
  }
  return values;
}

}  // namespace ncu_regions::workloads::two_ranks
