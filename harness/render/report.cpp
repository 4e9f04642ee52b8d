#include "harness/render/report.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "harness/core/files.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/kernels_csv.h"
#include "harness/render/markdown.h"
#include "harness/render/report_parts.h"

namespace ncu_regions {

std::optional<double> total(const ScopeValues& values, std::string_view metric, bool inclusive) {
  const auto found = values.metrics.find(std::string(metric));
  if (found == values.metrics.end()) return std::nullopt;
  return inclusive ? found->second.inclusive : found->second.exclusive;
}

std::string count_cell(const ScopeValues& values, std::string_view metric) {
  const std::optional<double> value = total(values, metric, true);
  return value ? grouped(*value) : "not counted";
}

std::string directly_cell(const Region& region, std::string_view metric) {
  if (region.path.start_end) return "-";  // nothing is nested in it
  const std::optional<double> value = total(region.all, metric, false);
  return value ? grouped(*value) : "not counted";
}

std::string time_text(const RegionTree& tree, double nanoseconds) {
  // Kernels take microseconds: what is below 1 ms is shown to the nanosecond.
  return milliseconds(nanoseconds, !tree.is_host() && nanoseconds < 1e6 ? 6 : 3);
}

std::string time_cell(const RegionTree& tree, const ScopeValues& values, bool inclusive) {
  const auto found = values.metrics.find(tree.time_metric);
  if (found == values.metrics.end()) return "not measured";
  const Totals& time = found->second;
  const std::optional<double> value = inclusive ? time.inclusive : time.exclusive;
  if (!value) return inclusive ? "not measured" : "-";
  if (time.is_complete() || !inclusive) return time_text(tree, *value);
  return time_text(tree, *value) + " (" + grouped(static_cast<double>(time.measured)) + " of " +
         grouped(static_cast<double>(time.results)) + ")";
}

std::string count(std::uint64_t number) { return grouped(static_cast<double>(number)); }

const Totals& shown_totals(const ScopeValues& values, const ShownMetric& metric) {
  static const Totals kNothing;
  const auto found = values.metrics.find(metric.name);
  return found == values.metrics.end() ? kNothing : found->second;
}

std::vector<std::string> notes_of(const ReportInput& input) {
  std::vector<std::string> notes;
  for (const auto* list : {&input.run.notes, &input.tree.notes}) {
    notes.insert(notes.end(), list->begin(), list->end());
  }
  if (pages_are_short(input.tree)) {
    notes.emplace_back(
        "kernels.csv of a region holds only the kernels directly in it: with those below it the "
        "pages "
        "would be too long");
  }
  if (input.outcome != nullptr) {
    notes.insert(notes.end(), input.outcome->notes.begin(), input.outcome->notes.end());
  }
  return notes;
}

std::string summary_line(const Outcome& outcome) {
  if (outcome.skipped) return outcome.workload + ": skipped, nothing was measured";
  std::map<VerdictWord, std::size_t> counts;
  for (const Verdict& verdict : outcome.verdicts) ++counts[verdict.word];
  const std::size_t all = outcome.verdicts.size();
  if (counts[VerdictWord::kPass] == all) {
    return outcome.workload +
           (all == 1 ? ": its gate passed" : ": all " + std::to_string(all) + " gates passed");
  }
  std::string text = outcome.workload + ": ";
  std::vector<std::string> parts;
  for (const VerdictWord word :
       {VerdictWord::kRegressed, VerdictWord::kOverLimit, VerdictWord::kNotMeasured,
        VerdictWord::kIncomparable, VerdictWord::kNoBaseline, VerdictWord::kSuspect,
        VerdictWord::kWaived, VerdictWord::kWaiverStale, VerdictWord::kImproved,
        VerdictWord::kNoisy, VerdictWord::kPass}) {
    if (counts[word] > 0) {
      parts.push_back(std::to_string(counts[word]) + " " + std::string(to_string(word)));
    }
  }
  if (counts[VerdictWord::kNoBaseline] == all) {
    return outcome.workload + ": no baseline yet, none of " + std::to_string(all) +
           " gates could be judged";
  }
  return text + join(parts, ", ") + " of " + counted(all, "gate");
}

std::string summary_line(const RegionTree& tree) {
  if (tree.is_benchmark()) {
    return counted(tree.regions.size(), "benchmark") + " of Google Benchmark, not a GPU";
  }
  std::uint64_t kernels = 0;
  std::uint64_t selected = 0;
  std::uint64_t ranges = 0;
  for (const KernelGroup& group : tree.rows.groups) {
    const bool is_range = tree.rows.kernels[group.kernel].is_range();
    const bool counts =
        group.in.empty() ? group.selected : std::ranges::any_of(group.in, &Standing::selected);
    (is_range ? ranges : kernels) += group.launches;
    selected += counts && !is_range ? group.launches : 0;
  }
  const auto counted = [](std::uint64_t number, const std::string& what) {
    return grouped(static_cast<double>(number)) + " " + what + (number == 1 ? "" : "s");
  };
  std::vector<std::string> parts = {tree.regions.empty() ? "no regions"
                                                         : counted(tree.regions.size(), "region")};
  if (ranges > 0) parts.push_back(counted(ranges, "range result"));
  if (kernels > 0 || ranges == 0) {
    const std::string some = grouped(static_cast<double>(selected)) + " of ";
    parts.push_back((selected < kernels ? some : "") + counted(kernels, "kernel") +
                    (selected < kernels ? " selected" : ""));
  }
  const std::uint64_t elsewhere = tree.outside.all.kernels + tree.unlabeled.all.kernels;
  if (elsewhere > 0) parts.push_back(grouped(static_cast<double>(elsewhere)) + " in no region");
  if (tree.scopes.size() > 1) parts.push_back(counted(tree.scopes.size(), "scope"));
  if (!tree.missing.empty()) {
    parts.push_back(counted(tree.missing.size(), "declared region") + " NOT MEASURED");
  }
  return join(parts, ", ");
}

std::string spent_line(const Outcome& outcome) {
  const Spent& spent = outcome.spent;
  if (capture_kind_from(outcome.kind) == CaptureKind::kBenchmark) {
    return "up to " + counted(spent.head, "repetition") + " of each benchmark, read from files";
  }
  const bool is_pair = outcome.mode == Mode::kSideBySide;
  std::string text = counted(spent.head, "capture");
  if (is_pair) text += " of the new build and " + std::to_string(spent.base) + " of the base";
  if (spent.fresh > 0) {
    text += ", " + std::to_string(spent.fresh) + (is_pair ? " pairs" : "") +
            " of them to confirm " + counted(outcome.undecided, "suspicion");
  }
  char seconds[32];
  std::snprintf(seconds, sizeof(seconds), ", %.1f s of measuring", spent.seconds);
  return text + seconds + (is_pair ? "; side by side with " + outcome.base : "");
}

std::string captures_option(const Outcome& outcome) {
  // A file has no more repetitions than it has.
  if (capture_kind_from(outcome.kind) == CaptureKind::kBenchmark) return "";
  const bool has_too_few = std::ranges::any_of(outcome.verdicts, [](const Verdict& verdict) {
    const bool moves = is_new_level(verdict) || verdict.word == VerdictWord::kIncomparable;
    return moves && !verdict.deterministic && verdict.captures < kBaselineCaptures;
  });
  return has_too_few ? " --captures " + std::to_string(kBaselineCaptures) : "";
}

std::string accept_command(const ReportInput& input) {
  // Two stored runs that are compared are no run that could be accepted.
  if (input.outcome == nullptr || !stores_levels(*input.outcome) || input.run.folder.empty() ||
      input.outcome->mode == Mode::kFixed) {
    return "";
  }
  const std::vector<Verdict>& verdicts = input.outcome->verdicts;
  const bool some = std::ranges::any_of(verdicts, is_new_level);
  const bool all = std::ranges::any_of(
      verdicts, [](const Verdict& verdict) { return verdict.word == VerdictWord::kIncomparable; });
  if (!some && !all) return "";
  return shell_word(printable(input.run.tool)) + " accept --run " +
         shell_word(printable(input.run.folder)) + " --reason 'why the new level is right'" +
         (all ? " --all" : "") + captures_option(*input.outcome);
}

}  // namespace ncu_regions
