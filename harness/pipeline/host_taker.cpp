// The host profiler: each sample is one run of the program for every pass that its metrics need.
#include <algorithm>

#include "harness/command/counting_plan.h"
#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/host/events.h"
#include "harness/pipeline/host_pass.h"
#include "harness/pipeline/run_folder.h"
#include "harness/pipeline/taker.h"
#include "harness/render/host_raw_csv.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

std::string progress_text(HostPass pass) {
  switch (pass) {
    case HostPass::kCount:
      return "counting pass under callgrind (about 50 times slower than the program)";
    case HostPass::kCache:
      return "cache simulation under callgrind (about 150 times slower than the program)";
    case HostPass::kCpuTime:
      return "CPU time pass";
    case HostPass::kPerf:
      return "pass with the kernel's instruction counter";
    case HostPass::kTime:
      break;
  }
  return "timing pass";
}

SeenRanges seen_in(const Capture& timing) {
  SeenRanges seen;
  for (const RegionPath& path : timing.paths) seen.regions.push_back({path, 0});
  for (const Result& result : timing.results) {
    if (result.kind == ResultKind::kRange) {
      seen.regions[result.paths.front()].instances += result.count;
    } else {
      seen.launches.push_back({result.paths, result.count});
    }
  }
  return seen;
}

std::vector<CountMethod> count_methods(const std::string& setting) {
  if (setting == "status") return {CountMethod::kStatus};
  if (setting == "full-status") return {CountMethod::kFullStatus};
  if (setting == "dump") return {CountMethod::kDump};
  return {CountMethod::kStatus, CountMethod::kFullStatus, CountMethod::kDump};
}

class HostTaker : public Taker {
 public:
  HostTaker(const CheckRequest& request, const Settings& settings, const Machine& machine,
            BuildSide side, Ledger& ledger)
      : Taker(request, settings, side, ledger),
        machine_(machine),
        workload_(side == BuildSide::kHead ? request.workload : *request.base),
        methods_(count_methods(settings.host.count_method)) {}

  // The first run of a program finds cold caches: where times are gated it is thrown away.
  void prepare() override {
    require_working_valgrind();
    if (!gates_what_varies(settings_)) return;
    SampleInfo info;
    info.phase = Phase::kWarmUp;
    begin(info);
    take_pass(HostPass::kTime);
    make_plan();
    finish();
  }

  void take(SampleInfo info) override {
    begin(std::move(info));
    const bool is_whole = sample_.info.metrics.empty();
    if (!plan_ || is_whole || wants(HostPass::kTime)) take_pass(HostPass::kTime);
    if (!plan_) make_plan();
    for (const HostPass pass : kBoundaryPasses) {
      if (wants(pass)) take_if_possible(pass);
    }
    finish();
  }

  bool has_all_metrics() const override { return false; }
  std::string kind() const override { return std::string(to_string(CaptureKind::kHost)); }
  std::string device() const override { return "host-" + machine_.architecture; }

  Fingerprint fingerprint() const override {
    return host_fingerprint(
        machine_, settings_, workload_,
        {callgrind_counting_options(), callgrind_cache_options(), host::kLibraryRevision});
  }

 private:
  void begin(SampleInfo info) {
    sample_ = {};
    sample_.info = std::move(info);
    sample_.info.side = side_;
    sample_.info.number = ledger_.next_number();
    captures_.clear();
  }

  void finish() {
    sample_.tree = assemble_regions(captures_);
    say_why_not_counted(sample_.tree);
    ledger_.samples.push_back(std::move(sample_));
  }

  void make_plan() {
    plan_ =
        plan_counting(seen_in(captures_.front()), workload_.regions, settings_.host.boundaries_max);
    for (const auto& [label, why] : plan_->left_out) say("region '" + label + "': " + why);
    if (!plan_->why_not_launches.empty() && wants(HostPass::kCount)) say(plan_->why_not_launches);
  }

  // A valgrind that is there and does not work is no reason to skip a gate. Where none is installed
  // the gates of its metrics are skipped.
  void require_working_valgrind() const {
    if (machine_.broken_valgrind.empty()) return;
    for (const std::string& metric : settings_.metrics) {
      const auto pass = pass_of_metric(metric);
      if (!pass || !is_counting(*pass) || !may_be_judged(settings_, metric)) continue;
      throw Error(ErrorKind::kMeasurement, "cannot measure " + metric + ": " +
                                               machine_.broken_valgrind +
                                               ". Repair it, or take it off PATH");
    }
  }

