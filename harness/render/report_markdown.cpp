// report.md, through the inja template that is compiled in.
#include <algorithm>

#include "harness/core/text.h"
#include "harness/render/benchmark_tables.h"
#include "harness/render/findings.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/report_tables.h"
#include "harness/render/template.h"
#include "harness/render/why.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostFindingRows = 1'000;
constexpr std::size_t kMostReviewRows = 200;
constexpr WhyLimits kWhyLimits = {200, 50};

std::string change_cell(const Verdict& verdict) {
  if (!verdict.baseline || !verdict.now) return "";
  return relative_change(*verdict.baseline, *verdict.now);
}

std::vector<std::string> verdict_cells(const Verdict& verdict) {
  const auto cell = [&](const std::optional<double>& value) {
    return value ? markdown_text(with_unit(*value, verdict.unit)) +
                       (verdict.per_instance ? " per instance" : "")
                 : std::string("not measured");
  };
  const std::string word =
      std::string(to_string(verdict.word)) +
      (verdict.waived ? " (" + std::string(to_string(*verdict.waived)) + ")" : "");
  return {markdown_name(display_form(verdict.region)),
          markdown_name(verdict.metric),
          verdict.baseline ? cell(verdict.baseline) : "none",
          cell(verdict.now),
          change_cell(verdict),
          verdict.is_limit_only() ? "limit" : markdown_text(to_string(verdict.budget)),
          word + (verdict.gate == Gate::kWarn ? " (warning only)" : ""),
          markdown_text(verdict.reason)};
}

std::string verdict_table(const ReportInput& input) {
  if (input.outcome == nullptr) return "";
  MarkdownTable table;
  const bool is_pair = input.outcome->mode == Mode::kSideBySide;
  table.text("Region").text("Metric").number(is_pair ? "Base" : "Baseline");
  table.number("Now").number("Change").text("Budget").text("Verdict").text("Why");
  for (const Verdict& verdict : input.outcome->verdicts) table.add(verdict_cells(verdict));
  return table.str();
}

std::string sources_line(const ReportInput& input) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> names;
  for (const std::string& source : input.tree.rows.sources) {
    if (names.size() == kMost) break;
    names.push_back(markdown_name(source));
  }
  const std::size_t all = input.tree.rows.sources.size();
  return join(names, ", ") + (all > kMost ? " and " + std::to_string(all - kMost) + " more" : "");
}

std::string patterns(const char* word, const std::vector<std::string>& list) {
  std::vector<std::string> names;
  names.reserve(list.size());
  for (const std::string& pattern : list) names.push_back(markdown_name(pattern));
  return list.empty() ? "" : std::string(" ") + word + " " + join(names, ", ") + ";";
}

// Which kernels count, when not all do.
std::string selection_line(const ReportInput& input) {
  const KernelSettings& kernels = input.shown().kernels;
  if (input.tree.is_host() || (kernels.general.empty() && kernels.by_region.empty())) return "";
  std::string text = "Kernel patterns:" + patterns("include", kernels.general.include) +
                     patterns("exclude", kernels.general.exclude);
  for (const KernelOverride& entry : kernels.by_region) {
    text += " in " + markdown_name(entry.region) + patterns("include", entry.kernels.include) +
            patterns("exclude", entry.kernels.exclude);
  }
  return text + " \"All\" columns are with every kernel.";
}

std::string first_line(const ReportInput& input) {
  const Outcome* outcome = input.outcome;
  if (outcome == nullptr) {
    return "Read from " + sources_line(input) + ": " +
           (input.tree.is_range() ? "range results" : "kernel rows") + " of Nsight Compute, kind " +
           markdown_name(to_string(input.tree.kind)) + ".";
  }
  if (outcome->skipped) {
    return "**Nothing was measured**: " + markdown_text(outcome->profiler_reason) + ".";
  }
  if (input.tree.is_benchmark()) {
    return "Google Benchmark's own times, read from " + sources_line(input) +
           ": not measured by ncu-regions, and not on a GPU.";
  }
  if (!input.tree.is_host()) {
    return "Measured by Nsight Compute: " + markdown_text(outcome->profiler_reason) + ".";
  }
  return "Measured by the **host profiler** on the CPU, not on a GPU: " +
         markdown_text(outcome->profiler_reason) + ".";
}

Json markdown_notes(const ReportInput& input) {
  Json notes = Json::array();
  for (const std::string& note : notes_of(input)) notes.push_back(markdown_text(note));
  return notes;
}

std::string context_table(const ReportInput& input) {
  MarkdownTable table;
  table.text("Field").text("Value");
  for (const auto& [field, value] : input.run.fingerprint) {
    table.add({markdown_name(field), value.empty() ? "" : markdown_name(value)});
  }
  return table.str();
}

