// Workload support: the launch shim on the host. See launch.h for what it is for.
//
// Every launch is announced as an NVTX range in the domain kLaunchDomainName, so that a tool can
// count and name host kernels.
#pragma once

#include <ncu_regions/annotate.h>

#include <atomic>

#define NCU_REGIONS_KERNEL inline void
#define NCU_REGIONS_DEVICE inline
#define NCU_REGIONS_PHASES [[gnu::always_inline]] inline
// A block is one call of the kernel, so an automatic variable is shared by exactly its threads.
#define NCU_REGIONS_SHARED

namespace ncu_regions::workloads {

struct Dim3 {
  unsigned x = 1;
  unsigned y = 1;
  unsigned z = 1;
  friend bool operator==(const Dim3&, const Dim3&) = default;
};
using ThreadIndex = Dim3;

// CUDA's own names, so that a kernel reads as one. Per thread of the program: several of them may
// launch at the same time.
inline constinit thread_local Dim3 blockIdx{0, 0, 0};
inline constinit thread_local Dim3 blockDim{};
inline constinit thread_local Dim3 gridDim{};

// For tests: from now on the threads of each phase run last to first. Not to be called while a
// kernel runs.
void set_reverse_thread_order(bool reverse);

namespace host {

// 1, or the unsigned -1: adding it walks through the threads forwards or backwards. One loop for
// both orders, so that the switch costs a counted program next to nothing.
inline constinit unsigned thread_step = 1;

inline unsigned first_index(unsigned count) { return thread_step == 1 ? 0 : count - 1; }

// The labels of one kernel's launches, one per name, grid and block. A label is made at its first
// use; after that it is found by comparing integers: no allocation, no text, no lock. A workload
// launches everything once before its first range, so ranges only ever contain the second case.
class LaunchLabels {
 public:
  RegisteredString find(const char* name, Dim3 grid, Dim3 block) {
    for (const Entry* entry = newest_.load(std::memory_order_acquire); entry != nullptr;
         entry = entry->next) {
      if (entry->name == name && entry->grid == grid && entry->block == block) return entry->label;
    }
    return add(name, grid, block);
  }

 private:
  struct Entry {
    const char* name;
    Dim3 grid;
    Dim3 block;
    RegisteredString label;
    const Entry* next;
  };

  RegisteredString add(const char* name, Dim3 grid, Dim3 block);

  std::atomic<const Entry*> newest_{nullptr};  // never freed: launches may come from destructors
};

const Domain& launch_domain();

template <auto kKernel>
inline constinit LaunchLabels launch_labels{};

}  // namespace host

template <class Phase>
inline void each_thread(Phase phase) {
  const unsigned step = host::thread_step;
  const Dim3 size = blockDim;
  ThreadIndex id;
  id.z = host::first_index(size.z);
  for (unsigned z = 0; z < size.z; ++z, id.z += step) {
    id.y = host::first_index(size.y);
    for (unsigned y = 0; y < size.y; ++y, id.y += step) {
      id.x = host::first_index(size.x);
      for (unsigned x = 0; x < size.x; ++x, id.x += step) phase(id);
    }
  }
}

template <class Phase>
inline void last_phase(Phase phase) {
  each_thread(phase);
}

template <class T, unsigned kThreads>
class PerThread {
 public:
  explicit PerThread(T initial) {
    for (T& value : values_) value = initial;
  }
  T& operator[](ThreadIndex id) { return values_[(id.z * blockDim.y + id.y) * blockDim.x + id.x]; }

 private:
  T values_[kThreads];  // NOLINT(modernize-avoid-c-arrays): like the shared arrays of a kernel
};

// `name` must be a string literal: it is recognised by its address. An empty grid launches nothing.
template <auto kKernel, class... Args>
void launch(const char* name, Dim3 grid, Dim3 block, Args... args) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
  // A kernel is no region: no line is told.
  const Range announced(host::launch_domain(), host::launch_labels<kKernel>.find(name, grid, block),
                        nullptr, 0);
  gridDim = grid;
  blockDim = block;
  for (unsigned z = 0; z < grid.z; ++z) {
    for (unsigned y = 0; y < grid.y; ++y) {
      for (unsigned x = 0; x < grid.x; ++x) {
        blockIdx = {x, y, z};
        kKernel(args...);
      }
    }
  }
}

}  // namespace ncu_regions::workloads
