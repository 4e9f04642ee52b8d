// A matrix product of cuBLAS. Handle, stream and workspace are made before the region, and the
// product is computed once: cuBLAS chooses and loads its kernels at the first call.
#include <cublas_v2.h>
#include <ncu_regions/annotate.h>

#include "tests/gpu/program.cuh"

namespace ncu_regions::gpu {
namespace {

constexpr int kSize = 512;  // rows and columns; kSize * kSize fits into a Vector
constexpr std::size_t kWorkspaceBytes = std::size_t{32} << 20;

void check_cublas(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string(what) + ": cuBLAS status " + std::to_string(status));
}

struct Product {
  Stream stream;
  Vector a;
  Vector b;
  Vector c;
  void* workspace = nullptr;
  cublasHandle_t handle = nullptr;

  Product() {
    check_cuda(cudaMalloc(&workspace, kWorkspaceBytes), "cudaMalloc");
    check_cublas(cublasCreate(&handle), "cublasCreate");
    check_cublas(cublasSetStream(handle, stream.get()), "cublasSetStream");
    // After the stream: setting a stream takes the workspace back.
    check_cublas(cublasSetWorkspace(handle, workspace, kWorkspaceBytes), "cublasSetWorkspace");
    launch_scale_add(a.data(), 0.0F, 1.0F);
    launch_scale_add(b.data(), 0.0F, 2.0F);
    gpu::synchronize();
  }
  ~Product() {
    static_cast<void>(cublasDestroy(handle));
    static_cast<void>(cudaFree(workspace));
  }
  Product(const Product&) = delete;
  Product& operator=(const Product&) = delete;

  void compute() const {
    const float one = 1.0F;
    const float zero = 0.0F;
    check_cublas(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, kSize, kSize, kSize, &one, a.data(),
                             kSize, b.data(), kSize, &zero, c.data(), kSize),
                 "cublasSgemm");
    stream.synchronize();
  }
};

bool work() {
  Product product;
  product.compute();  // warm-up

  bool right = true;
  for (int i = 0; i < kInstances; ++i) {
    product.c.clear();
    {
      Range region("gemm");
      product.compute();
    }
    right = all_are("gemm", product.c.data(), 2.0F * kSize, kSize * kSize) && right;
  }
  return right;
}

}  // namespace
}  // namespace ncu_regions::gpu

int main(int argc, char** argv) {
  return ncu_regions::gpu::run_main(argc, argv, "gemm\n", ncu_regions::gpu::work);
}
