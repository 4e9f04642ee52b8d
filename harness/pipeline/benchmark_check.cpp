#include "harness/pipeline/benchmark_check.h"

#include <algorithm>
#include <set>

#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/pipeline/accept.h"
#include "harness/pipeline/benchmark_set.h"
#include "harness/pipeline/judging.h"
#include "harness/pipeline/measured.h"
#include "harness/pipeline/program.h"
#include "harness/runs/baseline_file.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// Whether a stored baseline may prove something of a metric: then some repetitions must have had no
// part in suspecting it.
bool needs_fresh(const Settings& settings) {
  return std::ranges::any_of(settings.metrics, [&](const std::string& metric) {
    return may_be_judged(settings, metric) &&
           settings.metric_table.at(metric).family != "benchmark_time";
  });
}

void refuse_unused_rules(const Settings& settings, std::span<const GatedTest> tests) {
  for (const BudgetRule& rule : settings.budgets) {
    const bool is_used = std::ranges::any_of(tests, [&](const GatedTest& test) {
      return glob_match(rule.metric, test.metric) && covers(rule.region, test.region);
    });
    if (is_used || rule.is_of_table) continue;
    throw Error(ErrorKind::kUsage, rule.origin + ": this " +
                                       (rule.is_limit() ? "limit" : "budget") +
                                       " is never used: no benchmark of the file has '" +
                                       printable(rule.metric + "(" + rule.region + ")") + "'");
  }
}

class BenchmarkTaker : public Taker {
 public:
  BenchmarkTaker(const CheckRequest& request, const Settings& settings,
                 const BenchmarkSet& benchmarks, Ledger& ledger)
      : Taker(request, settings, BuildSide::kHead, ledger), set_(benchmarks) {}

  void prepare() override {
    const std::size_t all = set_.trees.samples.size();
    const std::size_t screened = needs_fresh(settings_) ? (all + 1) / 2 : all;
    for (std::size_t i = 0; i < all; ++i) {
      SampleInfo info;
      info.number = i + 1;
      info.regions = set_.trees.regions[i];
      if (i >= screened) {
        info.phase = Phase::kFresh;
        info.pair = i - screened + 1;
      }
      ledger_.samples.push_back({info, set_.trees.samples[i]});
    }
    CaptureRecord capture;
    capture.id = kBenchmarkFolder;
    capture.pass = kBenchmarkPass;
    for (std::size_t i = 0; i < set_.files.size(); ++i) {
      capture.files.push_back({set_.files[i].name, kept_name(i)});
    }
    ledger_.captures.push_back(std::move(capture));
  }

  void take(SampleInfo) override {
    throw Error(ErrorKind::kMeasurement, "a file has no more repetitions than it has");
  }

  bool has_all_metrics() const override { return false; }  // nothing is ever taken again
  std::string kind() const override { return std::string(to_string(CaptureKind::kBenchmark)); }
  std::string device() const override { return kBenchmarkDevice; }
  std::string how() const override {
    return "Google Benchmark's own times, read from " + names_of(set_);
  }
  Fingerprint fingerprint() const override { return set_.fingerprint; }

  // What the file has, and what it has no more.
  std::vector<GatedTest> tests(const Baseline* stored) const override {
    std::vector<GatedTest> tests = tests_of_values(settings_, ledger_.samples);
    std::set<std::pair<RegionPath, std::string>> there;
    for (const GatedTest& test : tests) there.emplace(test.region, test.metric);
    for (const StoredValue& value :
         stored == nullptr ? std::vector<StoredValue>() : stored->values) {
      if (there.contains({value.region, value.metric})) continue;
      tests.push_back(test_of(settings_, value.region, value.metric));
    }
    add_declared(tests);
    refuse_unused_rules(settings_, tests);
    const std::vector<std::string>& declared = request_.workload.regions;
    std::erase_if(tests, [&](const GatedTest& test) {
      const bool is_judged = test.gate != Gate::kInfo || test.max || test.min;
      return !is_judged || std::ranges::find(declared, test.declared) == declared.end();
    });
    if (!tests.empty()) return tests;
    throw Error(ErrorKind::kUsage, "nothing is gated: a check of nothing would always pass");
  }

  // Of a file in the folder of the capture.
  static std::string kept_name(std::size_t number) {
    return number == 0 ? "benchmark.json" : "benchmark." + std::to_string(number + 1) + ".json";
  }

