// Host: every path of a capture once, with a number.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "harness/core/source_line.h"

namespace ncu_regions::host {

// One node of the push/pop tree; its parent has a smaller number.
struct PathNode {
  std::string domain;
  std::optional<std::size_t> parent;
  std::string label;
  bool start_end = false;
  std::vector<SourceLine> sources = {};  // where it was opened, in the order they were met
};

// As many are kept of one path.
inline constexpr std::size_t kMostSources = 4;

// Shared by the processes of a capture: the same path is the same region in all of them. Told apart
// by text, because bytes that are not UTF-8 may read like another label, and one path must be one
// region.
class PathTable {
 public:
  std::size_t number(PathNode node);
  // It was opened there, too. What is no place in a source is left out.
  void add_source(std::size_t path, SourceLine source);
  const std::vector<PathNode>& nodes() const { return nodes_; }  // in the order of first use

 private:
  std::vector<PathNode> nodes_;
  std::map<std::tuple<std::string, std::size_t, std::string, bool>, std::size_t> numbers_;
};

}  // namespace ncu_regions::host
