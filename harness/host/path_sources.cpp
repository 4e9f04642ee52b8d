#include "harness/host/path_sources.h"

#include "harness/core/utf8.h"

namespace ncu_regions::host {

void PathSources::opened(const Event& event, std::size_t path) {
  if (event.kind == EventKind::kStart) return add_starts(event, path);
  if (event.range_id == 0) return;
  if (last_.size() <= path) last_.resize(path + 1, 0);
  if (last_[path] == event.range_id) return;
  last_[path] = event.range_id;
  add(path, process_.opened_at[event.range_id]);
}

void PathSources::add_starts(const Event& start, std::size_t path) {
  if (!done_.emplace(start.domain, start.label).second) return;
  for (const OpenedAt& at : process_.opened_at) {
    if (at.is_start && at.domain == start.domain && at.label == start.label) add(path, at);
  }
}

void PathSources::add(std::size_t path, const OpenedAt& at) {
  table_.add_source(path, {valid_utf8(process_.labels[at.file]), at.line});
}

}  // namespace ncu_regions::host
