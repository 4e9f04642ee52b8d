// Regions: in which regions a result stands. Identity is the domain and the whole stack of labels.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "harness/artifacts/report.h"
#include "harness/core/region_path.h"

namespace ncu_regions {

struct RegionNode {
  std::string domain;  // empty: the default one
  std::string label;
  bool start_end = false;
  std::optional<std::size_t> parent;  // into the list of nodes
  std::size_t depth = 0;
};

// The innermost push/pop range of the launching thread in each domain, and every open start/end
// range; each node once.
struct Placement {
  std::vector<std::size_t> nodes;
  bool recorded = false;  // NVTX was recorded for the result
};

// Results that stand in the same ranges share a placement.
class Placements {
 public:
  // The number of the placement of a result.
  std::size_t of(const ReportResult& result);

  // The node of a path that was declared.
  std::size_t node_of(const RegionPath& path);
  // The placement of results that stand in this node and in nothing else.
  std::size_t in_node(std::size_t node);
  // That of results that stand in none.
  std::size_t nowhere(bool recorded);

  const std::deque<RegionNode>& nodes() const { return nodes_; }  // parents before children
  const Placement& at(std::size_t placement) const { return placements_[placement]; }
  // Made when it is asked for: all of them would take memory by the square of the depth.
  RegionPath path(std::size_t node) const;

  // Ranges that other threads had open while a result was launched. Not placements: push/pop ranges
  // are those of their thread.
  const std::map<std::size_t, std::uint64_t>& open_elsewhere() const { return open_elsewhere_; }

 private:
  struct Key {
    std::optional<std::size_t> parent;
    bool start_end = false;
    std::string_view domain, label;
    // As in core/region_path.h: clang-tidy 14 means what it makes of the <=>.
    // NOLINTNEXTLINE(modernize-use-nullptr,readability-implicit-bool-conversion)
    auto operator<=>(const Key&) const = default;
  };
  void write_key(const ReportResult& result);
  Placement place(const ReportResult& result);
  std::optional<std::size_t> node_of(const NvtxStack& stack);
  std::size_t node(const Key& key);
  std::size_t keep(const std::string& key, Placement placement);
  void note_other_threads(const ReportResult& result, bool is_inside);

  std::deque<RegionNode> nodes_;
  std::map<Key, std::size_t> index_;  // the texts are those of the nodes
  std::vector<Placement> placements_;
  std::unordered_map<std::string, std::size_t> known_;
  std::unordered_map<std::string, std::optional<std::size_t>> other_stacks_;
  std::map<std::size_t, std::uint64_t>
      open_elsewhere_;  // node -> results outside while it was open
  std::string key_;
};

}  // namespace ncu_regions
