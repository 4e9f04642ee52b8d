// Regions: results of one check in, a tree of regions with inclusive and exclusive totals out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/artifacts/capture.h"
#include "harness/core/region_path.h"

namespace ncu_regions {

struct Totals {
  // The region and everything below it.
  std::optional<double> inclusive;
  // Directly in it: inclusive minus its children on the same thread. Absent when a child has no
  // value: a difference of things that were not both measured is never formed. Absent for start/end
  // ranges: nothing is nested in them.
  std::optional<double> exclusive;
};

struct KernelCount {
  std::string name;
  std::uint64_t launches = 0;
};

// A region in one process.
struct ScopeValues {
  std::uint64_t instances = 0;
  std::uint64_t threads = 0;              // that opened it
  std::map<std::string, Totals> metrics;  // region__instances and kernel launches among them
};

struct Region {
  RegionPath path;
  std::optional<std::size_t> parent;  // into RegionTree::regions
  std::size_t depth = 0;
  // Of all processes together: counts add, times are those of the slowest process.
  ScopeValues all;
  // One per RegionTree::scopes; nothing where the region was not opened.
  std::vector<std::optional<ScopeValues>> by_scope;
  std::map<std::string, std::string> not_measured;  // metric -> why it has no value here
  std::vector<KernelCount> kernels;                 // directly in it, in first-seen order
};

struct RegionTree {
  std::vector<Scope> scopes;
  // Parents before their children; siblings in the order in which they were first opened, by name
  // when several threads or processes opened them.
  std::vector<Region> regions;
  // Kernels that were launched while no range was open. Counted and shown, never a region.
  std::vector<KernelCount> outside;
  // Pairs of regions that were open at the same time, other than one inside the other of one stack.
  std::vector<std::pair<std::size_t, std::size_t>> overlaps;
  std::vector<std::string> notes;

  const Region* find(const RegionPath& path) const;
  std::vector<RegionPath> paths() const;
};

// Builds the tree of one check from its captures (host: one per pass). Each metric comes from the
// capture that measured it; instances, launches and overlaps come from the first one. A region that
// a later capture saw with other instances or launches, in any process, gets no value from it:
// those are two different things with one name, and the workload is not deterministic.
RegionTree assemble_regions(std::span<const Capture> captures);

}  // namespace ncu_regions
