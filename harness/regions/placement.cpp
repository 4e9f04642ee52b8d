#include "harness/regions/placement.h"

#include <algorithm>
#include <utility>

namespace ncu_regions {
namespace {

// With its length: names may hold anything.
void append(std::string& key, std::string_view text) {
  const std::uint64_t size = text.size();
  key.append(reinterpret_cast<const char*>(&size), sizeof(size));
  key += text;
}

void append(std::string& key, const NvtxStack& stack) {
  append(key, domain_of(stack.domain));
  append(key, std::to_string(stack.ranges.size()));
  for (const NvtxRange& range : stack.ranges) append(key, range.name);
}

void add_once(std::vector<std::size_t>& nodes, std::size_t node) {
  if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
}

}  // namespace

void Placements::write_key(const ReportResult& result) {
  key_.assign(1, result.nvtx ? 'n' : '-');
  if (!result.nvtx) return;
  for (const NvtxStack& stack : result.nvtx->stacks) {
    if (is_launching(stack, result)) append(key_, stack);
  }
  key_ += 's';
  for (const NvtxStartEnd& open : result.nvtx->start_end) {
    append(key_, domain_of(open.domain));
    append(key_, open.range.name);
  }
}

std::size_t Placements::of(const ReportResult& result) {
  write_key(result);
  auto found = known_.find(key_);
  const std::size_t placement = found != known_.end() ? found->second : keep(key_, place(result));
  if (result.nvtx && result.nvtx->stacks.size() > 1) {
    note_other_threads(result, !placements_[placement].nodes.empty());
  }
  return placement;
}

std::size_t Placements::keep(const std::string& key, Placement placement) {
  placements_.push_back(std::move(placement));
  known_.emplace(key, placements_.size() - 1);
  return placements_.size() - 1;
}

// A result stands once in each domain: of two stacks of one domain (files that do not tell threads
// apart) in the deeper one. Two open start/end ranges of one name are one region.
Placement Placements::place(const ReportResult& result) {
  Placement placement;
  placement.recorded = result.nvtx.has_value();
  if (!result.nvtx) return placement;
  std::map<std::string_view, std::size_t> innermost;
  for (const NvtxStack& stack : result.nvtx->stacks) {
    if (!is_launching(stack, result)) continue;
    const auto at = node_of(stack);
    if (!at) continue;
    const auto [found, is_new] = innermost.emplace(domain_of(stack.domain), *at);
    if (!is_new && nodes_[*at].depth > nodes_[found->second].depth) found->second = *at;
  }
  for (const auto& [domain, node] : innermost) placement.nodes.push_back(node);
  for (const NvtxStartEnd& open : result.nvtx->start_end) {
    add_once(placement.nodes, node({std::nullopt, true, domain_of(open.domain), open.range.name}));
  }
  return placement;
}

std::optional<std::size_t> Placements::node_of(const NvtxStack& stack) {
  std::optional<std::size_t> at;
  for (const NvtxRange& range : stack.ranges) {
    at = node({at, false, domain_of(stack.domain), range.name});
  }
  return at;
}

std::size_t Placements::node_of(const RegionPath& path) {
  std::optional<std::size_t> at;
  for (const std::string& label : path.labels) at = node({at, path.start_end, path.domain, label});
  return *at;
}

std::size_t Placements::in_node(std::size_t node) {
  const std::string key = "=" + std::to_string(node);
  const auto found = known_.find(key);
  return found != known_.end() ? found->second : keep(key, {{node}, true});
}

std::size_t Placements::nowhere(bool recorded) {
  const std::string key = recorded ? "=recorded" : "=unrecorded";
  const auto found = known_.find(key);
  return found != known_.end() ? found->second : keep(key, {{}, recorded});
}

void Placements::note_other_threads(const ReportResult& result, bool is_inside) {
  for (const NvtxStack& stack : result.nvtx->stacks) {
    if (is_launching(stack, result)) continue;
    key_.clear();
    append(key_, stack);
    auto found = other_stacks_.find(key_);
    if (found == other_stacks_.end()) found = other_stacks_.emplace(key_, node_of(stack)).first;
    if (found->second) open_elsewhere_[*found->second] += is_inside ? 0 : 1;
  }
}

std::size_t Placements::node(const Key& key) {
  if (const auto found = index_.find(key); found != index_.end()) return found->second;
  RegionNode& added = nodes_.emplace_back();
  added.domain = key.domain;
  added.label = key.label;
  added.start_end = key.start_end;
  added.parent = key.parent;
  if (key.parent) added.depth = nodes_[*key.parent].depth + 1;
  const std::size_t index = nodes_.size() - 1;
  index_.emplace(Key{key.parent, key.start_end, added.domain, added.label}, index);
  return index;
}

RegionPath Placements::path(std::size_t node) const {
  RegionPath path{nodes_[node].domain, {}, nodes_[node].start_end};
  for (std::optional<std::size_t> at = node; at; at = nodes_[*at].parent) {
    path.labels.push_back(nodes_[*at].label);
  }
  std::ranges::reverse(path.labels);
  return path;
}

}  // namespace ncu_regions
