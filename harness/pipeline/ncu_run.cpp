#include "harness/pipeline/ncu_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/machine/gpu_state.h"
#include "harness/pipeline/caller.h"
#include "harness/run/interrupt.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr double kSmiLimit = 10;

std::vector<GpuState> gpus_now() {
  return look_at_gpus(kSmiLimit).value_or(std::vector<GpuState>());
}

std::vector<fs::path> reports_in(const fs::path& folder) {
  std::vector<fs::path> reports;
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".ncu-rep") reports.push_back(entry.path());
  }
  std::ranges::sort(reports);
  return reports;
}

void make_fresh(const fs::path& folder) {
  std::error_code failed;
  fs::remove_all(folder, failed);
  make_folder(folder);
}

std::string log_so_far(const fs::path& folder) {
  const fs::path log = folder / kNcuLog;
  std::error_code missing;
  return read_file(fs::exists(log, missing) ? log : folder / "stdout.txt");
}

class Run {
 public:
  Run(const NcuCapture& capture, const NcuRunInput& input)
      : capture_(capture),
        input_(input),
        command_(ncu_command(capture, input.settings, input.workload, input.ncu,
                             caller_environment())) {}

  NcuRun take() {
    keep_deadline();
    make_fresh(capture_.folder);
    write_file(capture_.folder / "command.txt", shell_line(command_.argv) + "\n");
    run_.record = {command_.id, command_.pass, command_.argv, 0, 0};
    run_.record.gpus_before = gpus_now();
    const ProcessEnd end = run_or_reset();
    run_.record.gpus_after = gpus_now();
    run_.record.exit_code = end.exit_code;
    run_.record.seconds = end.seconds;
    run_.record.began_s = end.began_s;
    run_.judgement = judge_ncu_run(end, command_, read_ncu_texts(capture_.folder));
    if (end.timed_out || end.signal != 0) reset_clocks_if_locked();
    take_reports();
    return std::move(run_);
  }

 private:
  ProcessEnd run_or_reset() {
    try {
      return run_process(command_, capture_.folder,
                         [this](double seconds) { tell_progress(seconds); });
    } catch (const Error&) {
      if (interruption() != 0) reset_clocks_if_locked();
      throw;
    }
  }

  void tell_progress(double seconds) const {
    const NcuProgress so_far = progress_of(log_so_far(capture_.folder));
    std::string text = command_.id + ": " + std::to_string(std::lround(seconds)) + " s";
    if (so_far.results > 0) {
      text += ", " + std::to_string(so_far.results) + " result" + (so_far.results == 1 ? "" : "s");
      if (!so_far.passes.empty()) text += " (" + so_far.passes + ")";
    }
    input_.progress(text);
  }

  void keep_deadline() {
    if (!input_.deadline) return;
    const std::chrono::duration<double> left = *input_.deadline - std::chrono::steady_clock::now();
    if (left.count() <= 0) {
      throw Error(ErrorKind::kMeasurement,
                  "the time of the whole test is over before " + command_.id +
                      " could begin; give it a longer TIMEOUT, or fewer captures");
    }
    command_.timeout_s = std::min(command_.timeout_s, left.count());
  }

  // Where ncu was not to touch them they may be locked by the user.
  void reset_clocks_if_locked() {
    const std::vector<std::string>& argv = command_.argv;
    if (std::ranges::find(argv, "--clock-control=none") == argv.end()) reset_clocks();
  }

  // A killed ncu leaves the clocks locked. What comes of it is logged, and no reason to fail.
  void reset_clocks() {
    const fs::path folder = capture_.folder / "clock-reset";
    make_folder(folder);
    std::string result = "the GPU's clocks were given back (ncu --clock-control=reset)";
    try {
      const CaptureCommand command = clock_reset_command(input_.ncu, caller_environment());
      const ProcessEnd end = run_process(command, folder);
      const std::string bad = bad_end(end, command);
      if (!bad.empty()) result = "ncu --clock-control=reset " + bad + last_words(folder);
    } catch (const Error& error) {
      result = error.what();
    }
    write_file(folder / "result.txt", result + "\n");
    run_.judgement.notes.push_back(result);
  }

  void take_reports() {
    const std::vector<fs::path> reports = reports_in(capture_.folder);
    if (run_.judgement.is_good && reports.empty()) {
      const std::vector<std::string> notes = run_.judgement.notes;
      run_.judgement = judge_without_report();
      run_.judgement.notes = notes;
    }
    for (const fs::path& report : reports) {
      if (run_.judgement.is_good) {
        const fs::path name = report.filename();
        run_.record.files.push_back({(fs::path("captures") / command_.id / name).string(), name});
      } else {
        std::error_code ignored;
        fs::remove(report, ignored);
      }
    }
  }

  // ncu ends with code 0 when it had nothing to write: its texts say why.
  NcuJudgement judge_without_report() const {
    NcuJudgement judgement = judge_as_failed(capture_.folder);
    if (judgement.kind != "ncu_ended") return judgement;
    return bad_result("no_report", "ncu ended with exit code 0 and wrote no report",
                      "see " + (capture_.folder / kNcuLog).string());
  }

  const NcuCapture& capture_;
  const NcuRunInput& input_;
  CaptureCommand command_;
  NcuRun run_;
};

}  // namespace

NcuRun run_ncu(const NcuCapture& capture, const NcuRunInput& input) {
  return Run(capture, input).take();
}

}  // namespace ncu_regions
