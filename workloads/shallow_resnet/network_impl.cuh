// shallow_resnet: the definitions behind network.h, compiled once per program: by network_host.cpp
// and by network.cu.
#pragma once

#include <ncu_regions/annotate.h>

#include <algorithm>
#include <cmath>

#include "workloads/shallow_resnet/kernels.cuh"
#include "workloads/shallow_resnet/network.h"

namespace ncu_regions::workloads {
namespace {

enum class KernelKind { kConv, kPlane, kLinear };

// Batch norm of a trained network is a constant scale and shift per channel. Computed beforehand:
// kernels contain no square root.
std::vector<float> folded_scale(const ConvLayer& layer) {
  std::vector<float> scale(layer.gamma.size());
  for (std::size_t c = 0; c < scale.size(); ++c) {
    scale[c] = layer.gamma[c] / std::sqrt(layer.variance[c] + kBatchNormEpsilon);
  }
  return scale;
}

std::vector<float> folded_shift(const ConvLayer& layer) {
  std::vector<float> shift = folded_scale(layer);
  for (std::size_t c = 0; c < shift.size(); ++c) {
    shift[c] = layer.beta[c] - layer.mean[c] * shift[c];
  }
  return shift;
}

}  // namespace

Network::Layer::Layer(const ConvLayer& layer)
    : in_channels(layer.in_channels),
      weights(layer.weights),
      scale(folded_scale(layer)),
      shift(folded_shift(layer)) {}

Network::Network(const Model& model, const std::vector<float>& input, Penalties penalties)
    : config_(model.config),
      penalties_(penalties),
      stem_(model.stem),
      head_weights_(model.head_weights),
      head_bias_(model.head_bias),
      input_(input),
      activations_(std::size_t{config_.planes()} * config_.pixels()),
      inner_(std::size_t{config_.planes()} * config_.pixels()),
      raw_(std::size_t{config_.planes()} * config_.pixels()),
      pooled_(config_.planes()),
      scores_(std::size_t{config_.batch} * config_.classes),
      // As large as the largest result of any kernel.
      scratch_(std::max(std::size_t{config_.planes()} * config_.pixels(),
                        std::size_t{config_.batch} * config_.classes)) {
  residual_.reserve(model.residual.size());
  for (const ConvLayer& layer : model.residual) residual_.emplace_back(layer);
}

void Network::convolve(Work& work, const Layer& layer, const Buffer& from, const Buffer& to) const {
  const unsigned tiles = tiles_across(config_.image_size) * tiles_across(config_.image_size);
  const ConvShape shape{layer.in_channels, config_.channels, config_.image_size};
  launch<conv3x3>("conv3x3", Dim3{work.blocks(KernelKind::kConv, config_.planes() * tiles)},
                  Dim3{kTile, kTile}, from.data(), layer.weights.data(), work.output(to.data()),
                  shape);
}

void Network::normalize(Work& work, const Layer& layer, const Buffer& from,
                        const Buffer& to) const {
  launch<batch_norm_relu>("batch_norm_relu",
                          Dim3{work.blocks(KernelKind::kPlane, config_.planes())},
                          Dim3{kPlaneThreads}, from.data(), layer.scale.data(), layer.shift.data(),
                          work.output(to.data()), config_.channels, config_.pixels());
}

void Network::normalize_and_add(Work& work, const Layer& layer, const Buffer& from,
                                const Buffer& to) const {
  launch<batch_norm_add_relu>(
      "batch_norm_add_relu", Dim3{work.blocks(KernelKind::kPlane, config_.planes())},
      Dim3{kPlaneThreads}, from.data(), layer.scale.data(), layer.shift.data(), to.data(),
      work.output(to.data()), config_.channels, config_.pixels());
}

void Network::stem(Work& work) const {
  convolve(work, stem_, input_, raw_);
  normalize(work, stem_, raw_, activations_);
}

void Network::residual_blocks(Work& work) const {
  for (std::size_t i = 0; i < residual_.size(); i += 2) {
    convolve(work, residual_[i], activations_, raw_);
    normalize(work, residual_[i], raw_, inner_);
    convolve(work, residual_[i + 1], inner_, raw_);
    normalize_and_add(work, residual_[i + 1], raw_, activations_);
  }
}

void Network::pool_and_head(Work& work) const {
  launch<global_average_pool>(
      "global_average_pool", Dim3{work.blocks(KernelKind::kPlane, config_.planes())},
      Dim3{kPlaneThreads}, activations_.data(), work.output(pooled_.data()), config_.pixels());
  launch<linear>("linear", Dim3{work.blocks(KernelKind::kLinear, config_.batch)},
                 Dim3{kPlaneThreads}, pooled_.data(), head_weights_.data(), head_bias_.data(),
                 work.output(scores_.data()), config_.channels, config_.classes);
}

unsigned Network::penalty_a() const {
  return redo_share(penalties_.a, scratch_, [this](Work& share) {
    stem(share);
    residual_blocks(share);
  });
}

unsigned Network::penalty_a1() const {
  return redo_share(penalties_.a1, scratch_, [this](Work& share) { residual_blocks(share); });
}

unsigned Network::penalty_b() const {
  return redo_share(penalties_.b, scratch_, [this](Work& share) { pool_and_head(share); });
}

void Network::warm_up() {
  Work whole;
  stem(whole);
  residual_blocks(whole);
  pool_and_head(whole);
  require_effect(kRegionA, penalties_.a, penalty_a());
  require_effect(kRegionA1, penalties_.a1, penalty_a1());
  require_effect(kRegionB, penalties_.b, penalty_b());
  synchronize_device();
}

void Network::forward() {
  Work whole;
  {
    const Range a(kRegionA);
    stem(whole);
    {
      const Range a1(kRegionA1);
      residual_blocks(whole);
      penalty_a1();
    }
    penalty_a();
  }
  const Range b(kRegionB);
  pool_and_head(whole);
  penalty_b();
}

}  // namespace ncu_regions::workloads
