#include "harness/regions/report_notes.h"

#include <algorithm>

#include "harness/core/text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMost = 10;  // notes of one sort

std::string quoted(const Region& region) { return "'" + display_form(region.path) + "'"; }

// The first of them, and how many more.
void add_some(std::vector<std::string>& notes, std::vector<std::string> some,
              const std::string& what) {
  const std::size_t all = some.size();
  some.resize(std::min(all, kMost));
  notes.insert(notes.end(), some.begin(), some.end());
  if (all > kMost) notes.push_back("and " + counted(all - kMost, "more " + what));
}

void note_no_regions(const RegionTree& tree, std::vector<std::string>& notes) {
  if (!tree.regions.empty()) return;
  const bool is_recorded = std::ranges::any_of(tree.rows.groups, &KernelGroup::recorded);
  if (!is_recorded) {
    notes.emplace_back(
        "No regions: what was read carries no NVTX information at all, all results are "
        "(unlabeled). Was "
        "ncu run with --nvtx, and does the program use NVTX?");
  } else {
    notes.emplace_back(
        "No regions: NVTX was recorded, and no range was open at any launch. Push/pop ranges count "
        "for the thread that opened them; are the kernels launched by another one, before the "
        "first "
        "range or after the last?");
  }
}

void note_elsewhere(const RegionTree& tree, std::vector<std::string>& notes) {
  for (const Elsewhere* elsewhere : {&tree.outside, &tree.unlabeled}) {
    if (!elsewhere->unfiltered) continue;
    const std::uint64_t hidden = elsewhere->unfiltered->kernels - elsewhere->all.kernels;
    if (hidden == 0) continue;
    notes.push_back(counted(hidden, "kernel") + " in no region hidden by the kernel patterns");
  }
  if (tree.regions.empty()) return;
  if (tree.outside.all.kernels > 0) {
    notes.push_back(counted(tree.outside.all.kernels, "kernel") +
                    " launched while no range was open: (outside), in no region");
  }
  if (tree.unlabeled.all.kernels > 0) {
    notes.push_back(counted(tree.unlabeled.all.kernels, "kernel") +
                    " of a file without NVTX information: (unlabeled), in no region");
  }
}

void note_threads(const RegionTree& tree, const NoteFacts& facts, std::vector<std::string>& notes) {
  std::vector<std::string> some;
  for (const auto& [node, results] : facts.open_elsewhere) {
    if (results == 0) continue;
    some.push_back(counted(results, "kernel") +
                   " launched by a thread without an open range while " +
                   quoted(tree.regions[facts.number_of[node]]) +
                   " was open on another thread: push/pop ranges count for their own thread; a "
                   "start/end range counts for the process");
  }
  add_some(notes, std::move(some), "regions with kernels of other threads");
}

void note_empty(const RegionTree& tree, std::vector<std::string>& notes) {
  std::vector<std::string> some;
  for (const Region& region : tree.regions) {
    const bool is_empty = region.all.kernels == 0 && region.all.instances == 0 &&
                          !(region.unfiltered && region.unfiltered->kernels > 0);
    if (is_empty && !tree.is_range()) {
      some.push_back("region " + quoted(region) + " was open, and no kernel was launched in it");
    }
  }
  add_some(notes, std::move(some), "regions without a kernel");
}

void note_missing(const RegionTree& tree, std::vector<std::string>& notes) {
  std::vector<std::string> known;
  for (const Region& region : tree.regions) {
    known.push_back(region.path.labels.back());
    known.push_back(written_form(region.path));
  }
  for (const std::string& text : tree.missing) {
    notes.push_back("declared region '" + text + "' was NOT MEASURED: " +
                    (tree.is_range() ? "no range result belongs to it"
                                     : "there is no kernel in a region of that name") +
                    suggestion(text, known));
  }
}