  // Whether the pass measures something that this sample is for.
  bool wants(HostPass pass) const {
    const auto is_of_pass = [&](const std::string& metric) {
      return pass_of_metric(metric).value_or(HostPass::kTime) == pass;
    };
    if (!sample_.info.metrics.empty()) return std::ranges::any_of(sample_.info.metrics, is_of_pass);
    if (pass == HostPass::kPerf && stands_in_for_valgrind()) return true;
    return std::ranges::any_of(settings_.metrics, is_of_pass);
  }

  // Instead of what valgrind would have counted, under its own name.
  bool stands_in_for_valgrind() const {
    return !machine_.valgrind && !why_not_possible(HostPass::kPerf, machine_) &&
           std::ranges::any_of(settings_.metrics, [](const std::string& metric) {
             return pass_of_metric(metric) == HostPass::kCount;
           });
  }

  void take_if_possible(HostPass pass) {
    if (const auto why_not = why_not_possible(pass, machine_)) {
      bool is_new = false;
      for (const HostMetric& metric : metrics_of(pass)) {
        is_new |= obstacles_.beyond_this_machine.emplace(metric.name, *why_not).second;
      }
      if (is_new) say(*why_not);
      return;
    }
    if (!plan_->labels.empty()) take_pass(pass);  // else no declared region was opened
  }

  void take_pass(HostPass pass) {
    tell(pass);
    PassResult result = run_pass(pass);
    while (!reason_to_try_again(result).empty() && methods_.size() > 1) {
      methods_.erase(methods_.begin());
      say(reason_to_try_again(result) + "; counting again, in a way that is slower");
      result = run_pass(pass);
    }
    require_success(result.end, result.command, folder_);
    if (!result.capture) {
      throw Error(ErrorKind::kMeasurement,
                  "what callgrind counted cannot be read: " + result.unreadable +
                      "; this callgrind writes it in a form that is not known here");
    }
    for (const std::string& note : result.notes) {
      if (!noted_.insert(note).second) continue;
      request_.tell("note: " + note);
      ledger_.notes.push_back(note);
    }
    ++ledger_.folders;
    write_file(folder_ / "raw.csv", host_raw_csv(*result.capture));
    captures_.push_back(std::move(*result.capture));
    result.record.sample = sample_.info.number;
    result.record.side = side_;
    ledger_.captures.push_back(std::move(result.record));
  }

  // Each pass once; of its repetitions only where it is.
  void tell(HostPass pass) {
    const std::string of = side_ == BuildSide::kBase ? " of the base build" : "";
    if (told_.insert(pass).second) {
      request_.tell(progress_text(pass) + of);
    } else {
      request_.progress("capture " + std::to_string(ledger_.folders + 1) + of);
    }
  }

  static std::string reason_to_try_again(const PassResult& result) {
    if (!result.bad_end.empty() && result.valgrind_failed) {
      return "valgrind stopped at an error of its own (the program " + result.bad_end + ")";
    }
    if (result.unreadable.empty()) return "";
    return "callgrind's status cannot be read: " + result.unreadable;
  }

  PassResult run_pass(HostPass pass) {
    const std::string id =
        std::to_string(ledger_.folders + 1) + "-host-" + std::string(to_string(pass));
    folder_ = fs::absolute(request_.workload.run) / kCaptures / capture_folder(id, side_);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);  // of the attempt before
    const PassInput input = {
        settings_, workload_, {request_.library, machine_.valgrind.value_or(""), {}}};
    return run_host_pass({pass, methods_.front(), folder_}, input, plan_.value_or(CountingPlan()));
  }

  // Regions that the cap on counted boundaries left out.
  void say_why_not_counted(RegionTree& tree) const {
    if (!plan_) return;
    for (Region& region : tree.regions) {
      const auto why = plan_->left_out.find(region.path.labels.back());
      if (why == plan_->left_out.end()) continue;
      for (const HostPass pass : kBoundaryPasses) {
        for (const HostMetric& metric : metrics_of(pass)) {
          region.not_measured[std::string(metric.name)] = why->second;
        }
      }
    }
  }

  const Machine& machine_;
  const Workload& workload_;
  std::vector<CountMethod> methods_;  // the first is used; the others when it failed
  std::optional<CountingPlan> plan_;
  std::set<HostPass> told_;
  std::set<std::string> noted_;
  fs::path folder_;  // of the capture being taken
  TakenSample sample_;
  std::vector<Capture> captures_;  // of the sample being taken
};

}  // namespace

std::unique_ptr<Taker> host_taker(const CheckRequest& request, const Settings& settings,
                                  const Machine& machine, BuildSide side, Ledger& ledger) {
  return std::make_unique<HostTaker>(request, settings, machine, side, ledger);
}

}  // namespace ncu_regions
