// Zoo: NVTX as a library of C functions, for languages that cannot include its headers.
#include <nvtx3/nvToolsExt.h>

extern "C" {
__attribute__((visibility("default"))) int zoo_push(const char* label) {
  return nvtxRangePushA(label);
}
__attribute__((visibility("default"))) int zoo_pop() { return nvtxRangePop(); }
__attribute__((visibility("default"))) unsigned long long zoo_start(const char* label) {
  return nvtxRangeStartA(label);
}
__attribute__((visibility("default"))) void zoo_end(unsigned long long id) { nvtxRangeEnd(id); }
}
