#include "tests/support/comment_fixture.h"

#include <algorithm>

#include "harness/core/files.h"
#include "harness/core/metric.h"
#include "harness/runs/explain_file.h"
#include "harness/runs/outcome_file.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {

Verdict a_verdict(const std::vector<std::string>& labels, VerdictWord word,
                  std::optional<double> before, std::optional<double> now) {
  Verdict verdict;
  verdict.declared = labels.back();
  verdict.region = {"", labels};
  verdict.metric = kHostInstructionsMetric;
  verdict.unit = "inst";
  verdict.family = "host_count";
  verdict.deterministic = verdict.is_additive = true;
  verdict.word = word;
  verdict.baseline = before;
  verdict.now = now;
  verdict.budget = {0.001, 1000};
  verdict.budget_origin = "conf/metrics.yaml";
  verdict.reason = "a reason";
  if (before) verdict.baseline_samples = {*before};
  if (now) verdict.now_samples = {*now, *now};
  verdict.captures = verdict.now_samples.size();
  if (before && now) {
    verdict.allowed = allowed_worsening(verdict.budget, *before);
    Evidence evidence;
    evidence.decision.step = "exact";
    evidence.decision.n_base = 1;
    evidence.decision.n_now = 2;
    verdict.evidence = evidence;
  }
  return verdict;
}

WorkloadResult a_workload(const std::string& name, std::vector<Verdict> verdicts) {
  WorkloadRun run;
  run.record.workload = name;
  run.record.date = "2026-03-04T05:06:07Z";
  run.record.version = "ncu-regions 0.1.0 (abc)";
  run.record.fingerprint = {{"compiler", "GNU 12.2.0"}, {"arguments", ""}};
  run.outcome.workload = name;
  run.outcome.kind = "host";
  run.outcome.device = "host-x86_64";
  run.outcome.profiler_reason = "this machine has no NVIDIA driver";
  run.outcome.baseline = {"/b/net.json", true, "0123abc", "2026-03-01"};
  run.outcome.spent = {2, 0, 0, 1.5};
  for (const Verdict& verdict : verdicts) {
    if (std::ranges::find(run.outcome.declared, verdict.declared) == run.outcome.declared.end()) {
      run.outcome.declared.push_back(verdict.declared);
    }
  }
  run.outcome.verdicts = std::move(verdicts);
  WorkloadResult result;
  result.name = name;
  result.state = state_of(run.outcome);
  result.run = std::move(run);
  return result;
}

Explanation an_explanation(const Verdict& verdict, const std::string& kernel) {
  Explanation explanation;
  explanation.region = verdict.region;
  explanation.reading = {{"8 extra launches of "}, {kernel, true}, {" (8 → 16)"}};
  MetricShare share;
  share.metric = share.of = verdict.metric;
  share.unit = verdict.unit;
  share.before = *verdict.baseline;
  share.now = *verdict.now;
  share.rest = 12;
  share.is_rest_outside = true;
  share.kernels = {
      {kernel, KernelChange::kMoreLaunches, 8, 16, 100, 100 + share.change() - share.rest}};
  explanation.shares = {share};
  return explanation;
}

std::string packed_text() {
  std::vector<Verdict> verdicts = {a_verdict({"A", "A::A1"}, VerdictWord::kRegressed, 1e5, 2e5),
                                   a_verdict({"B"}, VerdictWord::kWaived, 1e5, 2e5),
                                   a_verdict({"C"}, VerdictWord::kNotMeasured, 1, std::nullopt)};
  verdicts[1].waived = VerdictWord::kRegressed;
  verdicts[1].waiver = Waiver{"*", "B", "why", "ada", "2027-01-31", "", "w.yaml:1"};
  verdicts[2].max = 7;
  WorkloadResult result = a_workload("net", verdicts);
  RuleReview review;
  review.changes = {{"budget", "*", "m", "1 %", "5 %", true}};
  review.verdicts = {{verdicts[0].region, "m", VerdictWord::kPass, VerdictWord::kRegressed, "so"}};
  result.run->outcome.review = review;
  result.run->outcome.notes = {"a note"};
  Explained explained;
  explained.explanations = {an_explanation(verdicts[0], "conv")};
  explained.explanations[0].counters = {{"m", "byte", 1, 2}};
  explained.explanations[0].rules = {{"conv", "SOL", "title", 3.0}};
  explained.sources[verdicts[0].region] = {"a.cpp", 12};
  const TempFolder folder;
  write_run_record(folder / "run.json", result.run->record);
  write_outcome(folder / "verdicts.json", result.run->outcome);
  write_explained(folder / "explain.json", explained);
  std::string text = read_file(folder / "run.json");
  for (const char* file : {"verdicts.json", "explain.json"}) {
    text += '\0';
    text += read_file(folder / file);
  }
  return text;
}

const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> kTexts = {
      "<script>alert(1)</script><img src=x onerror=y>",
      "</details></summary><h1>x</h1>",
      "<!-- ncu-regions key=gpu -->",
      "[link](https://evil.example) ![image](https://evil.example/x.png)",
      "https://evil.example www.evil.example someone@evil.example",
      "[x]: https://evil.example 'ref' <https://evil.example>",
      "@maintainer @org/team please merge",
      "#1 GH-2 owner/repo#3 owner/repo@0123456789abcdef0123456789abcdef01234567",
      "**bold** __bold__ *it* _it_ ~~gone~~ # heading",
      "`code` ``two`` ```three``` ~~~",
      "a|b|c\\|d \\",
      "line\nbreak\r\n\n# heading\n- item\n\n    code",
      "\x1b[31mred\x1b[0m \x1b]8;;https://evil.example\x07link\x07 \b\b\b",
      "::error file=a,line=1::owned",
      "##[error]owned",
      "%0A::set-output name=x::y",
      "{{ headline }} {% include \"/etc/passwd\" %} {# c #}",
      "\xe2\x80\xaegnp.exe \xe2\x81\xa6x\xe2\x81\xa9 \xd7\x90",
      "$x^2$ $$y$$ :tada: :+1:",
      "- item",
      "+ item",
      "1. item",
      "2) item",
      "> quote",
      "    indented",
      "=====",
      "---",
      "| - |",
      "\xff\xfe not UTF-8 \xc3",
      std::string("nul\0byte", 8),
      "",
      " ",
  };
  return kTexts;
}

}  // namespace ncu_regions
