// Memory of the stream-ordered allocator: taken and given back inside one region, taken before the
// other one.
#include <ncu_regions/annotate.h>

#include "tests/gpu/program.cuh"

namespace ncu_regions::gpu {
namespace {

float* take(cudaStream_t stream) {
  void* data = nullptr;
  check_cuda(cudaMallocAsync(&data, kCount * sizeof(float), stream), "cudaMallocAsync");
  return static_cast<float*>(data);
}

void give_back(float* data, cudaStream_t stream) {
  check_cuda(cudaFreeAsync(data, stream), "cudaFreeAsync");
}

// results = results * 1 + 5, by way of `scratch`.
void use(float* scratch, float* results, cudaStream_t stream) {
  check_cuda(cudaMemsetAsync(scratch, 0, kCount * sizeof(float), stream), "cudaMemsetAsync");
  launch_scale_add(scratch, 1.0F, 5.0F, stream);
  check_cuda(
      cudaMemcpyAsync(results, scratch, kCount * sizeof(float), cudaMemcpyDeviceToDevice, stream),
      "cudaMemcpyAsync");
}

void allocate_inside(float* results, cudaStream_t stream) {
  float* scratch = take(stream);
  use(scratch, results, stream);
  give_back(scratch, stream);
}

bool work() {
  require(cudaDevAttrMemoryPoolsSupported, "memory pools (cudaMallocAsync)");
  const Stream stream;
  Vector results;
  allocate_inside(results.data(), stream.get());  // warm-up: kernels, and the pool gets its memory
  float* scratch = take(stream.get());
  stream.synchronize();

  bool right = true;
  for (int i = 0; i < kInstances; ++i) {
    results.clear();
    {
      Range region("allocate_inside");
      allocate_inside(results.data(), stream.get());
      stream.synchronize();
    }
    right = all_are("allocate_inside", results.data(), 5.0F) && right;
    results.clear();
    {
      Range region("allocate_before");
      use(scratch, results.data(), stream.get());
      stream.synchronize();
    }
    right = all_are("allocate_before", results.data(), 5.0F) && right;
  }
  give_back(scratch, stream.get());
  stream.synchronize();
  return right;
}

}  // namespace
}  // namespace ncu_regions::gpu

int main(int argc, char** argv) {
  return ncu_regions::gpu::run_main(argc, argv, "allocate_inside\nallocate_before\n",
                                    ncu_regions::gpu::work);
}
