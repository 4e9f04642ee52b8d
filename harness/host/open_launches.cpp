#include "harness/host/open_launches.h"

namespace ncu_regions::host {

void OpenLaunches::push(const Boundary& at, std::vector<std::size_t> paths) {
  const std::size_t launch = out_.begin(at.thread->number, at.event(), std::move(paths));
  stack_.push_back({launch, at.index, true, {}});
}

bool OpenLaunches::pop(const Boundary& at) {
  if (stack_.empty()) return false;
  Open open = std::move(stack_.back());
  stack_.pop_back();
  std::vector<std::uint64_t> values(measure_.metrics);
  const bool is_measured =
      measure_.readings.of_thread({at.thread, open.event}, at, values) && open.is_counted;
  if (measure_.time) {
    out_.measured(open.launch, values);
    return true;
  }
  open.is_counted = is_measured;
  add_to_outer(open, values);
  if (!is_measured) return true;
  for (std::size_t i = 0; i < open.inner.size(); ++i) values[i] -= open.inner[i];
  out_.measured(open.launch, values);
  return true;
}

void OpenLaunches::add_to_outer(const Open& open, std::span<const std::uint64_t> values) {
  if (stack_.empty()) return;
  Open& outer = stack_.back();
  outer.is_counted &= open.is_counted;
  outer.inner.resize(measure_.metrics);
  for (std::size_t i = 0; i < values.size(); ++i) outer.inner[i] += values[i];
}

void OpenLaunches::range_ended(std::size_t event) {
  for (Open& open : stack_) open.is_counted &= open.event < event;
}

}  // namespace ncu_regions::host
