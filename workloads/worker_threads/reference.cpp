#include "workloads/worker_threads/reference.h"

#include <numeric>

#include "workloads/support/random.h"

namespace ncu_regions::workloads::worker_threads {
namespace {

constexpr unsigned kRoundsPerStep = 8;

}  // namespace

std::vector<float> make_input(const WorkerConfig& config, unsigned worker) {
  return Random(config.seed * kWorkers + worker).uniform_vector(config.values, 0.0f, 1.0f);
}

std::vector<double> reference_values(const WorkerConfig& config, unsigned worker) {
  const std::vector<float> input = make_input(config, worker);
  std::vector<double> values(input.begin(), input.end());
  const unsigned times = config.iterations * config.steps_of(worker) * kRoundsPerStep;
  for (double& value : values) {
    for (unsigned i = 0; i < times; ++i) value += value * (1.0 - value) / 128.0;
  }
  return values;
}

double reference_total(const WorkerConfig& config) {
  double total = 0.0;
  for (unsigned worker = 0; worker < kWorkers; ++worker) {
    const std::vector<double> values = reference_values(config, worker);
    total = std::accumulate(values.begin(), values.end(), total);
  }
  return total;
}

}  // namespace ncu_regions::workloads::worker_threads
