// Regions: which results of a report stand in which region. Identity is the domain and the whole
// stack of labels; nothing is added up here.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "harness/artifacts/report.h"
#include "harness/core/region_path.h"

namespace ncu_regions {

struct ResultNode {
  std::string domain;  // empty: the default one
  std::string label;
  bool start_end = false;
  std::optional<std::size_t> parent;  // into the list of nodes
  std::size_t depth = 0;
  std::vector<std::uint64_t> results;  // directly in it: ids
};

struct ResultTree {
  std::deque<ResultNode> nodes;          // parents before children, in first-seen order
  std::vector<std::uint64_t> outside;    // NVTX was recorded, and no range was open
  std::vector<std::uint64_t> unlabeled;  // of these the file says nothing

  // Made when it is asked for: all of them would take memory by the square of the depth.
  RegionPath path(std::size_t node) const;
};

class ResultTreeBuilder {
 public:
  // A result stands in the innermost push/pop range of its thread in each domain, and in every
  // start/end range that was open.
  void add(const ReportResult& result);

  // The tree of what was added. A file in which NVTX was recorded for any result was recorded with
  // NVTX: its other results are outside, not unlabeled.
  ResultTree take();

 private:
  struct Key {
    std::optional<std::size_t> parent;
    bool start_end = false;
    std::string_view domain, label;
    // As in core/region_path.h: clang-tidy 14 means what it makes of the <=>.
    // NOLINTNEXTLINE(modernize-use-nullptr,readability-implicit-bool-conversion)
    auto operator<=>(const Key&) const = default;
  };
  std::size_t node(const Key& key);
  void put(std::uint64_t result, std::size_t node);

  ResultTree tree_;
  std::map<Key, std::size_t> index_;  // the texts are those of the nodes
  bool has_nvtx_ = false;
};

}  // namespace ncu_regions
