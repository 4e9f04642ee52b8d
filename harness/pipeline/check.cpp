#include "harness/pipeline/check.h"

#include <algorithm>
#include <cstdlib>

#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/machine/allocation.h"
#include "harness/machine/chip_query.h"
#include "harness/machine/gpu_state.h"
#include "harness/machine/machine.h"
#include "harness/pipeline/accept.h"
#include "harness/pipeline/base_build.h"
#include "harness/pipeline/benchmark_check.h"
#include "harness/pipeline/binding.h"
#include "harness/pipeline/explaining.h"
#include "harness/pipeline/judging.h"
#include "harness/pipeline/lock.h"
#include "harness/pipeline/measured.h"
#include "harness/pipeline/program.h"
#include "harness/pipeline/run_folder.h"
#include "harness/pipeline/trial.h"
#include "harness/regions/kernel_filter.h"
#include "harness/render/report.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// Loads all settings that may be needed before anything is moved or run, and measures.
class Check {
 public:
  Check(CheckRequest& request, std::vector<std::string> gpus)
      : request_(request),
        registered_(request.workload),
        gpus_(std::move(gpus)),
        host_(settings_for(request.workload, request.overrides, PresetFolder::kHost)) {
    resolve_program(request_.workload);
    if (request_.base) resolve_base(*request_.base);
    machine_ = look_at_machine();
    if (needs_gpu_answer(host_, request_.workload)) look_at_gpu(machine_, host_.ncu.program);
    choose(machine_.no_gpu);
    if (choice_.profiler == Profiler::kNcu) {
      load_ncu_settings();
      give_gpus();
      fit_to_gpus();
    }
    drop_base_without_program();
  }

  Sampled sample(std::size_t count) {
    if (choice_.profiler == Profiler::kNone) {
      throw Error(ErrorKind::kMeasurement, "cannot measure here: " + choice_.reason);
    }
    const bool is_ncu = choice_.profiler == Profiler::kNcu;
    const Settings& settings = is_ncu ? ncu_ : host_;
    lock_.emplace(request_.tell);
    Ledger ledger;
    ledger.notes = lock_->notes();
    if (is_ncu) ledger.notes.insert(ledger.notes.end(), ncu_notes_.begin(), ncu_notes_.end());
    const auto taker =
        (is_ncu ? ncu_taker : host_taker)(request_, settings, machine_, BuildSide::kHead, ledger);
    try {
      take_samples(*taker, count, ledger);
    } catch (const CannotMeasure& reason) {
      throw Error(ErrorKind::kMeasurement, "cannot measure here: " + reason.why);
    }
    Sampled sampled = {record_of(request_, *taker, ledger),
                       std::move(ledger.samples),
                       taker->kind(),
                       taker->device(),
                       settings,
                       {}};
    sampled.tests =
        gated_tests(settings, request_.workload.regions, shown_sample(sampled.samples).paths(),
                    !clocks_unlocked(sampled.record.fingerprint));
    write_run_record(run_record_file(request_.workload.run), sampled.record);
    return sampled;
  }

  Outcome run() {
    if (choice_.profiler == Profiler::kNcu) {
      lock_.emplace(request_.tell,
                    request_.workload.parallel_gpus ? gpus_ : std::vector<std::string>());
      try {
        std::vector<std::string> notes = lock_->notes();
        notes.insert(notes.end(), ncu_notes_.begin(), ncu_notes_.end());
        return measure(ncu_taker, ncu_, notes);
      } catch (const CannotMeasure& reason) {
        const std::string others = other_ncus(machine_);
        choose(reason.why + (others.empty() ? "" : "; " + others));
        drop_base_without_program();
      }
      if (choice_.profiler == Profiler::kHost) {
        request_.tell("going on with the host profiler: " + choice_.reason);
      }
    }
    if (choice_.profiler == Profiler::kNone) return skip();
    return measure(host_taker, host_, lock_for_host());
  }

 private:
  using MakeTaker = std::unique_ptr<Taker> (*)(const CheckRequest&, const Settings&, const Machine&,
                                               BuildSide, Ledger&);

