// ncu: survey, census, and then samples of ranges or kernels.
#include <algorithm>
#include <cctype>
#include <set>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/pipeline/host_pass.h"
#include "harness/pipeline/measured.h"
#include "harness/pipeline/ncu_attempts.h"
#include "harness/pipeline/ncu_trees.h"
#include "harness/pipeline/open_report.h"
#include "harness/pipeline/run_folder.h"
#include "harness/pipeline/taker.h"
#include "harness/render/results.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// Kinds of failure that may be one region's alone.
bool is_of_a_region(const NcuJudgement& judgement) {
  static const std::vector<std::string> kKinds = {"no_results",       "no_report", "early_end",
                                                  "unsupported_call", "memory",    "results"};
  return std::ranges::find(kKinds, judgement.kind) != kKinds.end();
}

// Limits of kernel replay, which ranges do not have.
bool is_of_kernel_replay(const NcuJudgement& judgement) {
  static const std::vector<std::string> kKinds = {"timeout",    "memory",           "no_results",
                                                  "no_report",  "unsupported_call", "profiling",
                                                  "ncu_killed", "not_deterministic"};
  return std::ranges::find(kKinds, judgement.kind) != kKinds.end();
}

// "NVIDIA GeForce RTX 3090" -> "nvidia-geforce-rtx-3090": a folder of baselines.
std::string device_folder(const std::string& name) {
  std::string folder;
  for (const char c : name) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_plain) folder += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!is_plain && !folder.empty() && folder.back() != '-') folder += '-';
  }
  while (folder.ends_with('-')) folder.pop_back();
  return folder.empty() ? "unknown-gpu" : folder.substr(0, 80);
}

const Workload& workload_of(const CheckRequest& request, BuildSide side) {
  return side == BuildSide::kHead ? request.workload : *request.base;
}

class NcuTaker : public Taker {
 public:
  NcuTaker(const CheckRequest& request, const Settings& settings, const Machine& machine,
           BuildSide side, Ledger& ledger)
      : Taker(request, settings, side, ledger),
        workload_(workload_of(request, side)),
        captures_(fs::absolute(request.workload.run) / kCaptures),
        attempts_({settings_,
                   workload_,
                   {machine.ncu->path, machine.ncu->version},
                   request.deadline,
                   request.progress},
                  captures_, side, ledger, request.tell,
                  [this](const std::string& text) { say(text); }) {
    for (const auto& [metric, why] : settings_.ncu.not_on_chip) {
      const bool is_declared = settings_.declared_metrics.contains(metric);
      (is_declared ? obstacles_.not_available : obstacles_.not_counted)[metric] = why;
    }
  }

  void prepare() override {
    for (const std::string& name : withheld_variables(workload_)) {
      say("ENVIRONMENT sets " + printable(name) +
          ": it is not passed on under ncu, which loads a library of its own");
    }
    take_survey();
    make_plan();
    for (const PlannedCapture& capture : plan_.captures) {
      if (capture.kind == CaptureKind::kCensus) take_census(capture);
    }
  }

  void take(SampleInfo info) override {
    info.side = side_;
    info.number = ledger_.next_number();
    try {
      take_captures(info);
    } catch (const FallBack& reason) {
      if (gpu_) throw Error(ErrorKind::kMeasurement, "range replay was refused: " + reason.why);
      fall_back(reason.why);
      take_captures(info);
    } catch (const CannotMeasure& reason) {
      // What could be measured before is not another machine.
      if (has_taken_) throw Error(ErrorKind::kMeasurement, reason.why);
      throw;
    }
    NcuSample sample = read_ncu_sample(request_.workload.run, record(), settings_.metric_table,
                                       info, survey_, !gpu_);
    if (!gpu_ && sample.has_results) {
      gpu_ = sample.gpu;
      sections_ = std::move(sample.sections);
    } else if (sample.has_results && gpu_->clocks == "locked") {
      gpu_->clocks = sample.gpu.clocks;
    }
    has_taken_ = true;
    ledger_.samples.push_back({std::move(info), std::move(sample.tree)});
  }

  bool has_all_metrics() const override { return true; }
  std::string kind() const override { return settings_.ncu.replay_mode; }
  std::string device() const override { return has_taken_ ? device_folder(facts().name) : ""; }

