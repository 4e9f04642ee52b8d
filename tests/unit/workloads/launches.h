// Tests of workloads: what the recorded events (see nvtx_recorder.h) say about launches.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ncu_regions::workloads {

bool is_launch(const std::string& event);

// How many launches are directly in each region, by label; for events of one thread.
std::map<std::string, int> launches_by_region(const std::vector<std::string>& events);

// The events that are no launches.
std::vector<std::string> without_launches(std::vector<std::string> events);

// The launches in `events` that `warm_up` does not contain.
std::vector<std::string> launches_missing_in(const std::vector<std::string>& warm_up,
                                             std::vector<std::string> events);

}  // namespace ncu_regions::workloads
