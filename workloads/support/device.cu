#include <utility>

#include "workloads/support/cuda_check.h"
#include "workloads/support/device.h"

namespace ncu_regions::workloads {

void open_device() {
  check_cuda(cudaSetDevice(0), "cudaSetDevice");
  check_cuda(cudaFree(nullptr), "creating the CUDA context");
}

void synchronize_device() { check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); }

Buffer::Buffer(std::size_t count) : count_(count), data_(nullptr) {
  check_cuda(cudaMalloc(&data_, count_ * sizeof(float)), "cudaMalloc");
  check_cuda(cudaMemset(data_, 0, count_ * sizeof(float)), "cudaMemset");
}

Buffer::Buffer(const std::vector<float>& values) : Buffer(values.size()) {
  check_cuda(cudaMemcpy(data_, values.data(), count_ * sizeof(float), cudaMemcpyHostToDevice),
             "cudaMemcpy to the device");
}

// An error here is one that synchronize_device() has already reported.
Buffer::~Buffer() { static_cast<void>(cudaFree(data_)); }

Buffer::Buffer(Buffer&& other) noexcept
    : count_(std::exchange(other.count_, 0)), data_(std::exchange(other.data_, nullptr)) {}

std::vector<float> Buffer::download() const {
  std::vector<float> values(count_);
  check_cuda(cudaMemcpy(values.data(), data_, count_ * sizeof(float), cudaMemcpyDeviceToHost),
             "cudaMemcpy from the device");
  return values;
}

}  // namespace ncu_regions::workloads
