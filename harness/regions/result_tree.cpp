#include "harness/regions/result_tree.h"

#include <algorithm>
#include <utility>

namespace ncu_regions {
namespace {

std::string_view domain_of(std::string_view stored) {
  return stored == "<default domain>" ? std::string_view() : stored;
}

}  // namespace

void ResultTreeBuilder::add(const ReportResult& result) {
  if (!result.nvtx) {
    tree_.unlabeled.push_back(result.id);
    return;
  }
  has_nvtx_ = true;
  bool is_inside = false;
  for (const NvtxStack& stack : result.nvtx->stacks) {
    if (stack.thread != result.thread.value_or(stack.thread)) continue;
    std::optional<std::size_t> at;
    for (const NvtxRange& range : stack.ranges) {
      at = node({at, false, domain_of(stack.domain), range.name});
    }
    if (at) tree_.nodes[*at].results.push_back(result.id);
    is_inside |= at.has_value();
  }
  for (const NvtxStartEnd& open : result.nvtx->start_end) {
    const std::size_t at = node({std::nullopt, true, domain_of(open.domain), open.range.name});
    ResultNode& region = tree_.nodes[at];
    // Two open ranges of one name are one region.
    if (region.results.empty() || region.results.back() != result.id) {
      region.results.push_back(result.id);
    }
    is_inside = true;
  }
  if (!is_inside) tree_.outside.push_back(result.id);
}

std::size_t ResultTreeBuilder::node(const Key& key) {
  if (const auto found = index_.find(key); found != index_.end()) return found->second;
  ResultNode& added = tree_.nodes.emplace_back();
  added.parent = key.parent;
  if (key.parent) {
    added.path = tree_.nodes[*key.parent].path;
    added.depth = tree_.nodes[*key.parent].depth + 1;
  }
  added.path.domain = key.domain;
  added.path.start_end = key.start_end;
  added.path.labels.emplace_back(key.label);
  const std::size_t index = tree_.nodes.size() - 1;
  index_.emplace(Key{key.parent, key.start_end, added.path.domain, added.path.labels.back()},
                 index);
  return index;
}

ResultTree ResultTreeBuilder::take() {
  if (has_nvtx_) {
    tree_.outside.insert(tree_.outside.end(), tree_.unlabeled.begin(), tree_.unlabeled.end());
    std::ranges::sort(tree_.outside);
    tree_.unlabeled.clear();
  }
  index_.clear();
  return std::exchange(tree_, {});
}

}  // namespace ncu_regions
