// probe-kernel: launches one small kernel on the first GPU and checks what it wrote. `ncu-regions
// doctor` profiles it. Needs the driver alone: the kernel is PTX, which the driver compiles for
// whatever GPU is there, and no CUDA toolkit is needed to build or to run it.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// The oldest target that current drivers and toolkits still take.
constexpr char kKernel[] = R"(
.version 6.0
.target sm_52
.address_size 64
.visible .entry ncu_regions_probe(.param .u64 out)
{
  .reg .b32 %r<4>;
  .reg .b64 %d<3>;
  ld.param.u64 %d0, [out];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mad.lo.u32 %r3, %r1, %r2, %r0;
  mul.wide.u32 %d1, %r3, 4;
  add.u64 %d2, %d0, %d1;
  st.global.u32 [%d2], %r3;
  ret;
}
)";

constexpr unsigned kBlocks = 64;
constexpr unsigned kThreads = 128;

using Result = int;  // CUresult
using Handle = void*;
using Address = std::uint64_t;  // CUdeviceptr

class Driver {
 public:
  Driver() : library_(dlopen("libcuda.so.1", RTLD_NOW)) {
    if (library_ == nullptr) throw std::runtime_error(std::string("cannot load: ") + dlerror());
  }

  template <typename... Arguments>
  void call(const char* name, Arguments... arguments) const {
    const auto function = reinterpret_cast<Result (*)(Arguments...)>(dlsym(library_, name));
    if (function == nullptr) throw std::runtime_error(std::string("libcuda has no ") + name);
    const Result result = function(arguments...);
    if (result != 0) throw std::runtime_error(std::string(name) + ": " + text_of(result));
  }

 private:
  std::string text_of(Result result) const {
    const auto describe =
        reinterpret_cast<Result (*)(Result, const char**)>(dlsym(library_, "cuGetErrorString"));
    const char* text = nullptr;
    if (describe != nullptr) describe(result, &text);
    return "error " + std::to_string(result) + (text == nullptr ? "" : std::string(", ") + text);
  }

  void* library_;
};

void run() {
  const Driver driver;
  int device = 0;
  Handle context = nullptr;
  Handle module = nullptr;
  Handle kernel = nullptr;
  Address memory = 0;
  std::vector<std::uint32_t> values(std::size_t{kBlocks} * kThreads);
  driver.call("cuInit", 0U);
  driver.call("cuDeviceGet", &device, 0);
  driver.call("cuDevicePrimaryCtxRetain", &context, device);
  driver.call("cuCtxSetCurrent", context);
  driver.call("cuModuleLoadData", &module, static_cast<const void*>(kKernel));
  driver.call("cuModuleGetFunction", &kernel, module, "ncu_regions_probe");
  driver.call("cuMemAlloc_v2", &memory, values.size() * sizeof(values[0]));
  void* arguments[] = {&memory};
  driver.call("cuLaunchKernel", kernel, kBlocks, 1U, 1U, kThreads, 1U, 1U, 0U, Handle{},
              static_cast<void**>(arguments), static_cast<void**>(nullptr));
  driver.call("cuCtxSynchronize");
  driver.call("cuMemcpyDtoH_v2", static_cast<void*>(values.data()), memory,
              values.size() * sizeof(values[0]));
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    if (values[i] != i) throw std::runtime_error("the kernel wrote wrong values");
  }
}

}  // namespace

int main() {
  try {
    run();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "probe-kernel: %s\n", error.what());
    return 1;
  }
}