 private:
  // Named by the user, and neither in the file nor in the baseline.
  void add_declared(std::vector<GatedTest>& tests) const {
    for (const std::string& name : request_.workload.regions) {
      if (std::ranges::find(tests, name, &GatedTest::declared) != tests.end()) continue;
      for (const std::string& metric : settings_.metrics) {
        GatedTest test = test_of(settings_, parse_written_form(name), metric);
        if (settings_.metric_table.at(metric).gate != Gate::kInfo) tests.push_back(test);
      }
    }
  }

  const BenchmarkSet& set_;
};

// All benchmarks, also those that only the baseline has; or those that were named.
std::vector<std::string> declared_of(const CheckRequest& request, const BenchmarkSet& set,
                                     const Baseline* stored) {
  const std::vector<RegionPath> paths = set.trees.summary.paths();
  std::vector<std::string> declared;
  for (const std::string& name : request.workload.regions) {
    const RegionPath* found = find_region(paths, name);
    declared.push_back(written_form(found != nullptr ? *found : parse_written_form(name)));
  }
  if (!declared.empty()) return declared;
  for (const RegionPath& path : paths) declared.push_back(written_form(path));
  for (const StoredValue& value : stored == nullptr ? std::vector<StoredValue>() : stored->values) {
    std::string name = written_form(value.region);
    if (std::ranges::find(declared, name) == declared.end()) declared.push_back(std::move(name));
  }
  return declared;
}

std::optional<Baseline> baseline_for(const CheckRequest& request, const Settings& settings) {
  Outcome outcome;
  outcome.workload = request.workload.name;
  outcome.preset = request.workload.preset;
  outcome.kind = to_string(CaptureKind::kBenchmark);
  outcome.device = kBenchmarkDevice;
  const Baseline key = baseline_key(outcome);
  return read_baseline(baseline_file(request.workload.baselines, key),
                       {key, settings.metric_table});
}

// What a stored baseline can say of times, before anybody reads more into it.
std::vector<std::string> notes_on_benchmarks(const BenchmarkSet& set, const Judgement& judgement) {
  std::vector<std::string> notes = set.notes;
  const bool has_times = std::ranges::any_of(judgement.verdicts, [](const Verdict& verdict) {
    return verdict.is_benchmark_time() && verdict.evidence;
  });
  if (has_times) {
    notes.emplace_back(
        "a stored baseline cannot prove that times of a CPU got worse: they are suspect at most, "
        "which fails with --fail-on suspect alone; files of one session can ('ncu-regions compare "
        "OLD.json NEW.json')");
  }
  return notes;
}

Settings settings_of(const CheckRequest& request, const BenchmarkSet& set) {
  Settings settings = settings_for(request.workload, request.overrides, PresetFolder::kBenchmark);
  for (const Region& region : set.trees.summary.regions) {
    for (const auto& [metric, totals] : region.all.metrics) {
      if (std::ranges::find(settings.metrics, metric) == settings.metrics.end()) {
        settings.metrics.push_back(metric);
      }
    }
  }
  return settings;
}

void keep_benchmark_files(const BenchmarkSet& set, const fs::path& run) {
  const fs::path folder = run / kCaptures / kBenchmarkFolder;
  make_folder(folder);
  for (std::size_t i = 0; i < set.texts.size(); ++i) {
    write_file(folder / BenchmarkTaker::kept_name(i), set.texts[i]);
  }
}

}  // namespace

Outcome check_benchmarks(CheckRequest& request) {
  if (request.invalidate_first) prepare_run_folder(request.workload.run);
  const BenchmarkSet set = read_benchmarks(request.benchmarks);
  const Settings settings = settings_of(request, set);
  const std::optional<Baseline> baseline = baseline_for(request, settings);
  request.workload.regions = declared_of(request, set, baseline ? &*baseline : nullptr);
  Ledger ledger;
  BenchmarkTaker taker(request, settings, set, ledger);
  taker.prepare();
  Judging judging(request, taker, nullptr, ledger);
  const Judgement judgement = judging.judge(true);
  const fs::path& run = request.workload.run;
  if (!request.invalidate_first) prepare_run_folder(run);
  keep_benchmark_files(set, run);
  Outcome outcome = judging.outcome(judgement, taker.how());
  const std::vector<std::string> notes = notes_on_benchmarks(set, judgement);
  outcome.notes.insert(outcome.notes.begin(), notes.begin(), notes.end());
  RunRecord record = record_of(request, taker, ledger);
  if (!set.date.empty()) record.date = set.date;
  write_proposed_baseline(run, record, ledger.samples, outcome);
  // Nothing in a file says why a time moved: nothing is explained.
  write_run(run, {record, set.trees.summary, &outcome});
  return outcome;
}

}  // namespace ncu_regions