// Non-values are never 0: how many there are.
void note_holes(const RegionTree& tree, std::vector<std::string>& notes) {
  std::vector<std::string> some;
  std::map<std::string, std::size_t> columns;
  if (tree.time_column) columns[tree.time_metric] = *tree.time_column;
  for (const ShownMetric& metric : tree.shown) {
    if (metric.column) columns[metric.name] = *metric.column;
  }
  for (const auto& [name, column] : columns) {
    std::uint64_t results = 0;
    std::uint64_t measured = 0;
    for (const KernelGroup& group : tree.rows.groups) {
      if (tree.rows.kernels[group.kernel].is_range() != tree.is_range()) continue;
      results += group.launches;
      measured += group.values[column].measured();
    }
    if (measured == results || measured == 0) continue;
    some.push_back(name + ": " + grouped(static_cast<double>(results - measured)) + " of " +
                   grouped(static_cast<double>(results)) +
                   (tree.is_range() ? " range results" : " launches") + " had no value");
  }
  add_some(notes, std::move(some), "metrics with missing values");
}

void note_not_measured(const RegionTree& tree, const std::vector<std::string>& known,
                       std::vector<std::string>& notes) {
  std::vector<std::string> some;
  for (const ShownMetric& metric : tree.shown) {
    if (metric.is_measured() || !metric.is_asked) continue;
    some.push_back("metric '" + metric.name + "' was not measured" +
                   suggestion(metric.name, known));
  }
  add_some(notes, std::move(some), "metrics that were not measured");
}

void note_weights(const RegionTree& tree, std::vector<std::string>& notes) {
  std::vector<std::string> some;
  for (const ShownMetric& metric : tree.shown) {
    if (metric.roll_up != RollUp::kMean || !metric.weight.empty() || !metric.is_measured())
      continue;
    some.push_back(metric.name +
                   " has no mean: none of the metrics that could weigh it was measured");
  }
  add_some(notes, std::move(some), "metrics without a weight");
}

void note_kinds(const RegionTree& tree, const NoteFacts& facts, std::vector<std::string>& notes) {
  std::uint64_t wholes = 0;
  for (const KernelGroup& group : tree.rows.groups) {
    const ReportResultKind kind = tree.rows.kernels[group.kernel].kind;
    if (kind == ReportResultKind::kGraph || kind == ReportResultKind::kCommandList) {
      wholes += group.launches;
    }
  }
  if (wholes > 0) {
    notes.push_back(counted(wholes, "result") +
                    " of whole graphs or command lists: counted as one kernel each");
  }
  if (facts.not_profiled > 0) {
    notes.push_back(counted(facts.not_profiled, "kernel") +
                    " could not be profiled (grid 0): hardly any values");
  }
  if (!tree.is_range()) return;
  notes.emplace_back(
      "Range results: each begins with flushed caches, so a region may exceed its share of the "
      "region "
      "around it; values of different levels are never added, and exclusive ones do not exist.");
  if (facts.declared.empty()) {
    notes.emplace_back(
        "No region was declared: a range result is put into the innermost range of its thread.");
  }
  if (facts.ambiguous_ranges > 0) {
    notes.push_back(counted(facts.ambiguous_ranges, "range result") +
                    " could belong to several regions, or to none: (outside); declare the regions");
  }
  if (facts.has_selection) {
    notes.emplace_back(
        facts.has_kernels
            ? "Kernel patterns act on the kernel rows only, not on range results."
            : "Kernel patterns need kernel rows; there are none beside these ranges.");
  }
}

}  // namespace

std::vector<std::string> notes_of_reports(const RegionTree& tree, const NoteFacts& facts) {
  std::vector<std::string> notes;
  note_missing(tree, notes);
  note_no_regions(tree, notes);
  note_elsewhere(tree, notes);
  note_threads(tree, facts, notes);
  note_empty(tree, notes);
  note_holes(tree, notes);
  note_not_measured(tree, facts.known_metrics, notes);
  note_weights(tree, notes);
  note_kinds(tree, facts, notes);
  add_some(notes, slow_scopes(tree), "regions with a slow scope");
  return notes;
}

}  // namespace ncu_regions
