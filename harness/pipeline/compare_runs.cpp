#include "harness/pipeline/compare_runs.h"

#include <algorithm>
#include <map>
#include <set>

#include "harness/compare/judge.h"
#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/benchmark_set.h"
#include "harness/pipeline/run_folder.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

StoredRun read_judged(const fs::path& folder) {
  StoredRun run = holds_benchmarks(folder) ? run_of_benchmarks(folder) : read_run(folder);
  if (run.outcome.verdicts.empty()) {
    throw Error(ErrorKind::kMeasurement,
                folder.string() + ": nothing was judged in this run" +
                    (run.outcome.skipped ? " (" + run.outcome.profiler_reason + ")" : ""));
  }
  return run;
}

void require_same_kind(const Outcome& before, const Outcome& now) {
  if (before.kind == now.kind) return;
  throw Error(ErrorKind::kMeasurement, "the first run is of " + before.kind +
                                           " captures and the second of " + now.kind +
                                           ": those are different quantities");
}

// What the second run judged, then what only the first one did.
std::vector<GatedTest> tests_of(const StoredRun& before, const StoredRun& now) {
  std::vector<GatedTest> tests(now.outcome.verdicts.begin(), now.outcome.verdicts.end());
  std::set<std::pair<std::string, std::string>> there;
  for (const GatedTest& test : tests) there.emplace(test.declared, test.metric);
  for (const Verdict& verdict : before.outcome.verdicts) {
    if (there.emplace(verdict.declared, verdict.metric).second) tests.push_back(verdict);
  }
  return tests;
}

void apply_rules(std::vector<GatedTest>& tests, const std::vector<BudgetRule>& rules) {
  for (const BudgetRule& rule : rules) {
    bool is_used = false;
    for (GatedTest& test : tests) {
      if (!glob_match(rule.metric, test.metric) || !covers(rule.region, test.region)) continue;
      is_used = true;
      GateRule now = {test.budget, test.gate, test.worse, test.max, test.min, test.budget_origin,
                      "",          "",        "",         "",       {}};
      apply_rule(now, rule, test.metric, test.unit);
      test.budget = now.allow;
      test.gate = now.gate;
      test.worse = now.worse;
      test.max = now.max;
      test.min = now.min;
      test.budget_origin = now.allow_origin;
      if (rule.is_limit()) test.limit_origin = rule.origin;
    }
    if (is_used) continue;
    throw Error(ErrorKind::kUsage, rule.origin + ": '" + rule.metric + "(" + rule.region +
                                       ")' matches nothing that the runs have judged");
  }
}

std::vector<BudgetRule> rules_of(const CompareRequest& request) {
  std::vector<BudgetRule> rules;
  for (const std::string& text : request.budgets) rules.push_back(parse_budget(text, "--budget"));
  for (const std::string& text : request.limits) rules.push_back(parse_limit(text, "--limit"));
  return rules;
}

// All captures of the new build of a run, as those of one side.
void add_samples(std::vector<TakenSample>& into, StoredRun& run, BuildSide side) {
  for (TakenSample& sample : run.samples) {
    if (sample.info.side != BuildSide::kHead || sample.info.phase == Phase::kWarmUp) continue;
    sample.info.side = side;
    into.push_back(std::move(sample));
  }
}

// Fields that do not keep values from being compared, and that a reader must know.
std::vector<std::string> notes_on_conditions(const StoredRun& before_run, const StoredRun& now_run,
                                             const std::vector<GatedTest>& tests) {
  std::set<std::string> notes;
  std::map<std::string, std::string> files;
  for (const std::string& note : before_run.conditions) files[note] = "the first file";
  for (const std::string& note : now_run.conditions) {
    files[note] = files.contains(note) ? "both files" : "the second file";
  }
  for (const auto& [note, file] : files) notes.insert(file + ": " + note);
  const RunRecord& before = before_run.record;
  const RunRecord& now = now_run.record;
  for (const GatedTest& test : tests) {
    for (const FieldDifference& field :
         compare_fingerprints(before.fingerprint, now.fingerprint, test.family).warn) {
      notes.insert("the first run was measured with other " + field.field + ": '" + field.before +
                   "', the second with '" + field.now + "'");
    }
  }
  return {notes.begin(), notes.end()};
}

}  // namespace

Comparison compare_runs(const CompareRequest& request) {
  std::error_code failed;
  if (fs::equivalent(request.before, request.now, failed)) {
    throw Error(ErrorKind::kUsage, printable(request.now.string()) +
                                       " is both sides: compared with itself it would always "
                                       "pass; name what was measured before, and now");
  }
  StoredRun before = read_judged(request.before);
  StoredRun now = read_judged(request.now);
  require_same_kind(before.outcome, now.outcome);
  std::vector<GatedTest> tests = tests_of(before, now);
  apply_rules(tests, rules_of(request));
  std::erase_if(tests, [](const GatedTest& test) {
    return test.gate == Gate::kInfo && !test.max && !test.min;
  });
  if (tests.empty()) {
    throw Error(ErrorKind::kUsage, "nothing is gated: a comparison of nothing would always pass");
  }
  RegionTree shown_before = before.shown();
  RegionTree shown_now = now.shown();
  std::vector<TakenSample> samples;
  add_samples(samples, before, BuildSide::kBase);
  add_samples(samples, now, BuildSide::kHead);
  const Obstacles nothing;
  const Judgement judgement = judge({.tests = tests,
                                     .samples = samples,
                                     .mode = Mode::kFixed,
                                     .baseline = nullptr,
                                     .baseline_file = "",
                                     .fingerprint = now.record.fingerprint,
                                     .base_fingerprint = &before.record.fingerprint,
                                     .obstacles = nothing,
                                     .survey = nullptr,
                                     .captures_max = 0,
                                     .workloads = request.workloads,
                                     .fail_on = request.fail_on,
                                     .today = now.record.date.substr(0, 10),
                                     .is_all = true});
  Outcome outcome = now.outcome;
  outcome.mode = Mode::kFixed;
  outcome.base = request.before.string();
  outcome.verdicts = judgement.verdicts;
  outcome.notes = notes_on_conditions(before, now, tests);
  outcome.notes.insert(outcome.notes.end(), judgement.notes.begin(), judgement.notes.end());
  outcome.family = judgement.family;
  outcome.undecided = 0;
  outcome.workloads = request.workloads;
  return {std::move(outcome), std::move(now.record), std::move(shown_before), std::move(shown_now)};
}

}  // namespace ncu_regions
