#include "harness/pipeline/ncu_captures.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/pipeline/host_pass.h"
#include "harness/pipeline/ncu_evidence.h"
#include "harness/pipeline/ncu_run.h"
#include "harness/pipeline/run_folder.h"
#include "harness/regions/region_tree.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr int kMostRetries = 3;

// Not an error: another profiler, or a skip.
struct CannotMeasure {
  std::string why;
};

// Range replay cannot repeat a call, and the settings allow another mode.
struct FallBack {
  std::string why;
};

std::string seen_regions(const RegionTree& survey) {
  std::vector<std::string> names;
  for (const Region& region : survey.regions) {
    if (names.size() == 20) break;
    names.push_back(printable(written_form(region.path)));
  }
  return names.empty() ? "it opened no region at all" : "it opened " + join(names, ", ");
}

// Kinds of failure that may be one region's alone.
bool is_of_a_region(const NcuJudgement& judgement) {
  static const std::vector<std::string> kKinds = {"no_results",       "no_report", "early_end",
                                                  "unsupported_call", "memory",    "results"};
  return std::ranges::find(kKinds, judgement.kind) != kKinds.end();
}

class Taking {
 public:
  Taking(const CheckRequest& request, Settings settings, const Machine& machine)
      : request_(request),
        settings_(std::move(settings)),
        input_{settings_,
               request.workload,
               {machine.ncu->path, machine.ncu->version},
               request.progress} {}

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
  // ---- survey ----

  void survey() {
    request_.tell("survey: one plain run, to see which regions there are");
    Workload workload = request_.workload;
    workload.host_command = workload.gpu_command;
    const HostCapture capture = {HostPass::kTime, CountMethod::kStatus, folder(kSurveyFolder)};
    PassResult result =
        run_host_pass(capture, {settings_, workload, {request_.library, {}, {}}}, {});
    require_success(result.end, result.command, capture.folder);
    result.record.pass = "survey";
    out_.records.push_back(std::move(result.record));
    survey_ = assemble_regions(std::span(&*result.capture, 1));
    seen_ = seen_program(survey_);
  }

