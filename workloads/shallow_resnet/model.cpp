#include "workloads/shallow_resnet/model.h"

#include <cmath>

#include "workloads/support/random.h"

namespace ncu_regions::workloads {
namespace {

// Weights are scaled by fan-in so that activations neither die nor explode with depth.
ConvLayer make_layer(Random& random, unsigned in_channels, unsigned out_channels) {
  const float bound = std::sqrt(6.0f / (9.0f * static_cast<float>(in_channels)));
  ConvLayer layer;
  layer.in_channels = in_channels;
  layer.weights = random.uniform_vector(std::size_t{9} * in_channels * out_channels, -bound, bound);
  layer.gamma = random.uniform_vector(out_channels, 0.5f, 1.0f);
  layer.beta = random.uniform_vector(out_channels, -0.2f, 0.2f);
  layer.mean = random.uniform_vector(out_channels, -0.2f, 0.2f);
  layer.variance = random.uniform_vector(out_channels, 0.5f, 1.5f);
  return layer;
}

}  // namespace

Model make_model(const ModelConfig& config) {
  Random random(config.seed);
  Model model;
  model.config = config;
  model.stem = make_layer(random, kInputChannels, config.channels);
  for (unsigned i = 0; i < 2 * config.blocks; ++i) {
    model.residual.push_back(make_layer(random, config.channels, config.channels));
  }
  const float bound = std::sqrt(3.0f / static_cast<float>(config.channels));
  model.head_weights =
      random.uniform_vector(std::size_t{config.classes} * config.channels, -bound, bound);
  model.head_bias = random.uniform_vector(config.classes, -0.1f, 0.1f);
  return model;
}

std::vector<float> make_input(const ModelConfig& config) {
  Random random(~config.seed);  // not the weights' sequence
  return random.uniform_vector(std::size_t{config.batch} * kInputChannels * config.pixels(), -1.0f,
                               1.0f);
}

}  // namespace ncu_regions::workloads
