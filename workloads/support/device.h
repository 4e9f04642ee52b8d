// Workload support: the memory kernels work on, and the device they run on. One interface, two
// implementations: device.cu for the GPU, device_host.cpp for plain memory.
#pragma once

#include <cstddef>
#include <vector>

namespace ncu_regions::workloads {

// Creates the CUDA context, which must not happen inside a measured range. On the host: nothing.
// Throws std::runtime_error when there is no usable GPU.
void open_device();

// Waits for every launch made so far; throws std::runtime_error when one of them failed.
void synchronize_device();

// A fixed number of floats, zero at first. Allocation and copies do not belong inside a range.
// Throws std::runtime_error when the device refuses.
class Buffer {
 public:
  explicit Buffer(std::size_t count);
  explicit Buffer(const std::vector<float>& values);
  ~Buffer();
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&&) = delete;

  // Device memory in a CUDA build: for kernels only.
  float* data() const { return data_; }

  // A copy of the contents, after all launches made so far.
  std::vector<float> download() const;

 private:
  std::size_t count_;
  float* data_;
};

}  // namespace ncu_regions::workloads
