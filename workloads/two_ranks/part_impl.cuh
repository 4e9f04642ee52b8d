// two_ranks: the definitions behind part.h, compiled once per program: by part_host.cpp and by
// part.cu.
#pragma once

#include <ncu_regions/annotate.h>

#include "workloads/two_ranks/kernels.cuh"
#include "workloads/two_ranks/part.h"

namespace ncu_regions::workloads::two_ranks {
namespace {

enum class KernelKind { kScale, kSmooth };

unsigned blocks_of(unsigned values) { return (values + kBlockValues - 1) / kBlockValues; }

}  // namespace

Part::Part(const PartConfig& config, unsigned rank, Penalties penalties)
    : config_(config),
      passes_(config.passes_of(rank)),
      penalties_(penalties),
      input_(make_input(config, rank)),
      even_(config.values),
      odd_(config.values),
      scratch_(config.values) {}

void Part::scaling(Work& work) const {
  launch<scale>("scale", Dim3{work.blocks(KernelKind::kScale, blocks_of(config_.values))},
                Dim3{kThreads}, kScale, input_.data(), work.output(even_.data()), config_.values);
}

void Part::smoothing(Work& work) const {
  for (unsigned pass = 0; pass < passes_; ++pass) {
    launch<smooth>("smooth", Dim3{work.blocks(KernelKind::kSmooth, blocks_of(config_.values))},
                   Dim3{kThreads}, after_passes(pass).data(),
                   work.output(after_passes(pass + 1).data()), config_.values);
  }
}

unsigned Part::penalty_work() const {
  return redo_share(penalties_.work, scratch_, [this](Work& share) {
    scaling(share);
    smoothing(share);
  });
}

unsigned Part::penalty_inner() const {
  return redo_share(penalties_.inner, scratch_, [this](Work& share) { smoothing(share); });
}

void Part::warm_up() const {
  Work whole;
  scaling(whole);
  smoothing(whole);
  require_effect(kRegionWork, penalties_.work, penalty_work());
  require_effect(kRegionInner, penalties_.inner, penalty_inner());
  synchronize_device();
}

void Part::iterate() const {
  Work whole;
  const Range work(kRegionWork);
  scaling(whole);
  {
    const Range inner(kRegionInner);
    smoothing(whole);
    penalty_inner();
  }
  penalty_work();
}

std::vector<float> Part::values() const { return after_passes(passes_).download(); }

}  // namespace ncu_regions::workloads::two_ranks
