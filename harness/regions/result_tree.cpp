#include "harness/regions/result_tree.h"

#include <algorithm>
#include <utility>

namespace ncu_regions {

void ResultTreeBuilder::add(const ReportResult& result) {
  const Placement& placement = tree_.regions.at(tree_.regions.of(result));
  has_nvtx_ |= placement.recorded;
  if (placement.nodes.empty()) {
    (placement.recorded ? tree_.outside : tree_.unlabeled).push_back(result.id);
  }
  tree_.results.resize(tree_.regions.nodes().size());
  for (const std::size_t node : placement.nodes) tree_.results[node].push_back(result.id);
}

ResultTree ResultTreeBuilder::take() {
  tree_.results.resize(tree_.regions.nodes().size());
  if (has_nvtx_) {
    tree_.outside.insert(tree_.outside.end(), tree_.unlabeled.begin(), tree_.unlabeled.end());
    std::ranges::sort(tree_.outside);
    tree_.unlabeled.clear();
  }
  return std::exchange(tree_, {});
}

}  // namespace ncu_regions
