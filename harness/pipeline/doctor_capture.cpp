#include "harness/pipeline/doctor_capture.h"

#include <chrono>

#include "harness/command/trial_command.h"
#include "harness/core/error.h"
#include "harness/core/own_files.h"
#include "harness/core/scratch_folder.h"
#include "harness/core/text.h"
#include "harness/pipeline/caller.h"
#include "harness/pipeline/lock.h"
#include "harness/pipeline/open_report.h"
#include "harness/run/ncu_judgement.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> probe_program() {
  for (const char* folder : {NCU_REGIONS_LIBRARY_FOLDERS}) {
    const fs::path program = own_file(folder) / "ncu-regions" / "probe-kernel";
    std::error_code failed;
    if (fs::is_regular_file(program, failed)) return program;
  }
  return std::nullopt;
}

// The time of the only kernel; nothing when the report has no such value.
std::optional<double> time_in(const fs::path& report, const std::string& ncu) {
  const auto file = open_any_report(report, ncu);
  std::optional<double> time;
  file->read({}, [&](const ReportResult& result) {
    for (const ReportMetric& metric : result.metrics) {
      if (file->names()[metric.name] == kTrialMetric) time = number_of(metric.value);
    }
  });
  return time;
}

// What the table would skip for, a check skips for; counters that are in use come back.
TrialCapture failed_capture(const NcuJudgement& judgement) {
  NcuJudgement words = judgement;
  words.remedy.clear();
  const bool may_pass = judgement.action == FailureAction::kRetry;
  return {may_pass ? FindingStatus::kWarning : FindingStatus::kMissing, words.one_line(),
          judgement.remedy};
}

TrialCapture take_capture(const NcuProgram& ncu, const fs::path& program) {
  const ScratchFolder folder({temporary_files_folder()});
  const CaptureCommand command =
      trial_command({ncu.path, ncu.version}, program, folder.path(), caller_environment());
  const ProcessEnd end = run_process(command, folder.path());
  if (end.timed_out) {
    return {FindingStatus::kMissing,
            "ncu was not done with it within " + shortest(command.timeout_s) + " s",
            "switch persistence mode on (nvidia-smi -pm 1, as root), which shortens the start, and "
            "ask again; then see whether ncu profiles any program here"};
  }
  NcuJudgement judgement = judge_ncu_run(end, command, read_ncu_texts(folder.path()));
  std::error_code missing;
  const fs::path report = folder.path() / "report.ncu-rep";
  if (judgement.is_good && !fs::exists(report, missing)) judgement = judge_as_failed(folder.path());
  if (!judgement.is_good) return failed_capture(judgement);
  const std::optional<double> time = time_in(report, ncu.path.string());
  if (!time || *time <= 0) {
    return {FindingStatus::kMissing,
            std::string("ncu profiled a kernel and gave no ") + kTrialMetric,
            "see whether another version of Nsight Compute does"};
  }
  return {FindingStatus::kOk, "one kernel was profiled: " + shortest(*time / 1000) + " us", ""};
}

// Not beside a measurement, which it would disturb.
TrialCapture try_capture(const NcuProgram& ncu) {
  constexpr std::chrono::seconds kWait{2};
  const std::optional<fs::path> program = probe_program();
  if (!program) {
    return {FindingStatus::kWarning, "not made: lib/ncu-regions/probe-kernel is not there",
            "install ncu-regions again"};
  }
  try {
    const MachineLock lock([](const std::string&) {}, {}, MachineLock::kFile, kWait);
    return take_capture(ncu, *program);
  } catch (const Error& error) {
    return {FindingStatus::kWarning, "not made: " + printable(error.what()), ""};
  }
}

}  // namespace

DoctorReport examine_with_capture() {
  const MachineView view = this_machine();
  ProgramAnswers answers = ask_programs(view);
  if (answers.ncu && has_driver(view, answers)) answers.capture = try_capture(*answers.ncu);
  return examine(view, answers);
}

}  // namespace ncu_regions
