// Injection library: what is measured at the boundaries of ranges, beside their time.
#pragma once

#include <string.h>

#include "harness/host/events.h"

namespace ncu_regions::host {

enum class Mode { kTime, kStatus, kDump, kCpuTime, kPerf };

// What kCountVariable says; nothing, or a word that is not known, is the timing pass.
inline Mode mode_from(const char* word) {
  if (word == nullptr) return Mode::kTime;
  if (strcmp(word, kCountByStatus) == 0) return Mode::kStatus;
  if (strcmp(word, kCountByDump) == 0) return Mode::kDump;
  if (strcmp(word, kSampleCpuTime) == 0) return Mode::kCpuTime;
  if (strcmp(word, kSamplePerf) == 0) return Mode::kPerf;
  return Mode::kTime;
}

}  // namespace ncu_regions::host
