// shallow_resnet: sizes, weights and input, the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <vector>

namespace ncu_regions::workloads {

struct ModelConfig {
  unsigned batch = 8;
  unsigned image_size = 16;  // rows = columns
  unsigned channels = 8;     // of every layer after the input
  unsigned blocks = 2;       // residual blocks, two convolutions each
  unsigned classes = 10;
  std::uint64_t seed = 1;

  unsigned pixels() const { return image_size * image_size; }
  unsigned planes() const { return batch * channels; }
};

inline constexpr unsigned kInputChannels = 3;
inline constexpr float kBatchNormEpsilon = 1e-5f;

// A 3x3 convolution (weights in the order out, in, row, column) and the batch norm after it, as
// training would leave them.
struct ConvLayer {
  unsigned in_channels;
  std::vector<float> weights;
  std::vector<float> gamma, beta, mean, variance;  // per output channel
};

struct Model {
  ModelConfig config;
  ConvLayer stem;
  std::vector<ConvLayer> residual;  // two per residual block
  std::vector<float> head_weights;  // classes x channels
  std::vector<float> head_bias;
};

Model make_model(const ModelConfig& config);

// batch x kInputChannels x image_size x image_size values in [-1, 1).
std::vector<float> make_input(const ModelConfig& config);

}  // namespace ncu_regions::workloads
