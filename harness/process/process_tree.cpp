#include "harness/process/process_tree.h"

#include <signal.h>
#include <time.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

void add_below(pid_t pid, std::vector<pid_t>& tree) {
  for (const pid_t child : children_of(pid)) {
    tree.push_back(child);
    add_below(child, tree);
  }
}

}  // namespace

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  std::error_code ended;
  fs::directory_iterator thread("/proc/" + std::to_string(pid) + "/task", ended);
  for (; !ended && thread != fs::directory_iterator(); thread.increment(ended)) {
    std::ifstream in(thread->path() / "children");
    for (pid_t child = 0; in >> child;) children.push_back(child);
  }
  return children;
}

void signal_trees(std::span<const pid_t> roots, int number) {
  std::vector<pid_t> tree;
  for (const pid_t root : roots) {
    tree.push_back(root);
    add_below(root, tree);
  }
  for (const pid_t process : tree) kill(process, number);
}

double monotonic_s() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace ncu_regions
