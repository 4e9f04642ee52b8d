#include "workloads/support/launch_host.h"

#include <mutex>
#include <string>

namespace ncu_regions::workloads {
namespace {

std::string size_text(Dim3 size) {
  return std::to_string(size.x) + "x" + std::to_string(size.y) + "x" + std::to_string(size.z);
}

}  // namespace

void set_reverse_thread_order(bool reverse) { host::thread_step = reverse ? ~0u : 1u; }

namespace host {

const Domain& launch_domain() {
  static const Domain domain(kLaunchDomainName);
  return domain;
}

// Two threads may add the same label at once. The older entry is then never found again: harmless.
RegisteredString LaunchLabels::add(const char* name, Dim3 grid, Dim3 block) {
  static constinit std::mutex one_writer;
  const std::string text =
      std::string(name) + " <<<" + size_text(grid) + ", " + size_text(block) + ">>>";
  const RegisteredString label(launch_domain(), text.c_str());
  const std::lock_guard lock(one_writer);
  newest_.store(new Entry{name, grid, block, label, newest_.load(std::memory_order_relaxed)},
                std::memory_order_release);
  return label;
}

}  // namespace host
}  // namespace ncu_regions::workloads
