// libFuzzer: read_packed_run.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ncu_regions::fuzz::read_packed_run({reinterpret_cast<const char*>(data), size});
  return 0;
}
