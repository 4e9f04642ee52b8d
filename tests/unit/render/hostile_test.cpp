// Names and texts of programs stay text, as GitHub's own renderer of Markdown sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/render/annotations.h"
#include "harness/render/comment.h"
#include "harness/render/junit.h"
#include "harness/render/report.h"
#include "tests/support/comment_fixture.h"
#include "tests/support/program.h"
#include "tests/support/require.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

bool has_renderer() {
  static const bool kThere = run_program({"/usr/bin/env", "cmark-gfm", "--version"}).exit_code == 0;
  return kThere;
}

// HTML passes through, as it would before GitHub's filter: nothing may be left for that.
std::string rendered(const std::string& markdown) {
  const TempFolder folder;
  write_file(folder / "comment.md", markdown);
  const ProgramResult result =
      run_program({"/usr/bin/env", "cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough",
                   "-e", "autolink", "-e", "tasklist", (folder / "comment.md").string()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out;
}

std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it) {
    found.push_back(it->str());
  }
  return found;
}

std::string without(const std::string& html, const std::string& element) {
  return std::regex_replace(html, std::regex("<" + element + "[^>]*>[^<]*</" + element + ">"), "");
}

void expect_only_text(const std::string& markdown, const std::string& what) {
  SCOPED_TRACE(what);
  const std::string html = rendered(markdown);
  static const std::set<std::string> kOurs = {
      "p",  "strong", "code", "pre", "table", "thead", "tbody",   "tr",      "th", "td",
      "h1", "h2",     "h3",   "h4",  "ul",    "li",    "details", "summary", "em"};
  for (const std::string& tag : all_matches(html, "</?[A-Za-z!][^ >]*")) {
    const std::string name = tag.substr(tag.starts_with("</") ? 2 : 1);
    EXPECT_TRUE(kOurs.contains(name)) << tag << "\n" << html;
  }
  EXPECT_THAT(all_matches(html, "(href|src|on[a-z]+)=\""), testing::IsEmpty()) << html;
  // GitHub looks for these in text, not in code.
  const std::string text = without(html, "code");
  EXPECT_THAT(all_matches(text, "@[A-Za-z]"), testing::IsEmpty()) << text;
  EXPECT_THAT(all_matches(text, "#[0-9]"), testing::IsEmpty()) << text;
  EXPECT_THAT(all_matches(text, "[Gg][Hh]-[0-9]"), testing::IsEmpty()) << text;
  EXPECT_THAT(all_matches(text, "\\b[0-9a-f]{7,40}\\b"), testing::IsEmpty()) << text;
  EXPECT_THAT(all_matches(text, ":(tada|[+]1):"), testing::IsEmpty()) << text;
  EXPECT_THAT(all_matches(html, "[\\x00-\\x08\\x0b-\\x1f]"), testing::IsEmpty()) << html;
  EXPECT_EQ(html.find("\xe2\x80\xae"), std::string::npos) << "a right-to-left mark";
  EXPECT_THAT(all_matches(markdown, "(^|\n)[ \t]*::"), testing::IsEmpty()) << markdown;
}

// The text in every place that a program or a file can fill.
WorkloadResult hostile_workload(const std::string& text) {
  const std::string label = text.empty() ? "(empty)" : text;
  Verdict verdict = a_verdict({label, label}, VerdictWord::kRegressed, 100, 200);
  verdict.metric = verdict.unit = verdict.reason = verdict.budget.base = text;
  Verdict waived = a_verdict({label}, VerdictWord::kWaived, 100, 200);
  waived.waived = VerdictWord::kRegressed;
  waived.waiver = Waiver{text, text, text, text, text, text, text};
  Verdict missing = a_verdict({label, "x"}, VerdictWord::kNotMeasured, 100, std::nullopt);
  missing.reason = text;
  missing.region.domain = text;
  WorkloadResult result = a_workload(text, {verdict, waived, missing});
  WorkloadRun& run = *result.run;
  run.explained.explanations = {an_explanation(verdict, text)};
  Explanation& explanation = run.explained.explanations[0];
  explanation.counters = {{text, text, 1, 2}};
  explanation.rules = {{text, text, text, 3.0}};
  run.explained.sources[verdict.region] = {text, 3};
  run.outcome.notes = {text, text + " was measured with other " + text};
  run.outcome.profiler_reason = run.outcome.device = run.outcome.base = text;
  run.outcome.baseline = {text, true, text, text};
  run.record.version = run.record.date = run.record.tool = run.record.folder = text;
  run.record.fingerprint = {{"compiler", text}, {"gpu", text}, {"clocks", text}};
  RuleReview review;
  review.note = review.base = text;
  review.changes = {{text, text, text, text, text, true}};
  review.verdicts = {{verdict.region, text, VerdictWord::kPass, VerdictWord::kRegressed, text}};
  run.outcome.review = review;
  return result;
}

WorkloadResult broken_workload(const std::string& text) {
  WorkloadResult result;
  result.name = result.error = text;
  return result;
}

TEST(HostileText, IsTextInComments) {
  NCU_REGIONS_SKIP_WITHOUT("cmark", has_renderer(), "no cmark-gfm on PATH");
  for (const std::string& text : hostile_texts()) {
    expect_only_text(comment_markdown(std::vector{hostile_workload(text)}, {}), text);
    expect_only_text(comment_markdown(std::vector{hostile_workload(text), broken_workload(text)},
                                      {kCommentBytes, text}),
                     text);
  }
}

TEST(HostileText, IsTextInReports) {
  NCU_REGIONS_SKIP_WITHOUT("cmark", has_renderer(), "no cmark-gfm on PATH");
  for (const std::string& text : hostile_texts()) {
    const WorkloadResult result = hostile_workload(text);
    RegionTree tree;
    tree.notes = tree.missing = {text};
    index_groups(tree);
    expect_only_text(
        report_markdown(
            {result.run->record, tree, &result.run->outcome, {}, result.run->explained}),
        text);
  }
}

TEST(HostileText, CannotForgeCommandsOrXml) {
  for (const std::string& text : hostile_texts()) {
    const std::vector<WorkloadResult> results = {hostile_workload(text), broken_workload(text)};
    for (const std::string& line : annotations(results, "/nonexistent")) {
      EXPECT_TRUE(line.starts_with("::error title=ncu-regions%3A ") ||
                  line.starts_with("::warning title=ncu-regions%3A "))
          << line;
      EXPECT_EQ(line.find_first_of("\n\r\x1b"), std::string::npos) << line;
      EXPECT_EQ(all_matches(line, "^::(error|warning) title=[^:,]*::").size(), 1u) << line;
    }
    const std::string xml = junit_xml(results);
    EXPECT_THAT(all_matches(xml, "<[^?/a-z]|<script|<!--|<h1"), testing::IsEmpty()) << xml;
  }
}

TEST(HostileText, IsNotObeyedByGitHubWhereWePrintIt) {
  EXPECT_EQ(without_workflow_commands("::error::x"), "\\x3a:error::x");
  EXPECT_EQ(without_workflow_commands("a\n  ::error::x"), "a\n  \\x3a:error::x");
  EXPECT_EQ(without_workflow_commands("A::A1 ##[error]x"), "A::A1 \\x23#[error]x");
  EXPECT_EQ(without_workflow_commands("plain ::text"), "plain ::text");
}

}  // namespace
}  // namespace ncu_regions
