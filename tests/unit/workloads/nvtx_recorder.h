// Tests of workloads: an NVTX tool inside the test program that writes down what it is told.
#pragma once

#include <string>
#include <vector>

namespace ncu_regions {

// Everything since the last call, in order, as text: "push A", "pop", "start x", "end x"; in a
// named domain "push domain@label", "pop domain@". Labels of registered strings are resolved.
std::vector<std::string> take_nvtx_events();

// The same, one list per thread, in the order of their first events.
std::vector<std::vector<std::string>> take_nvtx_events_by_thread();

}  // namespace ncu_regions
