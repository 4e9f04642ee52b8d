// report.md, through the inja template that is compiled in.
#include <algorithm>
#include <inja/inja.hpp>

#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/markdown.h"
#include "harness/render/report_parts.h"
#include "templates_embedded.h"

namespace ncu_regions {
namespace {

std::string tree_name(const Region& region) {
  std::string indent;
  for (std::size_t i = 1; i < region.depth; ++i) indent += "&emsp;";
  return indent + (region.depth > 0 ? "└ " : "") + markdown_name(display_form(region.path));
}

inja::json value_cells(const ScopeValues& values) {
  return {{"total_ms", time_cell(values)},
          {"kernels", count_cell(values, kHostLaunchesMetric)},
          {"instances", grouped(static_cast<double>(values.instances))},
          {"instructions", count_cell(values, kHostInstructionsMetric)}};
}

bool is_in_summary(std::string_view metric) {
  return metric == kHostTimeMetric || metric == kHostLaunchesMetric || metric == kInstancesMetric ||
         metric == kHostInstructionsMetric;
}

inja::json summary_rows(const RegionTree& tree) {
  inja::json rows = inja::json::array();
  for (const Region& region : tree.regions) {
    inja::json row = value_cells(region.all);
    row["region"] = tree_name(region);
    row["kernels_directly"] = directly_cell(region, kHostLaunchesMetric);
    row["instructions_directly"] = directly_cell(region, kHostInstructionsMetric);
    rows.push_back(row);
  }
  return rows;
}

// Each region in each process, when there are several.
inja::json process_rows(const RegionTree& tree) {
  inja::json rows = inja::json::array();
  if (tree.scopes.size() < 2) return rows;
  for (const Region& region : tree.regions) {
    for (std::size_t i = 0; i < region.by_scope.size(); ++i) {
      if (!region.by_scope[i]) continue;
      inja::json row = value_cells(*region.by_scope[i]);
      row["region"] = markdown_name(display_form(region.path));
      row["process"] = markdown_text(tree.scopes[i].name);
      rows.push_back(row);
    }
  }
  return rows;
}

std::string further_cell(std::string_view metric, const std::optional<double>& value) {
  if (!value) return "-";
  return metric == kHostCpuTimeMetric ? with_unit(*value, "ns") : grouped(*value);
}

// What was measured beside the columns of the summary.
inja::json further_rows(const RegionTree& tree) {
  inja::json rows = inja::json::array();
  for (const Region& region : tree.regions) {
    for (const auto& [metric, totals] : region.all.metrics) {
      if (is_in_summary(metric) || !totals.inclusive) continue;
      rows.push_back({{"region", markdown_name(display_form(region.path))},
                      {"metric", markdown_name(metric)},
                      {"value", further_cell(metric, totals.inclusive)},
                      {"directly", further_cell(metric, totals.exclusive)}});
    }
  }
  return rows;
}

inja::json kernel_rows(const RegionTree& tree) {
  inja::json rows = inja::json::array();
  const auto add = [&](const std::string& region, const std::vector<KernelCount>& kernels) {
    for (const KernelCount& kernel : kernels) {
      rows.push_back({{"region", region},
                      {"kernel", markdown_name(kernel.name)},
                      {"launches", grouped(static_cast<double>(kernel.launches))}});
    }
  };
  for (const Region& region : tree.regions) {
    add(markdown_name(display_form(region.path)), region.kernels);
  }
  add("(outside)", tree.outside);
  return rows;
}

std::string change_cell(const Verdict& verdict) {
  if (!verdict.baseline || !verdict.now) return "";
  return relative_change(*verdict.baseline, *verdict.now);
}

inja::json verdict_row(const Verdict& verdict) {
  const auto cell = [&](const std::optional<double>& value) {
    return value ? with_unit(*value, verdict.unit) + (verdict.per_instance ? " per instance" : "")
                 : std::string("not measured");
  };
  return {{"region", markdown_name(display_form(verdict.region))},
          {"metric", markdown_name(verdict.metric)},
          {"baseline", verdict.baseline ? cell(verdict.baseline) : "none"},
          {"now", cell(verdict.now)},
          {"change", change_cell(verdict)},
          {"budget", markdown_text(to_string(verdict.budget))},
          {"word", std::string(to_string(verdict.word))},
          {"gate", verdict.gate == Gate::kFail ? "" : " (warning only)"},
          {"reason", markdown_text(verdict.reason)}};
}

// Worst first: what fails the check, then what a reader should look at, then what got better.
int rank(const Verdict& verdict) {
  switch (verdict.word) {
    case VerdictWord::kRegressed:
      return 0;
    case VerdictWord::kNotMeasured:
      return 1;
    case VerdictWord::kIncomparable:
      return 2;
    case VerdictWord::kNoBaseline:
      return 3;
    case VerdictWord::kSuspect:
      return 4;
    case VerdictWord::kImproved:
      return 5;
    case VerdictWord::kNoisy:
      return 6;
    case VerdictWord::kPass:
      return 7;
  }
  return 8;
}

// Without any baseline, "no_baseline" in every row says nothing that one sentence cannot.
bool is_finding(const Outcome& outcome, const Verdict& verdict) {
  if (verdict.word == VerdictWord::kNoBaseline) return outcome.baseline.exists;
  return verdict.word != VerdictWord::kPass;
}

inja::json verdict_rows(const Outcome& outcome, bool findings_only) {
  std::vector<const Verdict*> chosen;
  for (const Verdict& verdict : outcome.verdicts) {
    if (!findings_only || is_finding(outcome, verdict)) chosen.push_back(&verdict);
  }
  if (findings_only) {
    std::ranges::stable_sort(chosen, {}, [](const Verdict* verdict) { return rank(*verdict); });
  }
  inja::json rows = inja::json::array();
  for (const Verdict* verdict : chosen) rows.push_back(verdict_row(*verdict));
  return rows;
}

std::string first_line(const Outcome& outcome) {
  if (outcome.skipped)
    return "**Nothing was measured**: " + markdown_text(outcome.profiler_reason) + ".";
  return "Measured by the **host profiler** on the CPU, not on a GPU: " +
         markdown_text(outcome.profiler_reason) + ".";
}

inja::json markdown_notes(const ReportInput& input) {
  inja::json notes = inja::json::array();
  for (const std::string& note : notes_of(input)) notes.push_back(markdown_text(note));
  return notes;
}

inja::json context_rows(const ReportInput& input) {
  inja::json rows = inja::json::array();
  for (const auto& [field, value] : input.run.fingerprint) {
    rows.push_back(
        {{"field", markdown_name(field)}, {"value", value.empty() ? "" : markdown_name(value)}});
  }
  return rows;
}

std::string baseline_line(const Outcome& outcome) {
  const std::string file = markdown_name(outcome.baseline.file);
  if (!outcome.baseline.exists) return "none yet (" + file + " would hold it)";
  return file + ", measured " + markdown_text(outcome.baseline.date) + " at commit " +
         markdown_name(outcome.baseline.commit);
}

inja::json report_data(const ReportInput& input) {
  return {{"workload", markdown_name(input.outcome.workload)},
          {"first_line", first_line(input.outcome)},
          {"summary_line", markdown_text(summary_line(input.outcome))},
          {"findings", verdict_rows(input.outcome, true)},
          {"gates", verdict_rows(input.outcome, false)},
          {"regions", summary_rows(input.tree)},
          {"processes", process_rows(input.tree)},
          {"further", further_rows(input.tree)},
          {"kernels", kernel_rows(input.tree)},
          {"notes", markdown_notes(input)},
          {"context", context_rows(input)},
          {"device", markdown_name(input.outcome.device)},
          {"kind", markdown_name(input.outcome.kind)},
          {"captures", input.run.captures.size()},
          {"version", markdown_text(input.run.version)},
          {"baseline", baseline_line(input.outcome)},
          {"no_launches", kernel_rows(input.tree).empty() && !input.tree.regions.empty()},
          {"first_run", !input.outcome.baseline.exists},
          {"accept", accept_command(input)}};
}

}  // namespace

std::string report_markdown(const ReportInput& input) {
  try {
    inja::Environment environment;
    environment.set_line_statement("\x01");  // inja's default, "##", is a heading here
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    return environment.render(std::string(templates::text("report.md.inja")), report_data(input));
  } catch (const inja::InjaError& error) {
    throw Error(ErrorKind::kUsage, std::string("report.md.inja: ") + error.what());
  }
}

}  // namespace ncu_regions
