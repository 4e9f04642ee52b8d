// Tests of workloads: the threads of each phase run last to first while this object lives.
#pragma once

#include "workloads/support/launch_host.h"

namespace ncu_regions::workloads {

class [[nodiscard]] ReverseThreads {
 public:
  ReverseThreads() { set_reverse_thread_order(true); }
  ~ReverseThreads() { set_reverse_thread_order(false); }
  ReverseThreads(const ReverseThreads&) = delete;
  ReverseThreads& operator=(const ReverseThreads&) = delete;
};

}  // namespace ncu_regions::workloads