  // Counts are the same beside other work; times are not. Returns what the report says about it.
  std::vector<std::string> lock_for_host() {
    const std::vector<std::string> gated = gated_host_times(host_);
    if (gated.empty()) {
      lock_.reset();
      if (host_times(host_).empty()) return {};
      return {
          "times were measured beside whatever else ran on this machine: none of them is gated, so "
          "the machine's lock was not taken"};
    }
    std::vector<std::string> notes;
    if (!request_.workload.run_serial) {
      notes.push_back("CTest runs this test beside others, and it gates " + join(gated, ", ") +
                      ": the machine's lock is taken, which keeps other measurements away and no "
                      "other tests");
      request_.tell(notes.back());
    }
    if (lock_) {
      lock_->take_whole_machine();
    } else {
      lock_.emplace(request_.tell);
    }
    notes.insert(notes.end(), lock_->notes().begin(), lock_->notes().end());
    return notes;
  }

  void choose(const std::string& no_gpu) {
    choice_ = choose_profiler(host_, request_.workload, no_gpu);
    if (choice_.profiler == Profiler::kHost) require_gates(host_);
    if (choice_.profiler != Profiler::kNone || !request_.workload.require_gpu) return;
    throw Error(ErrorKind::kMeasurement, "cannot measure here: " + choice_.reason);
  }

  // Before anything is moved or run.
  void require_gates(const Settings& settings) const {
    require_a_gate(settings, request_.is_side_by_side());
    refuse_hopeless_budgets(settings, request_.workload.regions);
  }

  void load_ncu_settings() {
    ncu_ = settings_for(request_.workload, request_.overrides, PresetFolder::kNcu);
    refuse_unknown_to_ncu(ncu_, machine_.ncu->version, sections_of(*machine_.ncu));
    require_gates(ncu_);
    const KernelFilter patterns(ncu_.shown.kernels);  // throws for a bad one, before anything runs
  }

  // Which ncu is used where there are several, and what it can measure on the GPUs that the program
  // sees.
  void fit_to_gpus() {
    const std::vector<ChipMetrics> chips =
        metrics_of_gpus(*machine_.ncu, ncu_.capture.device, visible_gpus());
    ncu_notes_ = fit_to_chips(ncu_, chips);
    if (const std::string others = other_ncus(machine_); !others.empty()) {
      ncu_notes_.push_back(others);
    }
    for (const std::string& note : ncu_notes_) request_.tell(note);
  }

  std::string visible_gpus() const {
    constexpr std::string_view kVariable = "CUDA_VISIBLE_DEVICES=";
    for (const std::string& variable : request_.workload.environment) {
      if (variable.starts_with(kVariable)) return variable.substr(kVariable.size());
    }
    return "";
  }

  static void resolve_base(Workload& base) {
    try {
      resolve_program(base);
    } catch (const Error& error) {
      throw Error(error.kind(), "the base build: " + std::string(error.what()));
    }
  }

  // A base that has the test, and not the program of it that is measured here.
  void drop_base_without_program() {
    if (!request_.base || choice_.profiler == Profiler::kNone) return;
    const bool is_ncu = choice_.profiler == Profiler::kNcu;
    if (!(is_ncu ? request_.base->gpu_command : request_.base->host_command).empty()) return;
    request_.base.reset();
    request_.new_here = is_ncu ? "a base build that has no CUDA program for this test"
                               : "a base build that has no host program for this test";
  }

  // Those that CTest reserved for this test are all that its programs see.
  void give_gpus() {
    if (gpus_.empty()) return;
    const std::string& device = ncu_.capture.device;
    const bool is_uuid = device.starts_with("GPU-") || device.starts_with("MIG-");
    if (is_uuid && std::ranges::find(gpus_, device) == gpus_.end()) {
      throw Error(ErrorKind::kUsage, ncu_.origins.at("device") + ": device is " + device +
                                         ", and CTest gave this test " + join(gpus_, ", "));
    }
    for (Workload* workload : {&request_.workload, request_.base ? &*request_.base : nullptr}) {
      if (workload == nullptr) continue;
      workload->environment.push_back("CUDA_VISIBLE_DEVICES=" + join(gpus_, ","));
      workload->environment.emplace_back("CUDA_DEVICE_ORDER=PCI_BUS_ID");  // as nvidia-smi counts
    }
  }

  Outcome skip() const {
    Outcome outcome = new_outcome(request_, machine_);
    outcome.skipped = true;
    outcome.profiler_reason = choice_.reason;
    outcome.bound.registration =
        registration_of(registered_, request_.overrides, request_.base_choice.option);
    const RunRecord record = new_record(request_, host_);
    const RegionTree nothing;
    write_run(request_.workload.run, {record, nothing, &outcome});
    return outcome;
  }