  // ---- plan ----

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
    if (settings_.ncu.is_range() && !settings_.capture.census) {
      out_.beyond_this_machine[std::string(kLaunchesMetric)] = "not counted: census is off";
    }
  }

  void fall_back(const std::string& why) {
    say("range replay refused a call of the program: measuring with app-range instead (fallback: " +
        settings_.origins.at("fallback") + "); " + why);
    settings_.ncu.replay_mode = "app-range";
    out_.fell_back = true;
    const auto is_range = [](const CaptureRecord& r) {
      return r.pass == "range" || r.pass == "census";
    };
    std::erase_if(out_.records, is_range);
    out_.without_result.clear();
    try {
      take_planned();
    } catch (const CannotMeasure& reason) {
      out_.cannot_measure = reason.why;
    }
  }

  // ---- one planned capture ----

  void take(const PlannedCapture& planned) {
    if (planned.kind == CaptureKind::kCensus) return take_census(planned);
    const NcuRun run = run_with_retries(planned);
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

  // Kernel tables are worth something without it too.
  void take_census(const PlannedCapture& planned) {
    const NcuRun run = run_with_retries(planned);
    std::string why;
    if (!run.judgement.is_good) {
      if (run.judgement.kind != "timeout") fail(run);
      why = "the census took longer than census_timeout_s (" +
            shortest(settings_.capture.census_timeout_s) + " s)";
    } else {
      keep(planned, run);
      if (results_in(folder(run.record.id), run.record) >= settings_.capture.census_launches_max) {
        why = "the census stopped at census_launches_max (" +
              std::to_string(settings_.capture.census_launches_max) + " launches)";
        out_.records.pop_back();
      }
    }
    if (why.empty()) return;
    say("kernels were not counted: " + why);
    out_.beyond_this_machine[std::string(kLaunchesMetric)] = "not counted (limit): " + why;
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
                    folder(run.record.id).string() + "; the command was:\n  " +
                    printable(shell_line(run.record.argv)));
  }

  // ---- attempts ----

  NcuRun run_with_retries(const PlannedCapture& planned) {
    double wait_s = settings_.capture.retry_wait_s;
    ++number_;
    for (int attempt = 1;; ++attempt) {
      NcuRun run = run_once(planned);
      const NcuJudgement& judgement = run.judgement;
      if (judgement.is_good) return run;
      if (judgement.action == FailureAction::kSkip) throw CannotMeasure{judgement.one_line()};
      if (judgement.action == FailureAction::kFallBack && may_fall_back(planned)) {
        throw FallBack{judgement.one_line()};
      }
      if (!is_worth_trying_again(judgement, attempt)) return run;
      put_aside(run.record.id, attempt);
      if (judgement.action == FailureAction::kRetry) {
        pause(wait_s);
        wait_s *= 2;
      }
    }
  }

  NcuRun run_once(const PlannedCapture& planned) {
    const std::string id = id_of(planned);
    request_.tell(title(planned, id));
    NcuRun run = run_ncu({planned.kind, folder(id), planned.include, lock_clocks_}, input_);
    if (run.judgement.is_good) {
      NcuJudgement evidence = judge_reports(folder(id), run.record, expectation(planned));
      if (!evidence.is_good) {
        evidence.notes = run.judgement.notes;
        run.judgement = evidence;
        run.record.files.clear();
      }
    }
    return run;
  }

  bool may_fall_back(const PlannedCapture& planned) const {
    return planned.kind == CaptureKind::kRange && settings_.capture.fallback == "app-range" &&
           input_.ncu.version >= NcuVersion{2023, 1};
  }

  bool is_worth_trying_again(const NcuJudgement& judgement, int attempt) {
    switch (judgement.action) {
      case FailureAction::kRetry:
        if (attempt > kMostRetries) return false;
        break;
      case FailureAction::kRetryOnce:
        if (attempt > 1) return false;
        break;
      case FailureAction::kRetryUnlocked:
        if (!lock_clocks_) return false;
        lock_clocks_ = false;
        break;
      default:
        return false;
    }
    say(judgement.one_line() + "; trying again (" + std::string(to_string(judgement.action)) + ")");
    return true;
  }

  static void pause(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }

  // The log of an attempt that failed stays.
  void put_aside(const std::string& id, int attempt) const {
    std::error_code ignored;
    fs::rename(folder(id), folder(id + ".failed-" + std::to_string(attempt)), ignored);
  }

  // ---- names ----

  std::string id_of(const PlannedCapture& planned) const {
    std::string id = std::to_string(number_) + "-" + std::string(to_string(planned.kind));
    if (planned.level > 0) id += "-" + std::to_string(planned.level);
    return id;
  }

  std::string title(const PlannedCapture& planned, const std::string& id) const {
    if (planned.kind == CaptureKind::kCensus) return id + ": counting kernels under ncu";
    std::string text = id + ": " + std::string(to_string(planned.kind)) + " replay under ncu";
    if (!planned.regions.empty()) {
      text += ", " + std::to_string(planned.regions.size()) + " region" +
              (planned.regions.size() == 1 ? "" : "s");
    }
    if (settings_.capture.captures > 1) {
      text += ", sample " + std::to_string(planned.sample) + " of " +
              std::to_string(settings_.capture.captures);
    }
    return text;
  }

  fs::path folder(const std::string& id) const {
    return fs::absolute(request_.workload.run) / kCaptures / id;
  }

  Expectation expectation(const PlannedCapture& planned) const {
    Expectation expected;
    expected.program = expected_process(settings_, request_.workload);
    for (const std::size_t region : planned.regions)
      expected.regions.push_back(plan_.regions[region]);
    return expected;
  }

  // On the terminal now, and in the report.
  void say(const std::string& text) {
    request_.tell(text);
    out_.notes.push_back(text);
  }

  const CheckRequest& request_;
  Settings settings_;  // the replay mode may change
  NcuRunInput input_;
  RegionTree survey_;
  SeenProgram seen_;
  CapturePlan plan_;
  bool lock_clocks_ = true;
  std::size_t number_ = 1;  // of the capture in hand; the survey is the first
  NcuCaptures out_;
};

}  // namespace

NcuCaptures take_ncu_captures(const CheckRequest& request, const Settings& settings,
                              const Machine& machine) {
  return Taking(request, settings, machine).run();
}

}  // namespace ncu_regions
