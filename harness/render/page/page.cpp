#include "harness/render/page/page.h"

#include <algorithm>

#include "harness/core/sha256.h"
#include "harness/core/text.h"
#include "harness/render/html.h"
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
  const bool is_undecided = code == ExitCode::kNoBaseline || code == ExitCode::kSkipped;
  if (code != ExitCode::kPass && !is_undecided) return "bad";
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
  std::vector<std::string> some;
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) {
    some.push_back(std::filesystem::path(all[i]).filename().string());
  }
  return html_text(join(some, ", ")) +
         (all.size() > kMost ? " and " + count(all.size() - kMost) + " more" : "");
}

// " on NVIDIA A100", where the file says so.
std::string devices_html(const RegionTree& tree) {
  std::vector<std::string> names;
  for (const Scope& scope : tree.scopes) {
    const bool is_new = std::ranges::find(names, scope.device_name) == names.end();
    if (!scope.device_name.empty() && is_new) names.push_back(scope.device_name);
  }
  return names.empty() ? "" : " on " + html_text(join(names, ", "));
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
           (tree.is_host() ? host : "Nsight Compute" + devices_html(tree)) +
           ". Nothing was judged.";
  }
  return "Measured by " + (tree.is_host() ? host : "Nsight Compute") + ": " +
         html_text(outcome->profiler_reason) + ".";
}

std::string against_html(const ReportInput& input) {
  const Outcome* outcome = input.outcome;
  if (outcome == nullptr || outcome->skipped) return "";
  std::string text =
      "Device " + html_name(outcome->device) + ", " + html_text(outcome->kind) + " captures. ";
  if (outcome->mode == Mode::kFixed) {
    text += "Compared with " + html_name(outcome->base) + ".";
  } else if (outcome->mode == Mode::kSideBySide) {  // what was spent says with what
    text += "Compared side by side.";
  } else if (outcome->baseline.exists) {
    text += "Baseline " + html_name(outcome->baseline.file) + " of " +
            html_text(outcome->baseline.date) + ", commit " + html_name(outcome->baseline.commit) +
            ".";
  } else {
    text += "No baseline yet.";
  }
  const bool fails_undecided = std::ranges::any_of(outcome->verdicts, &Verdict::fails_undecided);
  return text + " Spent: " + html_text(spent_line(*outcome)) + "." +
         (fails_undecided ? " What is undecided fails: <code>fail_on</code> asks for it." : "");
}

// What the values are.
std::string kind_words(const RegionTree& tree) {
  switch (tree.kind) {
    case CaptureKind::kBenchmark:
      return "Times are per iteration, medians over the repetitions.";
    case CaptureKind::kHost:
      return "Values are inclusive: the region and everything below it. Times are wall time on the "
             "CPU, in one capture.";
    case CaptureKind::kRange:
    case CaptureKind::kAppRange:
      return "Values are those of the replayed range, all its instances together; each region was "
             "measured by itself, so that those inside of it need not add up to it. Kernels come "
             "from another run.";
    default:
      return "Values are inclusive: the region and everything below it. Times are sums of the "
             "times "
             "of kernels, each measured alone; percentages and ratios are weighted means.";
  }
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

// Side by side the stored baseline is not what was compared with (report.md says what to do then),
// and what was not measured is never accepted.
std::string accept_html(const ReportInput& input) {
  if (input.outcome == nullptr || input.outcome->mode == Mode::kSideBySide) return "";
  const bool is_partial = std::ranges::any_of(input.outcome->verdicts, [](const Verdict& verdict) {
    return verdict.word == VerdictWord::kNotMeasured && !verdict.did_not_run;
  });
  return is_partial ? "" : html_text(accept_command(input));
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
          {"kind_line", kind_words(input.tree)},
          {"regions", regions_html(data)},
          {"elsewhere", elsewhere_html(input.tree)},
          {"gates", gates_html(data)},
          {"panels", panels_html(data)},
          {"data", icicle_data(data)},
          {"notes", notes_html(input)},
          {"accept", accept_html(input)},
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
