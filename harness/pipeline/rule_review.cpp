#include "harness/pipeline/rule_review.h"

#include <algorithm>

#include "harness/compare/judge.h"
#include "harness/core/capture_kind.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/pipeline/accept.h"
#include "harness/pipeline/base_build.h"
#include "harness/pipeline/program.h"
#include "harness/pipeline/run_folder.h"
#include "harness/runs/baseline_file.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

PresetFolder folder_of(const Outcome& outcome) {
  const std::optional<CaptureKind> kind = capture_kind_from(outcome.kind);
  return kind == CaptureKind::kHost        ? PresetFolder::kHost
         : kind == CaptureKind::kBenchmark ? PresetFolder::kBenchmark
                                           : PresetFolder::kNcu;
}

// A project that builds ncu-regions along has the presets and metrics of its commit in its build.
Settings settings_of_base(const ReviewInput& input) {
  SettingsSources sources = settings_sources(input.base.workload, input.overrides);
  const fs::path conf = input.base.build / "share" / "ncu-regions" / "conf";
  if (is_there(conf / "defaults.yaml")) sources.conf = conf;
  sources.folder = folder_of(input.outcome);
  return load_settings(sources);
}

std::optional<Baseline> baseline_of_base(const ReviewInput& input, const Settings& settings) {
  Outcome outcome = input.outcome;
  outcome.preset = input.base.workload.preset;
  const Baseline key = baseline_key(outcome);
  return read_baseline(baseline_file(input.base.workload.baselines, key),
                       {key, settings.metric_table});
}

bool is_of_removed(const RuleReview& review, const Verdict& verdict) {
  return std::ranges::any_of(review.changes, [&](const RuleChange& change) {
    const bool is_gone = change.now.empty() && (change.what == "region" || change.what == "metric");
    return is_gone && (change.region == verdict.declared || change.metric == verdict.metric);
  });
}

// Another word, or the same one that fails nothing any more. What was not captured because nobody
// asks for it now is not known.
void compare_verdicts(const Outcome& outcome, std::vector<Verdict>& before, RuleReview& review) {
  std::erase_if(before, [&](const Verdict& old) { return is_of_removed(review, old); });
  for (const Verdict& old : before) {
    const auto now = std::ranges::find_if(outcome.verdicts, [&](const Verdict& verdict) {
      return verdict.region == old.region && verdict.metric == old.metric;
    });
    const bool is_there = now != outcome.verdicts.end();
    const bool is_same =
        is_there && now->word == old.word && exit_code_of(*now) == exit_code_of(old);
    if (is_same || (!is_there && old.word == VerdictWord::kPass)) continue;
    review.verdicts.push_back({old.region, old.metric,
                               is_there ? now->word : VerdictWord::kNotMeasured, old.word,
                               old.reason});
  }
  review.exit_code =
      before.empty() ? ExitCode::kPass : exit_code_of(std::span<const Verdict>(before));
}

RuleSet rules_of(const Workload& workload, const Settings& settings, const Baseline* baseline,
                 const ReviewInput& input) {
  return {workload.regions,
          workload.preset,
          settings,
          baseline,
          input.opened,
          input.clocks_locked,
          workload.require_baseline,
          workload.allow_incomparable,
          workload.require_gpu};
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
    const std::optional<Baseline> baseline = baseline_of_base(input, settings);
    const Baseline* stored = baseline ? &*baseline : nullptr;
    const Workload& base = input.base.workload;
    review.changes = rule_changes(rules_of(base, settings, stored, input),
                                  rules_of(input.workload, input.settings, input.baseline, input));
    const std::vector<GatedTest> tests =
        gated_tests(settings, base.regions, input.opened, input.clocks_locked);
    std::vector<Verdict> verdicts = input.judge(tests, settings, stored);
    compare_verdicts(input.outcome, verdicts, review);
    if (std::ranges::any_of(review.changes, acts_on_measurement)) {
      review.note =
          "some of it acts on the measurement itself: what the base's rules would have made of "
          "that is "
          "not known";
    }
  } catch (const Error& error) {
    review.note = "what would come of it under the rules of the base is not known: " +
                  std::string(error.what());
  }
  return review;
}

namespace {

// What this machine could not measure then it cannot judge now.
void keep_obstacles(const Outcome& outcome, std::vector<Verdict>& verdicts) {
  for (Verdict& verdict : verdicts) {
    for (const Verdict& then : outcome.verdicts) {
      const bool is_it = then.region == verdict.region && then.metric == verdict.metric;
      if (is_it && then.beyond_this_machine) verdict = then;
    }
  }
}

RuleReview review_stored(const StoredRun& stored, const Workload& workload, const BaseRules& base) {
  const Outcome& outcome = stored.outcome;
  const Settings settings = settings_for(workload, stored.record.overrides, folder_of(outcome));
  const std::optional<Baseline> baseline =
      read_baseline(outcome.baseline.file, {baseline_key(outcome), settings.metric_table});
  const Obstacles nothing;
  const auto judge_again = [&](std::span<const GatedTest> tests, const Settings& rules,
                               const Baseline* old) {
    std::vector<Verdict> verdicts = judge({.tests = tests,
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
    keep_obstacles(outcome, verdicts);
    return verdicts;
  };
  return review_rules({.base = base,
                       .workload = workload,
                       .overrides = stored.record.overrides,
                       .settings = settings,
                       .baseline = baseline ? &*baseline : nullptr,
                       .outcome = outcome,
                       .opened = stored.shown().paths(),
                       .clocks_locked = !clocks_unlocked(stored.record.fingerprint),
                       .judge = judge_again});
}

}  // namespace

std::optional<RuleReview> review_run(const fs::path& run, const fs::path& base_build) {
  const StoredRun stored = read_run(run);
  if (stored.outcome.skipped || stored.record.workload_json.empty()) return std::nullopt;
  const Workload workload = workload_from_json(stored.record.workload_json);
  const fs::path file = tests_of_build(base_build, workload.build.configuration);
  std::error_code failed;
  if (fs::equivalent(workload.run.parent_path(), file.parent_path(), failed)) {
    throw Error(ErrorKind::kUsage,
                base_build.string() + " is the build that was judged: its rules are the same");
  }
  try {
    const auto base = base_rules(base_build, workload.name, workload.build.configuration);
    if (!base) return std::nullopt;
    return review_stored(stored, workload, *base);
  } catch (const Error& error) {
    RuleReview review;
    review.base = base_build.string();
    review.exit_code = exit_code_of(stored.outcome);
    review.note = "the rules of the base are not known: " + std::string(error.what());
    return review;
  }
}

}  // namespace ncu_regions
