#include "harness/host/path_table.h"

#include <algorithm>
#include <utility>

namespace ncu_regions::host {

std::size_t PathTable::number(PathNode node) {
  const std::size_t parent = node.parent ? *node.parent + 1 : 0;
  const auto [entry, is_new] =
      numbers_.try_emplace({node.domain, parent, node.label, node.start_end}, nodes_.size());
  if (is_new) nodes_.push_back(std::move(node));
  return entry->second;
}

void PathTable::add_source(std::size_t path, SourceLine source) {
  std::vector<SourceLine>& known = nodes_[path].sources;
  if (!is_sound(source) || known.size() >= kMostSources) return;
  if (std::ranges::find(known, source) == known.end()) known.push_back(std::move(source));
}

}  // namespace ncu_regions::host
