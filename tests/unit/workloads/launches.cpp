#include "tests/unit/workloads/launches.h"

#include <algorithm>

namespace ncu_regions::workloads {

bool is_launch(const std::string& event) { return event.find("launch@") != std::string::npos; }

std::map<std::string, int> launches_by_region(const std::vector<std::string>& events) {
  std::map<std::string, int> counts;
  std::vector<std::string> open;
  for (const std::string& event : events) {
    if (is_launch(event)) {
      if (event.starts_with("push")) ++counts[open.empty() ? "(outside)" : open.back()];
    } else if (event.starts_with("pop")) {
      open.pop_back();
    } else {
      open.push_back(event.substr(std::string("push ").size()));
    }
  }
  return counts;
}

std::vector<std::string> without_launches(std::vector<std::string> events) {
  std::erase_if(events, is_launch);
  return events;
}

std::vector<std::string> launches_missing_in(const std::vector<std::string>& warm_up,
                                             std::vector<std::string> events) {
  std::erase_if(events, [&](const std::string& event) {
    return !is_launch(event) || std::find(warm_up.begin(), warm_up.end(), event) != warm_up.end();
  });
  return events;
}

}  // namespace ncu_regions::workloads
