#include "harness/regions/result_tree.h"

#include <algorithm>
#include <utility>

namespace ncu_regions {
namespace {

std::string_view domain_of(std::string_view stored) {
  return stored == kDefaultNvtxDomain ? std::string_view() : stored;
}

}  // namespace

RegionPath ResultTree::path(std::size_t node) const {
  RegionPath path{nodes[node].domain, {}, nodes[node].start_end};
  for (std::optional<std::size_t> at = node; at; at = nodes[*at].parent) {
    path.labels.push_back(nodes[*at].label);
  }
  std::ranges::reverse(path.labels);
  return path;
}

// Two stacks of one domain, or two open ranges of one name, are one region.
void ResultTreeBuilder::put(std::uint64_t result, std::size_t node) {
  std::vector<std::uint64_t>& results = tree_.nodes[node].results;
  if (results.empty() || results.back() != result) results.push_back(result);
}

void ResultTreeBuilder::add(const ReportResult& result) {
  if (!result.nvtx) {
    tree_.unlabeled.push_back(result.id);
    return;
  }
  has_nvtx_ = true;
  bool is_inside = false;
  for (const NvtxStack& stack : result.nvtx->stacks) {
    if (!is_launching(stack, result)) continue;
    std::optional<std::size_t> at;
    for (const NvtxRange& range : stack.ranges) {
      at = node({at, false, domain_of(stack.domain), range.name});
    }
    if (at) put(result.id, *at);
    is_inside |= at.has_value();
  }
  for (const NvtxStartEnd& open : result.nvtx->start_end) {
    put(result.id, node({std::nullopt, true, domain_of(open.domain), open.range.name}));
    is_inside = true;
  }
  if (!is_inside) tree_.outside.push_back(result.id);
}

std::size_t ResultTreeBuilder::node(const Key& key) {
  if (const auto found = index_.find(key); found != index_.end()) return found->second;
  ResultNode& added = tree_.nodes.emplace_back();
  added.domain = key.domain;
  added.label = key.label;
  added.start_end = key.start_end;
  added.parent = key.parent;
  if (key.parent) added.depth = tree_.nodes[*key.parent].depth + 1;
  const std::size_t index = tree_.nodes.size() - 1;
  index_.emplace(Key{key.parent, key.start_end, added.domain, added.label}, index);
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
