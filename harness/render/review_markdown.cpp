// What changed about the rules, as Markdown.
#include <algorithm>

#include "harness/core/text.h"
#include "harness/render/findings.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/value_text.h"
#include "harness/render/why.h"

namespace ncu_regions {
namespace {

std::string value_cell(const std::string& value) {
  return value.empty() ? "none" : markdown_text(short_name(value, 300));
}

std::string name_cell(const std::string& name) { return name.empty() ? "" : markdown_name(name); }

std::string changes_table(const RuleReview& review, std::size_t most) {
  MarkdownTable table;
  table.text("What").text("Region").text("Metric or setting").text("Base").text("Here");
  const std::size_t shown = std::min(most, review.changes.size());
  for (const RuleChange& change : std::span(review.changes).first(shown)) {
    table.add({markdown_text(change.what) + (change.loosens ? " (**lets more pass**)" : ""),
               name_cell(change.region), name_cell(change.metric), value_cell(change.before),
               value_cell(change.now)});
  }
  const std::size_t more = review.changes.size() - shown;
  return table.str() +
         (more > 0 ? "\nand " + grouped(static_cast<double>(more)) + " more, left out here.\n"
                   : "");
}

std::string other_verdicts(const RuleReview& review, std::size_t most) {
  std::string text;
  std::size_t shown = 0;
  for (const OtherVerdict& verdict : review.verdicts) {
    if (shown++ == most) {
      text += "- and " + counted(review.verdicts.size() - most, "further gate") + "\n";
      break;
    }
    text += "- " + tree_path(verdict.region) + " " + markdown_name(verdict.metric) +
            " would be **" + markdown_text(to_string(verdict.before)) +
            "**: " + markdown_text(short_name(verdict.reason, 400)) + "\n";
  }
  return text;
}

std::string words_of(ExitCode code) {
  switch (code) {
    case ExitCode::kPass:
      return "the check would pass";
    case ExitCode::kRegressed:
      return "the check would fail: a gate regressed or a limit is broken";
    case ExitCode::kNoBaseline:
      return "there would be no baseline to compare with";
    case ExitCode::kSkipped:
      return "it would be skipped";
    default:
      return "the check would fail: something was not measured";
  }
}

}  // namespace

std::string review_line(const Outcome& outcome) {
  if (!outcome.review) return "";
  const RuleReview& review = *outcome.review;
  const bool is_other = !review.verdicts.empty() || review.exit_code != exit_code_of(outcome);
  if (review.changes.empty() && review.note.empty() && !is_other) return "";
  std::string text = review.changes.empty()
                         ? "The rules that it is judged by are not those of the base"
                         : "This change alters " + counted(review.changes.size(), "rule") +
                               " that it is judged by";
  if (is_other) text += "; under the rules of the base " + words_of(review.exit_code);
  if (!review.note.empty()) {
    text += "; " + review.note;
  } else if (!is_other) {
    text += "; under the rules of the base the verdicts are the same";
  }
  return printable(text);
}

std::string review_markdown(const Outcome& outcome, std::size_t most) {
  const std::string line = review_line(outcome);
  if (line.empty()) return "";
  const RuleReview& review = *outcome.review;
  std::string text = "⚠️ **" + markdown_text(line) + ".**\n";
  if (!review.changes.empty()) text += "\n" + changes_table(review, most);
  const std::string verdicts = other_verdicts(review, most);
  if (!verdicts.empty()) text += "\nUnder the rules of the base:\n\n" + verdicts;
  return text;
}

}  // namespace ncu_regions
