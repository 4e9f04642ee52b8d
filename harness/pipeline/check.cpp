#include "harness/pipeline/check.h"

#include <algorithm>
#include <cstdlib>

#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/machine/allocation.h"
#include "harness/machine/gpu_state.h"
#include "harness/machine/machine.h"
#include "harness/pipeline/accept.h"
#include "harness/pipeline/base_build.h"
#include "harness/pipeline/benchmark_check.h"
#include "harness/pipeline/explaining.h"
#include "harness/pipeline/judging.h"
#include "harness/pipeline/lock.h"
#include "harness/pipeline/measured.h"
#include "harness/pipeline/program.h"
#include "harness/pipeline/run_folder.h"
#include "harness/pipeline/trial.h"
#include "harness/regions/kernel_filter.h"
#include "harness/render/report.h"
#include "harness/render/run_record.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// Loads all settings that may be needed before anything is moved or run, and measures.
class Check {
 public:
  Check(CheckRequest& request, std::vector<std::string> gpus, MachineLock& lock)
      : request_(request),
        gpus_(std::move(gpus)),
        lock_(lock),
        host_(settings_for(request.workload, request.overrides, PresetFolder::kHost)) {
    resolve_program(request_.workload);
    if (request_.base) resolve_base(*request_.base);
    machine_ = look_at_machine();
    if (needs_gpu_answer(host_, request_.workload)) look_at_gpu(machine_, host_.ncu.program);
    choose(machine_.no_gpu);
    if (choice_.profiler == Profiler::kNcu) {
      load_ncu_settings();
      give_gpus();
    }
    drop_base_without_program();
  }

  Sampled sample(std::size_t count) {
    if (choice_.profiler == Profiler::kNone) {
      throw Error(ErrorKind::kMeasurement, "cannot measure here: " + choice_.reason);
    }
    const bool is_ncu = choice_.profiler == Profiler::kNcu;
    const Settings& settings = is_ncu ? ncu_ : host_;
    Ledger ledger;
    const auto taker =
        (is_ncu ? ncu_taker : host_taker)(request_, settings, machine_, BuildSide::kHead, ledger);
    try {
      take_samples(*taker, count);
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
      try {
        return measure(ncu_taker, ncu_);
      } catch (const CannotMeasure& reason) {
        choose(reason.why);
        drop_base_without_program();
      }
      if (choice_.profiler == Profiler::kHost) {
        request_.tell("going on with the host profiler: " + choice_.reason);
      }
    }
    if (choice_.profiler == Profiler::kNone) return skip();
    lock_.take_whole_machine();
    return measure(host_taker, host_);
  }

 private:
  using MakeTaker = std::unique_ptr<Taker> (*)(const CheckRequest&, const Settings&, const Machine&,
                                               BuildSide, Ledger&);

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
    const RunRecord record = new_record(request_, host_);
    const RegionTree nothing;
    write_run(request_.workload.run, {record, nothing, &outcome});
    return outcome;
  }

  Outcome measure(MakeTaker make_taker, const Settings& settings) const {
    Ledger ledger;
    const auto head = make_taker(request_, settings, machine_, BuildSide::kHead, ledger);
    const auto base = request_.base
                          ? make_taker(request_, settings, machine_, BuildSide::kBase, ledger)
                          : nullptr;
    Judging judging(request_, *head, base.get(), ledger);
    judging.look_early();
    const Judgement judgement = run_trial(
        {request_, *head, base.get(), ledger, [&](bool is_all) { return judging.judge(is_all); }});
    const std::string how = head->how();
    Outcome outcome = judging.outcome(judgement, how.empty() ? choice_.reason : how);
    outcome.review = judging.review(outcome);
    const RunRecord record = record_of(request_, *head, ledger);
    try {
      write_proposed_baseline(request_.workload.run, record, ledger.samples, outcome);
    } catch (const Error& error) {  // side by side nobody needs the stored one
      if (error.kind() != ErrorKind::kBaseline) throw;
      outcome.notes.push_back("no baseline is proposed: " + std::string(error.what()));
    }
    write_run(request_.workload.run,
              {record, shown_sample(ledger.samples), &outcome, head->sections(),
               explained_of(ledger.samples, outcome, judging.stored(), settings.metric_table),
               shown_base_sample(ledger.samples)});
    return outcome;
  }

  CheckRequest& request_;
  std::vector<std::string> gpus_;  // that CTest gave this test
  MachineLock& lock_;
  Settings host_, ncu_;
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

Outcome check_now(CheckRequest& request) {
  if (!request.benchmarks.empty()) return check_benchmarks(request);
  require_regions(request.workload);
  const fs::path& run = request.workload.run;
  const std::vector<std::string> gpus = gpus_of_this_test();
  MachineLock lock(request.tell,
                   request.workload.parallel_gpus ? gpus : std::vector<std::string>());
  if (request.invalidate_first) prepare_run_folder(run);
  find_base(request);
  Check check(request, gpus, lock);
  if (!request.invalidate_first) prepare_run_folder(run);
  return check.run();
}

}  // namespace

Outcome check(CheckRequest request) {
  try {
    return check_now(request);
  } catch (const Error& error) {
    leave_error(request.workload.run, error);
    throw;
  }
}

Sampled take_captures(CheckRequest request, std::size_t count) {
  require_regions(request.workload);
  MachineLock lock(request.tell);
  // Whoever compares with an old build, or is to be compared with: times may be gated alone.
  Check check(request, gpus_of_this_test(), lock);
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
