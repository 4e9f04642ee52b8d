#include <algorithm>
#include <utility>

#include "workloads/support/device.h"

namespace ncu_regions::workloads {

void open_device() {}
void synchronize_device() {}

Buffer::Buffer(std::size_t count) : count_(count), data_(new float[count]()) {}

Buffer::Buffer(const std::vector<float>& values) : Buffer(values.size()) {
  std::copy(values.begin(), values.end(), data_);
}

Buffer::~Buffer() { delete[] data_; }

Buffer::Buffer(Buffer&& other) noexcept
    : count_(std::exchange(other.count_, 0)), data_(std::exchange(other.data_, nullptr)) {}

std::vector<float> Buffer::download() const { return {data_, data_ + count_}; }

}  // namespace ncu_regions::workloads
