// Tests: whether a process still runs, and which run in a folder.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace ncu_regions {

// A zombie is gone: it runs nothing, and waits for its parent only.
inline bool is_running(long pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(in, text, '\0');  // a process that ends meanwhile is a stream that fails
  const std::size_t end = text.rfind(')');
  return end != std::string::npos && end + 2 < text.size() && text[end + 2] != 'Z';
}

struct RunningProcess {
  int pid = 0;
  std::string program;  // file name of its executable
};

// Processes whose working directory is this folder, as far as they run.
inline std::vector<RunningProcess> processes_in(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::vector<RunningProcess> found;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    std::error_code ended;
    if (fs::read_symlink(entry.path() / "cwd", ended) != fs::canonical(folder) || ended) continue;
    const std::string program = fs::read_symlink(entry.path() / "exe", ended).filename();
    if (!ended) found.push_back({std::stoi(entry.path().filename()), program});
  }
  return found;
}

}  // namespace ncu_regions
