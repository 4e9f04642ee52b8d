#include <nvtx3/nvToolsExt.h>

extern "C" void range_push(const char* label) { nvtxRangePushA(label); }
extern "C" void range_pop() { nvtxRangePop(); }