  std::string how() const override {
    if (!gpu_) return "ncu, and none of the regions could be measured";
    std::string text = "ncu " + gpu_->ncu_version + ", replay mode " + kind() + ", on " +
                       (gpu_->name.empty() ? "a GPU that the report does not name" : gpu_->name) +
                       ", clocks " + gpu_->clocks;
    if (has_fallen_back_) text += " (instead of range replay)";
    return text;
  }

  Fingerprint fingerprint() const override {
    return gpu_fingerprint(facts(), settings_, workload_);
  }

  const RegionTree* survey() const override { return &survey_; }
  SectionTexts sections() const override { return sections_; }
  PlanRecord plan() const override { return {plan_.captures.size(), plan_.one_by_one}; }
  std::string instead_of() const override { return has_fallen_back_ ? "range" : ""; }

 private:
  GpuFacts facts() const { return gpu_.value_or(GpuFacts()); }

  void take_survey() {
    request_.tell("survey: one plain run, to see which regions there are");
    Workload workload = workload_;
    workload.host_command = workload.gpu_command;
    const std::string id = std::to_string(++ledger_.folders) + "-survey";
    const HostCapture capture = {HostPass::kTime, CountMethod::kStatus,
                                 captures_ / capture_folder(id, side_)};
    PassResult result =
        run_host_pass(capture, {settings_, workload, {request_.library, {}, {}}}, {});
    require_success(result.end, result.command, capture.folder);
    result.record.pass = "survey";
    result.record.side = side_;
    ledger_.captures.push_back(std::move(result.record));
    survey_ = assemble_regions(std::span(&*result.capture, 1));
    seen_ = seen_program(survey_);
  }

  void make_plan() {
    plan_ = plan_captures(settings_, workload_.regions, &seen_);
    if (!plan_.regions.empty()) return;
    throw Error(ErrorKind::kMeasurement,
                "none of the declared regions was opened by " +
                    printable(workload_.gpu_command.front()) + ": " + seen_regions(survey_) +
                    "; declared: " + printable(join(workload_.regions, ", ")));
  }

  // One sample of the regions that it is for.
  CapturePlan plan_of(const SampleInfo& info) const {
    Settings once = settings_;
    once.capture.captures = 1;
    once.capture.census = false;
    return plan_captures(once, info.regions.empty() ? workload_.regions : info.regions, &seen_);
  }

  void take_captures(const SampleInfo& info) {
    const CapturePlan plan = plan_of(info);
    for (PlannedCapture capture : plan.captures) {
      capture.sample = info.number;
      for (const PlannedCapture& part : apart_as_before(plan, capture)) take_capture(plan, part);
    }
  }

  // A run that had to be taken apart once is taken apart from then on.
  std::vector<PlannedCapture> apart_as_before(const CapturePlan& plan,
                                              const PlannedCapture& shared) const {
    const bool was_apart = std::ranges::any_of(shared.regions, [&](std::size_t region) {
      return taken_apart_.contains(plan.regions[region].path);
    });
    if (shared.regions.size() < 2 || !was_apart) return {shared};
    return taken_apart(plan, shared);
  }

  // The census and what it said stay; everything of the ranges is measured anew.
  void fall_back(const std::string& why) {
    std::erase_if(ledger_.captures, [&](const CaptureRecord& record) {
      return record.pass == "range" && record.side == side_;
    });
    obstacles_.without_result.clear();
    if (!request_.base) ledger_.notes.resize(notes_of_census_);  // else some are of the other build
    say("measured with app-range instead of range replay (fallback: " +
        settings_.origins.at("fallback") + "): " + why);
    settings_.ncu.replay_mode = "app-range";
    has_fallen_back_ = true;
    make_plan();
  }

  void take_capture(const CapturePlan& plan, const PlannedCapture& planned) {
    const NcuRun run = attempts_.take(planned, expectation(plan, planned));
    if (run.judgement.is_good) return keep(plan, planned, run);
    if (!is_of_a_region(run.judgement) || planned.regions.empty()) fail(run);
    if (planned.regions.size() == 1) {
      const PlannedRegion& region = plan.regions[planned.regions.front()];
      obstacles_.without_result[written_form(region.path)] = run.judgement.one_line();
      return say("region '" + printable(region.declared) +
                 "' was not measured: " + run.judgement.one_line());
    }
    say(run.record.id + ": " + run.judgement.meaning + "; measuring its " +
        std::to_string(planned.regions.size()) + " regions apart");
    for (const std::size_t region : planned.regions) {
      taken_apart_.insert(plan.regions[region].path);
    }
    for (const PlannedCapture& alone : taken_apart(plan, planned)) take_capture(plan, alone);
  }

