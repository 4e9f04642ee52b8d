// worker_threads: the definitions behind worker.h, compiled once per program: by worker_host.cpp
// and by worker.cu.
#pragma once

#include <ncu_regions/annotate.h>

#include "workloads/worker_threads/kernels.cuh"
#include "workloads/worker_threads/worker.h"

namespace ncu_regions::workloads::worker_threads {
namespace {

enum class KernelKind { kGrow, kBlockSum };

unsigned blocks_of(unsigned values) { return (values + kBlockValues - 1) / kBlockValues; }

const Domain& own_domain() {
  static const Domain domain(kDomain);
  return domain;
}

}  // namespace

Worker::Worker(const WorkerConfig& config, unsigned index, unsigned penalty)
    : config_(config),
      index_(index),
      penalty_(penalty),
      values_(make_input(config, index)),
      scratch_(config.values) {}

void Worker::step(Work& work) const {
  launch<grow>("grow", Dim3{work.blocks(KernelKind::kGrow, blocks_of(config_.values))},
               Dim3{kThreads}, values_.data(), work.output(values_.data()), config_.values);
}

unsigned Worker::penalty() const {
  return redo_share(penalty_, scratch_, [this](Work& share) {
    for (unsigned i = 0; i < config_.steps_of(index_); ++i) step(share);
  });
}

void Worker::warm_up() const {
  Work whole(100, scratch_.data());
  step(whole);
  require_effect(kWorkerRegions[index_], penalty_, penalty());
  synchronize_device();
}

void Worker::iterate() const {
  Work whole;
  const Range worker(kWorkerRegions[index_]);
  for (unsigned i = 0; i < config_.steps_of(index_); ++i) {
    const Range region(kRegionStep);
    step(whole);
  }
  penalty();
}

Combine::Combine(const WorkerConfig& config, unsigned penalty)
    : config_(config),
      penalty_(penalty),
      sums_(std::size_t{kWorkers} * blocks_of(config.values)),
      scratch_(std::size_t{kWorkers} * blocks_of(config.values)) {}

void Combine::add_up(Work& work, const std::vector<Worker>& workers) const {
  const unsigned blocks = blocks_of(config_.values);
  float* sums = work.output(sums_.data());
  for (const Worker& worker : workers) {
    launch<block_sum>("block_sum", Dim3{work.blocks(KernelKind::kBlockSum, blocks)}, Dim3{kThreads},
                      worker.values().data(), sums, config_.values);
    sums += blocks;
  }
}

unsigned Combine::penalty(const std::vector<Worker>& workers) const {
  return redo_share(penalty_, scratch_, [&](Work& share) { add_up(share, workers); });
}

void Combine::warm_up(const std::vector<Worker>& workers) const {
  own_domain();
  Work whole(100, scratch_.data());
  add_up(whole, workers);
  require_effect(kRegionCombine, penalty_, penalty(workers));
  synchronize_device();
}

void Combine::run(const std::vector<Worker>& workers) const {
  Work whole;
  const Range region(own_domain(), kRegionCombine);
  add_up(whole, workers);
  penalty(workers);
}

}  // namespace ncu_regions::workloads::worker_threads
