#include "workloads/shallow_resnet/reference.h"

#include <algorithm>
#include <cmath>

namespace ncu_regions::workloads {
namespace {

// One image, all channels.
struct Image {
  int channels;
  int size;
  std::vector<double> values;

  Image(int channel_count, int side)
      : channels(channel_count),
        size(side),
        values(static_cast<std::size_t>(channel_count) * static_cast<std::size_t>(side * side)) {}

  std::size_t index(int c, int y, int x) const {
    const auto wide = [](int n) { return static_cast<std::size_t>(n); };
    return (wide(c) * wide(size) + wide(y)) * wide(size) + wide(x);
  }
  double& at(int c, int y, int x) { return values[index(c, y, x)]; }
  double padded(int c, int y, int x) const {
    if (y < 0 || y >= size || x < 0 || x >= size) return 0.0;
    return values[index(c, y, x)];
  }
};

double convolve_at(const Image& input, const ConvLayer& layer, int out, int y, int x) {
  double total = 0.0;
  for (int in = 0; in < input.channels; ++in) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int index = ((out * input.channels + in) * 3 + dy + 1) * 3 + dx + 1;
        total += double{layer.weights[static_cast<std::size_t>(index)]} *
                 input.padded(in, y + dy, x + dx);
      }
    }
  }
  return total;
}

Image conv_batch_norm(const Image& input, const ConvLayer& layer) {
  const int out_channels = static_cast<int>(layer.gamma.size());
  Image output(out_channels, input.size);
  for (int out = 0; out < out_channels; ++out) {
    const auto c = static_cast<std::size_t>(out);
    const double deviation = std::sqrt(double{layer.variance[c]} + double{kBatchNormEpsilon});
    for (int y = 0; y < input.size; ++y) {
      for (int x = 0; x < input.size; ++x) {
        const double normal = (convolve_at(input, layer, out, y, x) - layer.mean[c]) / deviation;
        output.at(out, y, x) = normal * layer.gamma[c] + layer.beta[c];
      }
    }
  }
  return output;
}

void relu_in_place(Image& image) {
  for (double& value : image.values) value = std::max(value, 0.0);
}

Image residual_block(const Image& input, const ConvLayer& first, const ConvLayer& second) {
  Image inner = conv_batch_norm(input, first);
  relu_in_place(inner);
  Image output = conv_batch_norm(inner, second);
  for (std::size_t i = 0; i < output.values.size(); ++i) output.values[i] += input.values[i];
  relu_in_place(output);
  return output;
}

void append_scores(const Image& features, const Model& model, std::vector<double>& scores) {
  const std::size_t pixels = model.config.pixels();
  for (std::size_t k = 0; k < model.config.classes; ++k) {
    double score = model.head_bias[k];
    for (std::size_t c = 0; c < model.config.channels; ++c) {
      double total = 0.0;
      for (std::size_t i = 0; i < pixels; ++i) total += features.values[c * pixels + i];
      const double mean = total / static_cast<double>(pixels);
      score += mean * model.head_weights[k * model.config.channels + c];
    }
    scores.push_back(score);
  }
}

}  // namespace

std::vector<double> reference_scores(const Model& model, const std::vector<float>& input) {
  std::vector<double> scores;
  const std::size_t image_values = std::size_t{kInputChannels} * model.config.pixels();
  for (std::size_t first = 0; first < input.size(); first += image_values) {
    Image image(static_cast<int>(kInputChannels), static_cast<int>(model.config.image_size));
    for (std::size_t i = 0; i < image_values; ++i) image.values[i] = input[first + i];
    image = conv_batch_norm(image, model.stem);
    relu_in_place(image);
    for (std::size_t i = 0; i < model.residual.size(); i += 2) {
      image = residual_block(image, model.residual[i], model.residual[i + 1]);
    }
    append_scores(image, model, scores);
  }
  return scores;
}

}  // namespace ncu_regions::workloads
