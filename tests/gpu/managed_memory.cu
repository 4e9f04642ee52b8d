// Managed memory: copied inside one region, which range replay refuses; used by kernels alone in
// the other one.
#include <ncu_regions/annotate.h>

#include "tests/gpu/program.cuh"

namespace ncu_regions::gpu {
namespace {

class ManagedVector {
 public:
  ManagedVector() {
    check_cuda(cudaMallocManaged(&data_, kCount * sizeof(float)), "cudaMallocManaged");
    check_cuda(cudaMemset(data_, 0, kCount * sizeof(float)), "cudaMemset");
  }
  ~ManagedVector() { static_cast<void>(cudaFree(data_)); }
  ManagedVector(const ManagedVector&) = delete;
  ManagedVector& operator=(const ManagedVector&) = delete;

  float* data() const { return data_; }

 private:
  float* data_ = nullptr;
};

void set_to_seven(float* values) {
  launch_scale_add(values, 0.0F, 3.0F);
  launch_scale_add(values, 1.0F, 4.0F);
}

void copy(float* to, const float* from) {
  check_cuda(cudaMemcpy(to, from, kCount * sizeof(float), cudaMemcpyDefault), "cudaMemcpy");
}

bool work() {
  require(cudaDevAttrManagedMemory, "managed memory");
  const ManagedVector source;
  const ManagedVector target;
  set_to_seven(source.data());  // warm-up: kernels, and the pages go to the device
  copy(target.data(), source.data());
  synchronize();

  bool right = true;
  for (int i = 0; i < kInstances; ++i) {
    {
      Range region("managed_copy");
      set_to_seven(source.data());
      copy(target.data(), source.data());
      synchronize();
    }
    right = all_are("managed_copy", target.data(), 7.0F) && right;
    {
      Range region("managed_kernel");
      set_to_seven(source.data());
      synchronize();
    }
    right = all_are("managed_kernel", source.data(), 7.0F) && right;
  }
  return right;
}

}  // namespace
}  // namespace ncu_regions::gpu

int main(int argc, char** argv) {
  return ncu_regions::gpu::run_main(argc, argv, "managed_copy\nmanaged_kernel\n",
                                    ncu_regions::gpu::work);
}
