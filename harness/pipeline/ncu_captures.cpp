#include "harness/pipeline/ncu_captures.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/pipeline/host_pass.h"
#include "harness/pipeline/ncu_attempts.h"
#include "harness/pipeline/run_folder.h"
#include "harness/regions/region_tree.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// Kinds of failure that may be one region's alone.
bool is_of_a_region(const NcuJudgement& judgement) {
  static const std::vector<std::string> kKinds = {"no_results",       "no_report", "early_end",
                                                  "unsupported_call", "memory",    "results"};
  return std::ranges::find(kKinds, judgement.kind) != kKinds.end();
}

// What ranges may be measured without: kernel replay has limits of its own.
bool is_of_kernel_replay(const NcuJudgement& judgement) {
  static const std::vector<std::string> kKinds = {"timeout",    "memory",           "no_results",
                                                  "no_report",  "unsupported_call", "profiling",
                                                  "ncu_killed", "not_deterministic"};
  return std::ranges::find(kKinds, judgement.kind) != kKinds.end();
}

class Taking {
 public:
  Taking(const CheckRequest& request, Settings settings, const Machine& machine)
      : request_(request),
        settings_(std::move(settings)),
        captures_(fs::absolute(request.workload.run) / kCaptures),
        attempts_({settings_,
                   request.workload,
                   {machine.ncu->path, machine.ncu->version},
                   request.deadline,
                   request.progress},
                  captures_, request.tell, [this](const std::string& text) { say(text); }) {}

  NcuCaptures run() {
    try {
      survey();
      take_planned();
    } catch (const CannotMeasure& reason) {
      out_.cannot_measure = reason.why;
    } catch (const FallBack& reason) {
      fall_back(reason.why);
    }
    return std::move(out_);
  }

 private:
  void survey() {
    request_.tell("survey: one plain run, to see which regions there are");
    Workload workload = request_.workload;
    workload.host_command = workload.gpu_command;
    const HostCapture capture = {HostPass::kTime, CountMethod::kStatus, captures_ / kSurveyFolder};
    PassResult result =
        run_host_pass(capture, {settings_, workload, {request_.library, {}, {}}}, {});
    require_success(result.end, result.command, capture.folder);
    result.record.pass = "survey";
    out_.records.push_back(std::move(result.record));
    survey_ = assemble_regions(std::span(&*result.capture, 1));
    seen_ = seen_program(survey_);
  }

  void take_planned() {
    out_.kind = *capture_kind_from(settings_.ncu.replay_mode);
    plan_ = plan_captures(settings_, request_.workload.regions, &seen_);
    if (plan_.regions.empty()) {
      throw Error(ErrorKind::kMeasurement, "none of the declared regions was opened by " +
                                               printable(request_.workload.gpu_command.front()) +
                                               ": " + seen_regions(survey_) + "; declared: " +
                                               printable(join(request_.workload.regions, ", ")));
    }
    out_.plan = {plan_.captures.size(), plan_.one_by_one};
    for (const PlannedCapture& capture : plan_.captures) take(capture);
  }

  // The census and what it said stay; everything of the ranges is measured anew.
  void fall_back(const std::string& why) {
    std::erase_if(out_.records, [](const CaptureRecord& record) { return record.pass == "range"; });
    out_.without_result.clear();
    out_.notes.resize(notes_of_census_);
    say("measured with app-range instead of range replay (fallback: " +
        settings_.origins.at("fallback") + "): " + why);
    settings_.ncu.replay_mode = "app-range";
    out_.fell_back = true;
    try {
      take_planned();
    } catch (const CannotMeasure& reason) {
      out_.cannot_measure = reason.why;
    }
  }

  void take(const PlannedCapture& planned) {
    if (planned.kind == CaptureKind::kCensus) return take_census(planned);
    const NcuRun run = attempts_.take(planned, expectation(planned));
    if (run.judgement.is_good) return keep(planned, run);
    if (!is_of_a_region(run.judgement) || planned.regions.empty()) fail(run);
    if (planned.regions.size() == 1) {
      const PlannedRegion& region = plan_.regions[planned.regions.front()];
      out_.without_result[written_form(region.path)] = run.judgement.one_line();
      return say("region '" + printable(region.declared) +
                 "' was not measured: " + run.judgement.one_line());
    }
    say(run.record.id + ": " + run.judgement.meaning + "; measuring its " +
        std::to_string(planned.regions.size()) + " regions apart");
    for (const PlannedCapture& alone : taken_apart(plan_, planned)) take(alone);
  }

  // Ranges are worth something without it too.
  void take_census(const PlannedCapture& planned) {
    if (has_census_) return;
    has_census_ = true;
    const NcuRun run = attempts_.take(planned, expectation(planned));
    if (!run.judgement.is_good) {
      if (!is_of_kernel_replay(run.judgement)) fail(run);
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
    keep(planned, run);
    notes_of_census_ = out_.notes.size();
  }

  void do_without_census(const std::string& why) {
    say("kernels were not counted: " + why);
    notes_of_census_ = out_.notes.size();
    out_.not_counted[std::string(kLaunchesMetric)] = "not counted (limit): " + why;
  }

  void keep(const PlannedCapture& planned, const NcuRun& run) {
    out_.records.push_back(run.record);
    CaptureRecord& record = out_.records.back();
    record.sample = planned.sample;
    record.level = planned.level;
    for (const std::size_t region : planned.regions) {
      record.regions.push_back(written_form(plan_.regions[region].path));
    }
    for (const std::string& note : run.judgement.notes) say(record.id + ": " + note);
    for (const std::string& note : gpu_notes(record)) say(record.id + ": " + note);
  }

  [[noreturn]] void fail(const NcuRun& run) {
    throw Error(ErrorKind::kMeasurement,
                run.record.id + ": " + run.judgement.message() + "\n  its output is in " +
                    (captures_ / run.record.id).string() + "; the command was:\n  " +
                    printable(shell_line(run.record.argv)));
  }

  Expectation expectation(const PlannedCapture& planned) const {
    Expectation expected;
    expected.program = expected_process(settings_, request_.workload);
    for (const std::size_t region : planned.regions) {
      expected.regions.push_back(plan_.regions[region]);
    }
    return expected;
  }

  // On the terminal now, and in the report.
  void say(const std::string& text) {
    request_.tell(text);
    out_.notes.push_back(text);
  }

  const CheckRequest& request_;
  Settings settings_;  // the replay mode may change
  fs::path captures_;
  NcuAttempts attempts_;
  RegionTree survey_;
  SeenProgram seen_;
  CapturePlan plan_;
  bool has_census_ = false;
  std::size_t notes_of_census_ = 0;
  NcuCaptures out_;
};

}  // namespace

NcuCaptures take_ncu_captures(const CheckRequest& request, const Settings& settings,
                              const Machine& machine) {
  return Taking(request, settings, machine).run();
}

}  // namespace ncu_regions
