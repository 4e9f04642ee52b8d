// Programs for a GPU: what they have in common, apart from the thing that each of them shows.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "workloads/support/cuda_check.h"

namespace ncu_regions::gpu {

using workloads::check_cuda;

constexpr int kCount = 1 << 22;  // elements of a vector: enough for a region of 20 us and more
constexpr int kInstances = 2;    // how often each region is opened
constexpr int kThreads = 256;    // of a block
enum ExitCode { kDone = 0, kWrongResult = 1, kUsage = 2, kFailed = 3 };

// values[i] = values[i] * factor + addend. With small whole numbers every result is exact.
__global__ void scale_add(float* values, float factor, float addend, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) values[i] = values[i] * factor + addend;
}

// Nothing but the launch: a range under range replay may contain little else.
inline void launch_scale_add(float* values, float factor, float addend, cudaStream_t stream = {}) {
  scale_add<<<(kCount + kThreads - 1) / kThreads, kThreads, 0, stream>>>(values, factor, addend,
                                                                         kCount);
  check_cuda(cudaGetLastError(), "scale_add");
}

inline void synchronize() { check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); }

// Throws when the device lacks something that the program is about.
inline void require(cudaDeviceAttr attribute, const char* what) {
  int value = 0;
  check_cuda(cudaDeviceGetAttribute(&value, attribute, 0), "cudaDeviceGetAttribute");
  if (value == 0) throw std::runtime_error(std::string("this device has no ") + what);
}

// A vector on the device, all zero.
class Vector {
 public:
  Vector() {
    check_cuda(cudaMalloc(&data_, kCount * sizeof(float)), "cudaMalloc");
    clear();
  }
  ~Vector() { static_cast<void>(cudaFree(data_)); }
  Vector(const Vector&) = delete;
  Vector& operator=(const Vector&) = delete;

  void clear() {
    check_cuda(cudaMemset(data_, 0, kCount * sizeof(float)), "cudaMemset");
    synchronize();
  }
  float* data() const { return data_; }

 private:
  float* data_ = nullptr;
};

class Stream {
 public:
  Stream() { check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream"); }
  ~Stream() { static_cast<void>(cudaStreamDestroy(stream_)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  void synchronize() const { check_cuda(cudaStreamSynchronize(stream_), "cudaStreamSynchronize"); }
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

// Whether all `count` values at `data`, memory of any kind, are `expected`; says so when not.
inline bool all_are(const char* what, const float* data, float expected, int count = kCount) {
  std::vector<float> values(static_cast<std::size_t>(count));
  check_cuda(cudaMemcpy(values.data(), data, values.size() * sizeof(float), cudaMemcpyDefault),
             "cudaMemcpy from the device");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == expected) continue;
    std::printf("verify: %s: element %zu is %g, expected %g\n", what, i, double{values[i]},
                double{expected});
    return false;
  }
  return true;
}

// The body of main(). `work` opens the regions and returns whether its results are right, which is
// looked at in every run: --verify is accepted for the sake of those who expect it.
inline int run_main(int argc, char** argv, const char* regions, bool (*work)()) {
  const std::string option = argc == 2 ? argv[1] : "";
  if (option == "--list-regions") return std::fputs(regions, stdout) < 0 ? kFailed : kDone;
  if (argc > 1 && option != "--verify") {
    std::fprintf(stderr, "usage: %s [--verify | --list-regions]\n", argv[0]);
    return kUsage;
  }
  try {
    check_cuda(cudaSetDevice(0), "cudaSetDevice");
    check_cuda(cudaFree(nullptr), "creating the CUDA context");
    if (!work()) return kWrongResult;
    std::puts("verify: ok");
    return kDone;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return kFailed;
  }
}

}  // namespace ncu_regions::gpu
