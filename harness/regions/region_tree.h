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
#include "harness/regions/kernel_rows.h"

namespace ncu_regions {

// Over the launches of kernels, over the instances of a range, or over repetitions of a benchmark.
struct PerResult {
  double min = 0, mean = 0, max = 0;
};

struct Totals {
  // The region and everything below it.
  std::optional<double> inclusive = {};
  // Directly in it. Of kernel rows: the kernels that were launched in no child. Of the host
  // profiler: inclusive minus its children on the same thread, absent when a child has no value (a
  // difference of things that were not both measured is never formed). Absent for start/end ranges:
  // nothing is nested in them. Absent for range captures: they measure no such thing.
  std::optional<double> exclusive = {};
  // The same sums when all addends were whole numbers: doubles end at 2^53.
  std::optional<std::uint64_t> inclusive_whole = {}, exclusive_whole = {};
  // Of ncu's results: how many there are, and how many of them have a value.
  std::uint64_t results = 0, measured = 0;
  std::optional<PerResult> each = {};
  bool is_mixed = false;              // launch geometry that is not the same everywhere
  std::string text = {};              // a text that all results have
  std::optional<double> weight = {};  // sum of the weights of a mean
  std::uint64_t without_weight = 0;   // values that no weight was measured for

  // Whether every result has a value: what is judged must be complete.
  bool is_complete() const { return measured == results; }
};

// A region in one scope.
struct ScopeValues {
  std::uint64_t instances = 0;
  std::uint64_t threads = 0;  // that opened it
  std::uint64_t kernels = 0, kernels_directly = 0;
  std::map<std::string, Totals> metrics = {};  // region__instances and kernel launches among them
};

// Kernel rows: with all kernels, whatever the kernel selection hides.
struct Unfiltered {
  std::uint64_t kernels = 0;
  std::map<std::string, Totals> metrics = {};
};

struct Region {
  RegionPath path;
  std::optional<std::size_t> parent;  // into RegionTree::regions
  std::size_t depth = 0;
  std::optional<SourceLine> source = {};  // where it is opened, when the program says so
  std::size_t end = 0;  // regions from this one up to (not including) `end` are it and those below
  // Of all scopes together: counts add, times are those of the slowest scope.
  ScopeValues all;
  // One per RegionTree::scopes; nothing where the region was not opened.
  std::vector<std::optional<ScopeValues>> by_scope;
  std::optional<Unfiltered> unfiltered;             // when a kernel selection is in force
  std::map<std::string, std::string> not_measured;  // metric -> why it has no value here
  std::optional<double> kernel_time;                // range captures: of the census beside them
};

// Kernels that stand in no region.
struct Elsewhere {
  ScopeValues all;
  std::vector<std::optional<ScopeValues>> by_scope;
  std::optional<Unfiltered> unfiltered;  // when a kernel selection is in force
};

// A metric of ncu's results as reports show it.
struct ShownMetric {
  std::string name;
  std::string unit;
  RollUp roll_up = RollUp::kNone, across = RollUp::kNone;
  std::string weight;  // of a mean: the metric it is weighted by; empty: none was measured
  std::optional<std::size_t> column;  // into KernelRows::columns; nothing: no result has it
  bool is_asked = false;              // by name or pattern; else a usual one, or one of a section
  std::string section;                // that it was chosen with
  std::string label;                  // the section's word for it

  bool is_measured() const { return column.has_value(); }
};

// Whether sums over one domain's push/pop tree are those over all results: for a sceptic.
struct DomainSum {
  std::string domain;
  // By metric that adds up, over all scopes: sum of the exclusive values of the regions of the
  // tree, what is outside that tree, and the sum over all results.
  struct Sums {
    double inside = 0, outside = 0, all = 0;
  };
  std::map<std::string, Sums> metrics;
  std::uint64_t kernels_inside = 0, kernels_outside = 0;
};

// A rule of ncu that fired for a result.
struct RuleHit {
  std::size_t row = 0;  // into KernelRows::rows
  std::string rule, title;
  std::optional<double> speedup_percent;
};

// A test case or benchmark that skipped itself, or one that failed.
struct Undone {
  bool has_failed = false;
  std::string why;
};

struct RegionTree {
  CaptureKind kind = CaptureKind::kHost;
  bool has_instances = true;               // kernel rows do not tell how often a region was entered
  std::string time_metric;                 // "Total ms"; empty: no time was measured
  std::optional<std::size_t> time_column;  // of ncu's results
  std::vector<ShownMetric> shown;          // of ncu's results
  std::vector<Scope> scopes;
  // Parents before their children; siblings in the order in which they were first opened, by name
  // when several threads or processes of the host profiler opened them.
  std::vector<Region> regions;
  KernelRows rows;
  std::optional<std::vector<RuleHit>> rules;  // nothing: nobody looked for them
  std::vector<std::size_t> rows_with_rules;   // rows that were looked at for them
  // Launched while no range was open; of a file that carries no NVTX information at all. Counted
  // and shown, never a region.
  Elsewhere outside, unlabeled;
  std::vector<DomainSum> domains;
  // Pairs of regions that were open at the same time, other than one inside the other of one stack.
  std::vector<std::pair<std::size_t, std::size_t>> overlaps;
  // By label: regions whose work was not done, as the program says (ncu_regions/announce.h).
  std::map<std::string, Undone> undone;
  std::vector<std::string> announced;  // what else it says; among the notes, too
  std::vector<std::string> missing;  // of the declared regions: not measured, as they were declared
  std::vector<std::string> notes;

  const Region* find(const RegionPath& path) const;
  std::vector<RegionPath> paths() const;
  bool is_host() const { return kind == CaptureKind::kHost; }
  bool is_benchmark() const { return kind == CaptureKind::kBenchmark; }
  // Of the last find among many; what it says is checked.
  mutable std::map<RegionPath, std::size_t> index_ = {};

  bool is_range() const { return kind == CaptureKind::kRange || kind == CaptureKind::kAppRange; }
};

// For messages: "regions seen: A, A/B and 3 more", or that there was none.
std::string seen_regions(const RegionTree& tree);

// A kernel in a region.
struct KernelStats {
  std::size_t kernel = 0;  // into KernelRows::kernels
  std::uint64_t launches = 0;
  std::optional<Dim3> grid, block;
  bool is_mixed = false;
  std::map<std::string, Totals> metrics;  // `inclusive` is the value
  std::optional<double> time;             // of all launches, in the slowest scope
  std::optional<PerResult> time_each;
  std::vector<std::size_t> groups;
};

// Makes KernelRows::groups_in and rows_of. Whoever fills a tree calls it last.
void index_groups(RegionTree& tree);

enum class Where { kDirectly, kBelow, kOutside, kUnlabeled };

// The selected kernels of a region (its number is of no account for the last two), the one that
// took longest first; without times the one launched most often. With the values of `metrics`, of
// all scopes or of one.
std::vector<KernelStats> kernels_in(const RegionTree& tree, Where where, std::size_t region,
                                    std::span<const ShownMetric* const> metrics = {},
                                    std::optional<std::size_t> scope = {});

// The rows behind them, in the order of the files.
std::vector<std::size_t> rows_in(const RegionTree& tree, std::span<const KernelStats> kernels);

// Builds the tree of one check from its captures (host: one per pass). Each metric comes from the
// capture that measured it; instances, launches and overlaps come from the first one. A region that
// a later capture saw with other instances or launches, in any process, gets no value from it:
// those are two different things with one name, and the workload is not deterministic.
RegionTree assemble_regions(std::span<const Capture> captures);

}  // namespace ncu_regions