  // Ranges are worth something without it too. What ends them as well ends their own run.
  void take_census(const PlannedCapture& planned) {
    const NcuRun run = attempts_.take(planned, expectation(plan_, planned));
    if (!run.judgement.is_good) {
      if (!is_of_kernel_replay(run.judgement)) require_declared_launches(run.judgement.one_line());
      return do_without_census(run.judgement.kind == "timeout"
                                   ? "the census took longer than census_timeout_s (" +
                                         shortest(settings_.capture.census_timeout_s) + " s)"
                                   : run.judgement.one_line());
    }
    const std::uint64_t most = settings_.capture.census_launches_max;
    if (most_results_in(captures_ / run.record.id, run.record) > most) {
      return do_without_census("the program launches more than census_launches_max (" +
                               std::to_string(most) + ") kernels in its regions");
    }
    keep(plan_, planned, run);
    notes_of_census_ = ledger_.notes.size();
  }

  void do_without_census(const std::string& why) {
    say("kernels were not counted: " + why);
    notes_of_census_ = ledger_.notes.size();
    obstacles_.not_counted[std::string(kLaunchesMetric)] = "not counted (limit): " + why;
  }

  // A limit excuses a gate on launches; any other failure excuses the one of the presets alone.
  void require_declared_launches(const std::string& why) {
    const std::string launches(kLaunchesMetric);
    if (!settings_.declared_metrics.contains(launches)) return;
    obstacles_.not_available[launches] = "not counted: " + why;
  }

  void keep(const CapturePlan& plan, const PlannedCapture& planned, const NcuRun& run) {
    CaptureRecord record = run.record;
    record.sample = planned.sample;
    record.side = side_;
    record.level = planned.level;
    for (const std::size_t region : planned.regions) {
      record.regions.push_back(written_form(plan.regions[region].path));
    }
    for (const std::string& note : run.judgement.notes) say(record.id + ": " + note);
    for (const std::string& note : gpu_notes(record)) say(record.id + ": " + note);
    write_raw_page(record);
    ledger_.captures.push_back(std::move(record));
  }

  void write_raw_page(const CaptureRecord& record) const {
    std::string page;
    for (const CaptureFile& file : record.files) {
      const auto report = open_any_report(captures_ / record.id / file.path);
      write_results_csv(*report, {}, [&](std::string_view text) { page += text; });
    }
    if (!page.empty()) write_file(captures_ / record.id / "raw.csv", page);
  }

  [[noreturn]] void fail(const NcuRun& run) {
    throw Error(ErrorKind::kMeasurement,
                run.record.id + ": " + run.judgement.message() + "\n  its output is in " +
                    (captures_ / run.record.id).string() + "; the command was:\n  " +
                    printable(shell_line(run.record.argv)));
  }

  Expectation expectation(const CapturePlan& plan, const PlannedCapture& planned) const {
    Expectation expected;
    expected.program = expected_process(settings_, workload_);
    for (const std::size_t region : planned.regions) {
      expected.regions.push_back(plan.regions[region]);
    }
    return expected;
  }

  // As far as it is needed to read samples back.
  RunRecord record() const {
    RunRecord record = new_record(request_, settings_);
    record.shown.metrics = collected_metrics(settings_);
    record.captures = ledger_.captures;
    return record;
  }

  const Workload& workload_;
  fs::path captures_;
  NcuAttempts attempts_;
  RegionTree survey_;
  SeenProgram seen_;
  CapturePlan plan_;
  std::optional<GpuFacts> gpu_;  // of the first sample that has results; clocks of all
  SectionTexts sections_;
  std::set<RegionPath> taken_apart_;  // regions that could not share a run
  bool has_fallen_back_ = false;
  bool has_taken_ = false;
  std::size_t notes_of_census_ = 0;
};

}  // namespace

std::unique_ptr<Taker> ncu_taker(const CheckRequest& request, const Settings& settings,
                                 const Machine& machine, BuildSide side, Ledger& ledger) {
  return std::make_unique<NcuTaker>(request, settings, machine, side, ledger);
}

}  // namespace ncu_regions
