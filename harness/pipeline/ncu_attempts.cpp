#include "harness/pipeline/ncu_attempts.h"

#include <chrono>
#include <thread>

#include "harness/core/text.h"

namespace ncu_regions {
namespace {

constexpr int kMostRetries = 3;

void pause(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

// What happened, without advice that is being followed already.
std::string what_happened(const NcuJudgement& judgement) {
  NcuJudgement without = judgement;
  without.remedy.clear();
  return without.one_line();
}

}  // namespace

NcuAttempts::NcuAttempts(NcuRunInput input, std::filesystem::path captures, BuildSide side,
                         Ledger& ledger, std::function<void(const std::string&)> tell,
                         std::function<void(const std::string&)> say)
    : input_(std::move(input)),
      captures_(std::move(captures)),
      tell_(std::move(tell)),
      say_(std::move(say)),
      side_(side),
      ledger_(ledger) {}

std::string NcuAttempts::folder_of(const PlannedCapture& planned) const {
  return capture_folder(capture_id(ledger_.folders, planned), side_);
}

NcuRun NcuAttempts::take(const PlannedCapture& planned, const Expectation& expected) {
  double wait_s = input_.settings.capture.retry_wait_s;
  ++ledger_.folders;
  for (int attempt = 1;; ++attempt) {
    NcuRun run = run_once(planned, expected);
    const NcuJudgement& judgement = run.judgement;
    if (judgement.is_good) return run;
    if (judgement.action == FailureAction::kSkip) throw CannotMeasure{judgement.one_line()};
    if (judgement.action == FailureAction::kFallBack && may_fall_back(planned)) {
      throw FallBack{what_happened(judgement)};
    }
    if (!is_worth_trying_again(judgement, attempt)) return run;
    put_aside(run.record.id, attempt);
    if (judgement.action == FailureAction::kRetry) {
      pause(wait_s);
      wait_s *= 2;
    }
  }
}

NcuRun NcuAttempts::run_once(const PlannedCapture& planned, const Expectation& expected) {
  tell_(title(planned));
  NcuRun run = run_ncu(
      {planned.kind, captures_ / folder_of(planned), planned.include, lock_clocks_}, input_);
  if (!run.judgement.is_good) return run;
  NcuJudgement evidence = judge_evidence(run, expected);
  if (evidence.is_good) return run;
  evidence.notes = run.judgement.notes;
  run.judgement = evidence;
  run.record.files.clear();
  return run;
}

// ncu may have said why in a warning only.
NcuJudgement NcuAttempts::judge_evidence(const NcuRun& run, const Expectation& expected) const {
  const std::filesystem::path folder = captures_ / run.record.id;
  NcuJudgement evidence = judge_reports(folder, run.record, expected);
  if (evidence.is_good) return evidence;
  const NcuJudgement said = judge_as_failed(folder);
  const bool is_known = said.kind != "ncu_ended";
  return is_known && (evidence.kind == "results" || evidence.kind == "no_results") ? said
                                                                                   : evidence;
}

bool NcuAttempts::may_fall_back(const PlannedCapture& planned) const {
  return planned.kind == CaptureKind::kRange && input_.settings.capture.fallback == "app-range" &&
         input_.ncu.version >= NcuVersion{2023, 1};
}

bool NcuAttempts::is_worth_trying_again(const NcuJudgement& judgement, int attempt) {
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
  say_(judgement.one_line() + "; trying again (" + std::string(to_string(judgement.action)) + ")");
  return true;
}

// The log of an attempt that failed stays.
void NcuAttempts::put_aside(const std::string& id, int attempt) const {
  std::error_code ignored;
  std::filesystem::rename(captures_ / id, captures_ / (id + ".failed-" + std::to_string(attempt)),
                          ignored);
}

std::string NcuAttempts::title(const PlannedCapture& planned) const {
  const std::string id = folder_of(planned);
  if (planned.kind == CaptureKind::kCensus) return id + ": counting kernels under ncu";
  std::string text = id + ": " + std::string(to_string(planned.kind)) + " replay under ncu";
  if (!planned.regions.empty()) text += ", " + counted(planned.regions.size(), "region");
  if (planned.sample > 1) text += ", sample " + std::to_string(planned.sample);
  return text;
}

}  // namespace ncu_regions