std::string baseline_line(const Outcome& outcome) {
  const std::string file = markdown_name(outcome.baseline.file);
  if (!outcome.baseline.exists) return "none yet (" + file + " would hold it)";
  return file + ", measured " + markdown_text(outcome.baseline.date) + " at commit " +
         markdown_name(outcome.baseline.commit);
}

// What the verdicts on metrics that vary promise.
std::string promise_line(const Outcome& outcome) {
  if (outcome.family == 0) return "";
  if (outcome.mode != Mode::kSideBySide) {
    return " A stored baseline promises no rate of false alarms for what varies.";
  }
  return " At most 1 % of unchanged pull requests fail by chance (shared by " +
         counted(outcome.workloads, "workload") + ").";
}

std::string context_line(const ReportInput& input) {
  if (input.outcome == nullptr) return "Nothing was judged: these are files, not a check.";
  if (input.outcome->skipped) return "Nothing was measured.";
  const Outcome& outcome = *input.outcome;
  const std::string old = outcome.mode == Mode::kSideBySide
                              ? "Compared side by side with " + markdown_name(outcome.base)
                              : "Baseline: " + baseline_line(outcome);
  return "Device " + markdown_name(outcome.device) + ", capture kind " +
         markdown_name(outcome.kind) + ". " + old +
         ". Spent: " + markdown_text(spent_line(outcome)) + "." + promise_line(outcome);
}

bool has_kernels(const RegionTree& tree) { return !tree.rows.groups.empty(); }

Json report_data(const ReportInput& input) {
  const RegionTree& tree = input.tree;
  const std::vector<RegionFiles> files = region_files(input);
  const bool judged = input.outcome != nullptr;
  return {
      {"first_line", first_line(input)},
      {"summary_line", markdown_text(judged ? summary_line(*input.outcome) : summary_line(tree))},
      {"selection_line", selection_line(input)},
      {"review", judged ? review_markdown(*input.outcome, kMostReviewRows) : ""},
      {"findings", judged ? finding_tables(*input.outcome, kMostFindingRows) : ""},
      {"why", judged ? why_markdown(*input.outcome, input.explained, kWhyLimits) : ""},
      {"selected_sections", sections_table(input)},
      {"selected_metrics", metrics_table(input)},
      {"summary",
       tree.is_benchmark() ? benchmark_summary(tree, files) : summary_table(input, files)},
      {"kind_line", kind_line(tree)},
      {"aggregate", input.shown().aggregate},
      {"is_host", tree.is_host()},
      {"scopes", scopes_table(input)},
      {"scope_values", scope_values_table(input)},
      {"operators", operators_table(input)},
      {"sections", section_tables(input)},
      {"further", tree.is_benchmark() ? benchmark_further(tree) : further_table(input)},
      {"kernels", kernels_table(input, files)},
      {"has_outside", tree.outside.all.kernels > 0},
      {"has_unlabeled", tree.unlabeled.all.kernels > 0},
      {"no_launches", tree.is_host() && !has_kernels(tree) && !tree.regions.empty()},
      {"sums", sums_table(input)},
      {"gates", verdict_table(input)},
      {"notes", markdown_notes(input)},
      {"first_run", judged && !has_old(*input.outcome)},
      {"accept", accept_command(input)},
      {"context_line", context_line(input)},
      {"context", context_table(input)},
      {"version", markdown_name(input.run.version)}};
}

}  // namespace

namespace {

std::string kind_text(const RegionTree& tree) {
  switch (tree.kind) {
    case CaptureKind::kRange:
    case CaptureKind::kAppRange:
      return "Total ms is the elapsed GPU time of the replayed range, all its instances together."
             " Kernels and Kernel ms (the sum of the kernels' times), where they were counted, "
             "come from "
             "another run in which clocks and caches are as they are: not to be compared with "
             "Total ms.";
    case CaptureKind::kBenchmark:
      return "Real and CPU time are Google Benchmark's, per iteration, as medians over the "
             "repetitions. Spread is from the smallest to the largest real time, as a share of the "
             "median.";
    case CaptureKind::kHost:
      return "Total ms, Kernels and Instructions are inclusive: the region and everything below "
             "it. "
             "\"Directly\" is what is left without its child regions. Total ms is wall time on the "
             "CPU, in one capture.";
    default:
      return "Total ms, Kernels and metrics are inclusive: the region and everything below it. "
             "\"Directly\" is without its child regions. Total ms is the sum of the times of the "
             "kernels, each measured alone: kernels that would overlap do not here.";
  }
}

}  // namespace

std::string kind_line(const RegionTree& tree) {
  if (tree.is_host() || tree.scopes.size() < 2) return kind_text(tree);
  return kind_text(tree) +
         " Over several scopes Total ms is that of the slowest one, counts are added.";
}

std::string report_markdown(const ReportInput& input) {
  return render_template("report.md.inja", report_data(input));
}

}  // namespace ncu_regions