  Outcome measure(MakeTaker make_taker, const Settings& settings,
                  const std::vector<std::string>& notes) const {
    Ledger ledger;
    ledger.notes = notes;
    const auto head = make_taker(request_, settings, machine_, BuildSide::kHead, ledger);
    const auto base = request_.base
                          ? make_taker(request_, settings, machine_, BuildSide::kBase, ledger)
                          : nullptr;
    Judging judging(request_, *head, base.get(), ledger);
    judging.look_early();
    // Before it runs: a program that is rebuilt meanwhile is another one.
    const bool is_host = make_taker == host_taker;
    const std::string kind(to_string(is_host ? CaptureKind::kHost : CaptureKind::kKernel));
    const Binding bound = {
        registration_of(registered_, request_.overrides, request_.base_choice.option),
        measured_files(registered_, kind)};
    const Judgement judgement = run_trial(
        {request_, *head, base.get(), ledger, [&](bool is_all) { return judging.judge(is_all); }});
    const std::string how = head->how();
    Outcome outcome = judging.outcome(judgement, how.empty() ? choice_.reason : how);
    outcome.review = judging.review(outcome);
    outcome.bound = bound;
    const RunRecord record = record_of(request_, *head, ledger);
    try {
      write_proposed_baseline(request_.workload.run, record, ledger.samples, outcome);
    } catch (const Error& error) {  // side by side nobody needs the stored one
      if (error.kind() == ErrorKind::kUsage) throw;
      outcome.notes.push_back("no baseline is proposed: " + std::string(error.what()));
    }
    write_run(request_.workload.run,
              {record, shown_sample(ledger.samples), &outcome, head->sections(),
               explained_of(ledger.samples, outcome, judging.stored(), settings.metric_table),
               shown_base_sample(ledger.samples)});
    return outcome;
  }

  CheckRequest& request_;
  const Workload registered_;      // as it was asked for, before anything is looked up
  std::vector<std::string> gpus_;  // that CTest gave this test
  std::optional<MachineLock> lock_;
  Settings host_, ncu_;
  std::vector<std::string> ncu_notes_;
  Machine machine_;
  ProfilerChoice choice_;
};

std::vector<std::string> gpus_of_this_test() {
  return allocated_gpus([](const char* name) { return std::getenv(name); },
                        [] { return look_at_gpus(5).value_or(std::vector<GpuState>()); });
}

}  // namespace

namespace {

// Write error.txt, so that an incomplete run folder explains itself. A folder that is not a run
// folder stays as it is: it would be taken for one afterwards.
void leave_error(const fs::path& run, const Error& error) {
  std::error_code failed;
  if (!is_run_folder(run) || fs::exists(outcome_file(run), failed)) return;
  try {
    write_file(error_file(run), std::string(error.what()) + "\n");
  } catch (const Error&) {  // the first one is what counts
  }
}

struct RunFolder {
  std::optional<RunFolderLock> lock;
  bool is_prepared = false;  // it is this check's own
};

Outcome check_now(CheckRequest& request, RunFolder& folder) {
  require_regions(request.workload);
  const auto prepare = [&] {
    folder.lock.emplace(request.workload.run, request.tell);
    prepare_run_folder(request.workload.run);
    folder.is_prepared = true;
  };
  if (request.invalidate_first) prepare();
  find_base(request);
  Check check(request, gpus_of_this_test());
  if (!request.invalidate_first) prepare();
  return check.run();
}

}  // namespace

Outcome check(CheckRequest request) {
  const bool is_of_files = !request.benchmarks.empty();
  RunFolder folder;
  try {
    return is_of_files ? check_benchmarks(request) : check_now(request, folder);
  } catch (const Error& error) {
    // Not into a folder of the user, or of another check.
    if (folder.is_prepared || is_of_files) leave_error(request.workload.run, error);
    throw;
  }
}

Sampled take_captures(CheckRequest request, std::size_t count) {
  require_regions(request.workload);
  // Whoever compares with an old build, or is to be compared with: times may be gated alone.
  Check check(request, gpus_of_this_test());
  const RunFolderLock folder(request.workload.run, request.tell);
  prepare_run_folder(request.workload.run);
  return check.sample(count);
}

Outcome rebuild_reports(const fs::path& run) {
  const StoredRun stored = read_run(run);
  write_reports(run, {stored.record, stored.shown(), &stored.outcome, stored.sections,
                      stored.explained, shown_base_sample(stored.samples)});
  return stored.outcome;
}

}  // namespace ncu_regions
