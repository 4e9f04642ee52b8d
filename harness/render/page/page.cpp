#include "harness/render/page/page.h"

#include <algorithm>

#include "harness/core/sha256.h"
#include "harness/core/text.h"
#include "harness/render/page/html.h"
#include "harness/render/page/icicle.h"
#include "harness/render/page/page_parts.h"
#include "harness/render/report_tables.h"
#include "harness/render/template.h"
#include "harness/render/why.h"

namespace ncu_regions {
namespace {

constexpr char kGenerator[] = "<meta name=generator content=ncu-regions>";

// What the whole page says, as a class: a colour, and never that alone.
std::string state_class(const ReportInput& input) {
  if (input.outcome == nullptr || input.outcome->skipped || is_first_run(*input.outcome)) {
    return "new";
  }
  const Outcome& outcome = *input.outcome;
  const ExitCode code = exit_code_of(outcome);
  if (code == ExitCode::kNoBaseline) return "new";
  if (code != ExitCode::kPass) return "bad";
  const bool has_doubt = std::ranges::any_of(outcome.verdicts, [](const Verdict& verdict) {
    const FindingGroup group = group_of(verdict);
    return group != FindingGroup::kUnchanged && group != FindingGroup::kImproved;
  });
  return has_doubt || !review_line(outcome).empty() ? "doubt" : "ok";
}

std::string state_sign(const std::string& state) {
  if (state == "ok") return "✓";
  if (state == "bad") return "✗";
  return state == "doubt" ? "!" : "·";
}

// Without the name, which stands above it.
std::string summary_of(const ReportInput& input) {
  if (input.outcome == nullptr) return summary_line(input.tree);
  const std::string line = summary_line(*input.outcome);
  const std::string name = input.outcome->workload + ": ";
  return line.starts_with(name) ? line.substr(name.size()) : line;
}

std::string sources_html(const RegionTree& tree) {
  constexpr std::size_t kMost = 8;
  const std::vector<std::string>& all = tree.rows.sources;
  if (all.empty()) return "a capture";
  const std::vector<std::string> some(all.begin(), all.begin() + std::min(all.size(), kMost));
  return html_text(join(some, ", ")) +
         (all.size() > kMost ? " and " + count(all.size() - kMost) + " more" : "");
}

std::string measured_html(const ReportInput& input) {
  const Outcome* outcome = input.outcome;
  const RegionTree& tree = input.tree;
  if (outcome != nullptr && outcome->skipped) {
    return "<strong>Nothing was measured</strong>: " + html_text(outcome->profiler_reason) + ".";
  }
  if (tree.is_benchmark()) {
    return "<strong>Google Benchmark</strong>'s own times, read from " + sources_html(tree) +
           ": not measured by ncu-regions, and not on a GPU.";
  }
  const std::string host = "the <strong>host profiler</strong> on the CPU, not on a GPU";
  if (outcome == nullptr) {
    return "Read from " + sources_html(tree) + ", measured by " +
           (tree.is_host() ? host : "Nsight Compute") + ". Nothing was judged.";
  }
  return "Measured by " + (tree.is_host() ? host : "Nsight Compute") + ": " +
         html_text(outcome->profiler_reason) + ".";
}

std::string against_html(const ReportInput& input) {
  const Outcome* outcome = input.outcome;
  if (outcome == nullptr || outcome->skipped) return "";
  std::string text =
      "Device " + html_name(outcome->device) + ", " + html_text(outcome->kind) + " captures. ";
  if (outcome->mode != Mode::kStored) {
    const bool is_pair = outcome->mode == Mode::kSideBySide;
    text += (is_pair ? "Compared side by side with " : "Compared with ") +
            html_name(outcome->base) + ".";
  } else if (outcome->baseline.exists) {
    text += "Baseline " + html_name(outcome->baseline.file) + " of " +
            html_text(outcome->baseline.date) + ", commit " + html_name(outcome->baseline.commit) +
            ".";
  } else {
    text += "No baseline yet.";
  }
  return text + " Spent: " + html_text(spent_line(*outcome)) + ".";
}

Json notes_html(const ReportInput& input) {
  Json notes = Json::array();
  for (const std::string& note : notes_of(input)) notes.push_back(html_text(note));
  return notes;
}

std::string context_html(const ReportInput& input) {
  if (input.run.fingerprint.empty()) return "";
  std::string text = "<div class=scroll><table><tbody>";
  for (const auto& [field, value] : input.run.fingerprint) {
    text += "<tr><th>" + html_text(field) + "<td>" + html_text(value);
  }
  return text + "</table></div>";
}

Json page_data(const ReportInput& input) {
  const PageData data(input);
  const std::string style = template_text("report.css");
  const std::string script = template_text("report.js");
  const std::string state = state_class(input);
  const bool judged = input.outcome != nullptr;
  return {{"generator", kGenerator},
          {"style", style},
          {"script", script},
          {"style_hash", sha256_source(style)},
          {"script_hash", sha256_source(script)},
          {"title", html_text(input.run.workload.empty() ? "Report" : input.run.workload)},
          {"state", state},
          {"sign", state_sign(state)},
          {"summary", html_text(summary_of(input))},
          {"measured", measured_html(input)},
          {"against", against_html(input)},
          {"review", judged ? html_text(review_line(*input.outcome)) : ""},
          {"findings", findings_html(data)},
          {"chart", icicle_html(data)},
          {"has_before", data.has_before()},
          {"is_benchmark", input.tree.is_benchmark()},
          {"kind_line", html_text(kind_line(input.tree))},
          {"regions", regions_html(data)},
          {"elsewhere", elsewhere_html(input.tree)},
          {"gates", gates_html(data)},
          {"panels", panels_html(data)},
          {"data", icicle_data(data)},
          {"notes", notes_html(input)},
          {"accept", html_text(accept_command(input))},
          {"context", context_html(input)},
          {"version", html_text(input.run.version)},
          {"date", html_text(input.run.date)}};
}

}  // namespace

std::string report_html(const ReportInput& input) {
  return render_template("report.html.inja", page_data(input));
}

bool is_report_html(std::string_view text) {
  return text.substr(0, 1'000).find(kGenerator) != std::string_view::npos;
}

}  // namespace ncu_regions
