#include "harness/render/comment.h"

#include <algorithm>

#include "harness/core/text.h"
#include "harness/render/comment_parts.h"
#include "harness/render/findings.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/report.h"
#include "harness/render/template.h"
#include "harness/render/value_text.h"
#include "harness/render/why.h"

namespace ncu_regions {
namespace {

// What is given up first when a comment does not fit.
constexpr CommentDetail kDetails[] = {
    {50, true, {10, 8}, 1000}, {50, false, {10, 8}, 1000}, {25, false, {5, 5}, 200},
    {10, false, {3, 3}, 50},   {5, false, {2, 3}, 20},     {3, false, {1, 2}, 8},
    {2, false, {1, 1}, 3},     {1, false, {0, 0}, 1},
};

constexpr std::size_t kShortest = 300;

std::size_t count_in(std::span<const WorkloadResult> results, FindingGroup group) {
  std::size_t count = 0;
  for (const WorkloadResult& result : results) {
    if (result.run) count += verdicts_in(result.run->outcome, group).size();
  }
  return count;
}

std::size_t count_of(std::span<const WorkloadResult> results, WorkloadState state) {
  return static_cast<std::size_t>(std::ranges::count(results, state, &WorkloadResult::state));
}

std::string group_words(FindingGroup group, std::size_t count) {
  switch (group) {
    case FindingGroup::kWorse:
      break;
    case FindingGroup::kSuspect:
      return counted(count, "suspect");
    case FindingGroup::kNotMeasured:
      return counted(count, "gate") + " not measured";
    case FindingGroup::kIncomparable:
      return counted(count, "gate") + " that cannot be compared";
    case FindingGroup::kNew:
      return counted(count, "gate") + " without a baseline";
    case FindingGroup::kWaived:
      return std::to_string(count) + " waived";
    case FindingGroup::kImproved:
      return std::to_string(count) + " improved";
    case FindingGroup::kNoisy:
      return std::to_string(count) + " too noisy to tell";
    case FindingGroup::kUnchanged:
      break;
  }
  return "";
}

// "4 gates regressed", "1 limit is broken".
void add_worse(std::span<const WorkloadResult> results, std::vector<std::string>& parts) {
  std::size_t regressed = 0;
  std::size_t broken = 0;
  for (const WorkloadResult& result : results) {
    if (!result.run) continue;
    for (const Verdict& verdict : result.run->outcome.verdicts) {
      regressed += verdict.word == VerdictWord::kRegressed ? 1 : 0;
      broken += verdict.word == VerdictWord::kOverLimit ? 1 : 0;
    }
  }
  if (regressed > 0) parts.push_back(counted(regressed, "gate") + " regressed");
  if (broken > 0) parts.push_back(counted(broken, "limit") + " broken");
}

// How many workloads that is about: those with a section of their own.
std::string where_words(std::span<const WorkloadResult> results) {
  if (results.size() == 1) return " in " + short_name(results.front().name, 100);
  const auto loud = static_cast<std::size_t>(std::ranges::count_if(
      results, [](const WorkloadResult& result) { return !is_quiet(result); }));
  if (loud == 0) return " in " + counted(results.size(), "workload");
  return " in " + std::to_string(loud) + " of " + counted(results.size(), "workload");
}

bool has_changed_rules(const WorkloadResult& result) {
  return result.run && result.run->outcome.review && !result.run->outcome.review->changes.empty();
}

// Green only because the rules were changed, or perhaps so.
bool is_green_by_new_rules(const WorkloadResult& result) {
  if (!result.run || !result.run->outcome.review) return false;
  const RuleReview& review = *result.run->outcome.review;
  return !review.note.empty() || !review.verdicts.empty() ||
         review.exit_code != exit_code_of(result.run->outcome);
}

bool has_collapsed(const WorkloadResult& result) {
  return result.run && std::ranges::any_of(result.run->outcome.verdicts, &Verdict::is_collapsed);
}

std::string_view sign_of(std::span<const WorkloadResult> results, const CommentOptions& options) {
  const bool has_run = std::ranges::any_of(
      results, [](const WorkloadResult& result) { return result.run.has_value(); });
  if (!has_run || count_of(results, WorkloadState::kFailed) > 0 ||
      count_of(results, WorkloadState::kNotMeasured) > 0) {
    return "❌";
  }
  bool is_clean = options.conclusion == "success" &&
                  count_of(results, WorkloadState::kSkipped) == 0 &&
                  std::ranges::none_of(results, is_green_by_new_rules) &&
                  std::ranges::none_of(results, has_collapsed);
  for (const FindingGroup group :
       {FindingGroup::kWorse, FindingGroup::kSuspect, FindingGroup::kNotMeasured,
        FindingGroup::kIncomparable, FindingGroup::kNew, FindingGroup::kNoisy}) {
    is_clean &= count_in(results, group) == 0;
  }
  return is_clean ? "✅" : "⚠️";
}

// The same changes in many workloads are told once.
std::string reviews(std::span<const WorkloadResult> results, const CommentDetail& detail) {
  std::vector<std::pair<std::string, std::vector<std::string>>> texts;
  for (const WorkloadResult& result : results) {
    if (!result.run) continue;
    const std::string text = review_markdown(result.run->outcome, detail.rows);
    if (text.empty()) continue;
    const auto same = std::ranges::find(texts, text, [](const auto& entry) { return entry.first; });
    if (same != texts.end()) {
      same->second.push_back(result.name);
    } else {
      texts.push_back({text, {result.name}});
    }
  }
  std::string all;
  for (const auto& [text, names] : texts) {
    if (results.size() > 1) all += name_list(names) + ": ";
    all += text + "\n";
  }
  return all;
}

// Those that need no section of their own, folded.
std::string quiet_table(const std::vector<const WorkloadResult*>& quiet, std::size_t most) {
  MarkdownTable table;
  table.text("Workload").text("Measured on").text("Outcome");
  const std::size_t shown = std::min(most, quiet.size());
  for (const WorkloadResult* result : std::span(quiet).first(shown)) {
    table.add({markdown_name(short_name(result->name, 100)), measured_on(*result),
               markdown_text(summary_line(result->run->outcome))});
  }
  const std::size_t more = quiet.size() - shown;
  return table.str() + (more > 0 ? "\nand " + counted(more, "more workload") + ".\n" : "");
}

Json comment_data(std::span<const WorkloadResult> results, const CommentOptions& options,
                  const CommentDetail& detail) {
  Json sections = Json::array();
  std::vector<const WorkloadResult*> quiet;
  std::size_t left_out = 0;
  for (const WorkloadResult& result : results) {
    if (is_quiet(result)) {
      quiet.push_back(&result);
    } else if (sections.size() < detail.workloads) {
      sections.push_back(section_data(result, options, detail, results.size() > 1));
    } else {
      ++left_out;
    }
  }
  const bool is_short = &detail != &kDetails[0];
  // What failed here says enough about a workflow that failed.
  const bool is_told = options.conclusion != "success" && sign_of(results, options) != "❌";
  return {{"sign", sign_of(results, options)},
          {"headline", markdown_text(headline(results))},
          {"all_green", is_all_green(results) && options.conclusion == "success"},
          {"conclusion", is_told ? markdown_name(options.conclusion) : ""},
          {"measured", measured_words(results)},
          {"undecided", markdown_text(undecided_words(results))},
          {"reviews", without_end(reviews(results, detail))},
          {"sections", sections},
          {"quiet_count", quiet.size()},
          {"quiet_words", counted(quiet.size(), "workload")},
          {"quiet_table", without_end(quiet_table(quiet, detail.workloads * 10))},
          {"gates_table", without_end(is_all_green(results) && detail.unchanged
                                          ? unchanged_table(results, detail.rows * 2)
                                          : "")},
          {"context", without_end(is_all_green(results) ? common_context(results) : "")},
          {"left_out", left_out},
          {"is_short", is_short}};
}

}  // namespace

std::string headline(std::span<const WorkloadResult> results) {
  const bool has_run = std::ranges::any_of(
      results, [](const WorkloadResult& result) { return result.run.has_value(); });
  if (!has_run) return "nothing was measured";
  std::vector<std::string> parts;
  add_worse(results, parts);
  for (std::size_t i = 1; i + 1 < kFindingGroups; ++i) {
    const auto group = static_cast<FindingGroup>(i);
    if (const std::size_t count = count_in(results, group))
      parts.push_back(group_words(group, count));
  }
  const auto missing = static_cast<std::size_t>(
      std::ranges::count_if(results, [](const WorkloadResult& result) { return !result.run; }));
  if (missing > 0) parts.push_back(counted(missing, "workload") + " without a complete run");
  const auto skipped =
      static_cast<std::size_t>(std::ranges::count_if(results, [](const WorkloadResult& result) {
        return result.run && result.run->outcome.skipped;
      }));
  if (skipped > 0)
    parts.push_back(counted(skipped, "workload") + " that could not be measured here");
  if (!parts.empty()) return join(parts, ", ") + where_words(results);
  const std::size_t gates = count_in(results, FindingGroup::kUnchanged);
  const bool is_changed = std::ranges::any_of(results, has_changed_rules);
  return (gates == 1 ? "the gate passed"
                     : "all " + grouped(static_cast<double>(gates)) + " gates passed") +
         where_words(results) + (is_changed ? ", by rules that this change alters" : "");
}

std::string undecided_words(std::span<const WorkloadResult> results) {
  std::size_t count = 0;
  for (const WorkloadResult& result : results) {
    if (result.run) count += undecided_regions(result.run->outcome).size();
  }
  return count == 0 ? "" : std::to_string(count) + " undecided (suspect, noisy)";
}

bool is_all_green(std::span<const WorkloadResult> results) {
  return !results.empty() && std::ranges::all_of(results, is_quiet);
}

std::string comment_markdown(std::span<const WorkloadResult> results,
                             const CommentOptions& options) {
  std::string text;
  for (const CommentDetail& detail : kDetails) {
    text = render_template("comment.md.inja", comment_data(results, options, detail));
    if (text.size() <= options.most_bytes) return text;
  }
  // Texts without end: what remains is the verdict.
  return "### " + std::string(sign_of(results, options)) +
         " ncu-regions: " + markdown_text(short_name(headline(results), kShortest)) +
         "\n\nThe rest does not fit into one comment: see report.md of each workload.\n";
}

}  // namespace ncu_regions
