// libFuzzer: parse_benchmark_file.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ncu_regions::fuzz::read_benchmark_file({reinterpret_cast<const char*>(data), size});
  return 0;
}
