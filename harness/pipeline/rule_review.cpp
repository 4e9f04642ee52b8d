#include "harness/pipeline/rule_review.h"

#include <algorithm>

#include "harness/compare/judge.h"
#include "harness/core/capture_kind.h"
#include "harness/core/error.h"
#include "harness/pipeline/accept.h"
#include "harness/pipeline/base_build.h"
#include "harness/pipeline/program.h"
#include "harness/pipeline/run_folder.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

PresetFolder folder_of(const Outcome& outcome) {
  return capture_kind_from(outcome.kind) == CaptureKind::kHost ? PresetFolder::kHost
                                                               : PresetFolder::kNcu;
}

// A project that builds ncu-regions along has the presets and metrics of its commit in its build.
Settings settings_of_base(const ReviewInput& input) {
  SettingsSources sources = settings_sources(input.base.workload, input.overrides);
  std::error_code failed;
  const fs::path conf = input.base.build / "share" / "ncu-regions" / "conf";
  if (fs::exists(conf / "defaults.yaml", failed)) sources.conf = conf;
  sources.folder = folder_of(input.outcome);
  return load_settings(sources);
}

std::optional<Baseline> baseline_of_base(const ReviewInput& input) {
  Outcome key = input.outcome;
  key.preset = input.base.workload.preset;
  return read_baseline(baseline_file(input.base.workload.baselines, baseline_key(key)));
}

void compare_verdicts(const Outcome& outcome, const std::vector<Verdict>& before,
                      RuleReview& review) {
  for (const Verdict& old : before) {
    const auto now = std::ranges::find_if(outcome.verdicts, [&](const Verdict& verdict) {
      return verdict.region == old.region && verdict.metric == old.metric;
    });
    const bool is_there = now != outcome.verdicts.end();
    if (is_there && now->word == old.word) continue;
    // Not judged any more at all: what it would be is news unless it would have passed.
    if (!is_there && old.word == VerdictWord::kPass) continue;
    review.verdicts.push_back({old.region, old.metric,
                               is_there ? now->word : VerdictWord::kNotMeasured, old.word,
                               old.reason});
  }
}

}  // namespace

std::optional<BaseRules> base_rules(const fs::path& build, const std::string& test,
                                    const std::string& configuration) {
  const fs::path file = tests_of_build(build, configuration);
  const std::vector<std::string> names = workload_names(file);
  if (std::ranges::find(names, test) == names.end()) return std::nullopt;
  return BaseRules{build, load_workload(file, test)};
}

RuleReview review_rules(const ReviewInput& input) {
  RuleReview review;
  review.base = input.base.build.string();
  review.exit_code = exit_code_of(input.outcome);
  try {
    const Settings settings = settings_of_base(input);
    const std::optional<Baseline> baseline = baseline_of_base(input);
    const Baseline* stored = baseline ? &*baseline : nullptr;
    const Workload& base = input.base.workload;
    review.changes = rule_changes(
        {base.regions, base.preset, settings, stored},
        {input.workload.regions, input.workload.preset, input.settings, input.baseline});
    if (review.changes.empty()) return review;
    const std::vector<GatedTest> tests =
        gated_tests(settings, base.regions, input.opened, input.clocks_locked);
    const std::vector<Verdict> verdicts = input.judge(tests, settings, stored);
    compare_verdicts(input.outcome, verdicts, review);
    review.exit_code = exit_code_of(std::span(verdicts));
  } catch (const Error& error) {
    review.note = "what would come of it under the rules of the base is not known: " +
                  std::string(error.what());
  }
  return review;
}

std::optional<RuleReview> review_run(const fs::path& run, const fs::path& base_build) {
  const StoredRun stored = read_run(run);
  const Outcome& outcome = stored.outcome;
  if (outcome.skipped || stored.record.workload_json.empty()) return std::nullopt;
  const Workload workload = workload_from_json(stored.record.workload_json);
  const auto base = base_rules(base_build, workload.name, workload.build.configuration);
  if (!base) return std::nullopt;
  const Settings settings = settings_for(workload, stored.record.overrides, folder_of(outcome));
  const std::optional<Baseline> baseline = read_baseline(outcome.baseline.file);
  const Obstacles nothing;
  const auto judge_again = [&](std::span<const GatedTest> tests, const Settings& rules,
                               const Baseline* old) {
    return judge({.tests = tests,
                  .samples = stored.samples,
                  .mode = outcome.mode,
                  .baseline = old,
                  .baseline_file = outcome.baseline.file,
                  .fingerprint = stored.record.fingerprint,
                  .base_fingerprint = nullptr,
                  .obstacles = nothing,
                  .survey = nullptr,
                  .captures_max = rules.decision.captures_max,
                  .workloads = outcome.workloads,
                  .fail_on = rules.decision.fail_on,
                  .today = stored.record.date.substr(0, 10),
                  .is_all = true})
        .verdicts;
  };
  return review_rules({.base = *base,
                       .workload = workload,
                       .overrides = stored.record.overrides,
                       .settings = settings,
                       .baseline = baseline ? &*baseline : nullptr,
                       .outcome = outcome,
                       .opened = shown_sample(stored.samples).paths(),
                       .clocks_locked = !clocks_unlocked(stored.record.fingerprint),
                       .judge = judge_again});
}

}  // namespace ncu_regions
