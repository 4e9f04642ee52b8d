// saxpy_reduce: the definitions behind vectors.h, compiled once per program: by vectors_host.cpp
// and by vectors.cu.
#pragma once

#include <ncu_regions/annotate.h>

#include <algorithm>

#include "workloads/saxpy_reduce/kernels.cuh"
#include "workloads/saxpy_reduce/vectors.h"

namespace ncu_regions::workloads::saxpy_reduce {
namespace {

enum class KernelKind { kSaxpy, kReduce, kTotal };

unsigned blocks_of(unsigned values) { return (values + kBlockValues - 1) / kBlockValues; }

}  // namespace

Vectors::Vectors(const VectorConfig& config, const Input& input, Penalties penalties)
    : config_(config),
      penalties_(penalties),
      x_(input.x),
      y_(input.y),
      sums_(blocks_of(config.values)),
      means_(config.iterations),
      scratch_(config.values) {
  config_.chunk = blocks_of(config.chunk) * kBlockValues;  // no block belongs to two launches
}

void Vectors::add(Work& work, float factor) const {
  float* const result = work.output(y_.data());
  for (unsigned first = 0; first < config_.values; first += config_.chunk) {
    const unsigned count = std::min(config_.chunk, config_.values - first);
    launch<saxpy>("saxpy", Dim3{work.blocks(KernelKind::kSaxpy, blocks_of(count))}, Dim3{kThreads},
                  factor, x_.data() + first, y_.data() + first, result + first, count);
  }
}

void Vectors::average(Work& work, unsigned index) const {
  float* const sums = work.output(sums_.data());
  for (unsigned first = 0; first < config_.values; first += config_.chunk) {
    const unsigned count = std::min(config_.chunk, config_.values - first);
    launch<reduce>("reduce", Dim3{work.blocks(KernelKind::kReduce, blocks_of(count))},
                   Dim3{kThreads}, y_.data() + first, sums + blocks_of(first), count, kBlockValues,
                   1.0f);
  }
  const unsigned all = blocks_of(config_.values);
  launch<reduce>("reduce_total", Dim3{work.blocks(KernelKind::kTotal, 1)}, Dim3{kThreads},
                 sums_.data(), work.output(means_.data() + index), all, all,
                 1.0f / static_cast<float>(config_.values));
}

unsigned Vectors::penalty_saxpy() const {
  return redo_share(penalties_.saxpy, scratch_, [this](Work& share) { add(share, kFactor); });
}

unsigned Vectors::penalty_reduce() const {
  return redo_share(penalties_.reduce, scratch_, [this](Work& share) { average(share, 0); });
}

void Vectors::warm_up() {
  Work whole(100, scratch_.data());
  add(whole, kFactor);
  average(whole, 0);
  require_effect(kRegionSaxpy, penalties_.saxpy, penalty_saxpy());
  require_effect(kRegionReduce, penalties_.reduce, penalty_reduce());
  synchronize_device();
}

void Vectors::iterate(unsigned index) {
  Work whole;
  {
    const Range region(kRegionSaxpy);
    add(whole, index % 2 == 0 ? kFactor : -kFactor);
    penalty_saxpy();
  }
  const Range region(kRegionReduce);
  average(whole, index);
  penalty_reduce();
}

}  // namespace ncu_regions::workloads::saxpy_reduce
