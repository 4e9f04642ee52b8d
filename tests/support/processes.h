// Tests: whether a process still runs.
#pragma once

#include <fstream>
#include <string>

namespace ncu_regions {

// A zombie is gone: it runs nothing, and waits for its parent only.
inline bool is_running(long pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(in, text, '\0');  // a process that ends meanwhile is a stream that fails
  const std::size_t end = text.rfind(')');
  return end != std::string::npos && end + 2 < text.size() && text[end + 2] != 'Z';
}

}  // namespace ncu_regions
