#include "workloads/saxpy_reduce/reference.h"

#include <numeric>

#include "workloads/support/random.h"

namespace ncu_regions::workloads::saxpy_reduce {

Input make_input(const VectorConfig& config) {
  Random random(config.seed);
  Input input;
  input.x = random.uniform_vector(config.values, -1.0f, 1.0f);
  input.y = random.uniform_vector(config.values, -1.0f, 1.0f);
  return input;
}

Reference reference_of(const VectorConfig& config, const Input& input) {
  Reference reference;
  reference.y.assign(input.y.begin(), input.y.end());
  for (unsigned k = 0; k < config.iterations; ++k) {
    const double factor = k % 2 == 0 ? double{kFactor} : -double{kFactor};
    for (std::size_t i = 0; i < input.x.size(); ++i) reference.y[i] += factor * input.x[i];
    const double total = std::accumulate(reference.y.begin(), reference.y.end(), 0.0);
    reference.means.push_back(total / static_cast<double>(config.values));
  }
  return reference;
}

}  // namespace ncu_regions::workloads::saxpy_reduce
