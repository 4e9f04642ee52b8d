// bench_ranges COUNT DEPTH: opens COUNT ranges, DEPTH calls deep.
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>

namespace {

volatile int g_keep = 0;

void open_ranges(int count) {
  for (int i = 0; i < count; ++i) {
    nvtxRangePushA("bench");
    nvtxRangePop();
  }
}

// The compiler must not make a loop of it: each level is a frame.
__attribute__((noinline)) void at_depth(int depth, int count) {
  if (depth <= 1) {
    open_ranges(count);
  } else {
    at_depth(depth - 1, count);
  }
  g_keep = g_keep + 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  at_depth(atoi(argv[2]), atoi(argv[1]));
  return 0;
}
