#include "harness/host/path_table.h"

#include <utility>

namespace ncu_regions::host {

std::size_t PathTable::number(PathNode node) {
  const std::size_t parent = node.parent ? *node.parent + 1 : 0;
  const auto [entry, is_new] =
      numbers_.try_emplace({node.domain, parent, node.label, node.start_end}, nodes_.size());
  if (is_new) nodes_.push_back(std::move(node));
  return entry->second;
}

}  // namespace ncu_regions::host
