#include "harness/host/inject/clock.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

namespace ncu_regions::host {

bool ticks_are_time() {
#if defined(__x86_64__)
  const int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                        O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char name[16] = {};
  const ssize_t size = read(file, name, sizeof(name) - 1);
  close(file);
  return size > 0 && strcmp(name, "tsc\n") == 0;
#else
  return false;
#endif
}

Anchor anchor_now() {
  Anchor best = {};
  std::uint64_t least = ~std::uint64_t{0};
  for (int i = 0; i < 5; ++i) {
    const std::uint64_t before = cpu_ticks();
    const std::uint64_t time_ns = monotonic_ns();
    const std::uint64_t width = cpu_ticks() - before;
    if (width >= least) continue;
    least = width;
    best = {before + width / 2, time_ns};
  }
  return best;
}

}  // namespace ncu_regions::host
