#include "harness/pipeline/host_captures.h"

#include <algorithm>

#include "harness/command/counting_plan.h"
#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/pipeline/host_pass.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

std::string progress(HostPass pass) {
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

std::vector<SeenRegion> seen_in(const Capture& timing) {
  std::vector<SeenRegion> seen;
  for (const RegionPath& path : timing.paths) seen.push_back({path, 0});
  for (const Result& result : timing.results) {
    if (result.kind == ResultKind::kRange) seen[result.paths.front()].instances += result.count;
  }
  return seen;
}

class Taking {
 public:
  Taking(const CheckRequest& request, const Settings& settings, const Machine& machine)
      : request_(request),
        settings_(settings),
        machine_(machine),
        input_{settings, request.workload, {request.library, machine.valgrind.value_or(""), {}}} {
    if (settings.host.count_method == "status") methods_ = {CountMethod::kStatus};
    if (settings.host.count_method == "full-status") methods_ = {CountMethod::kFullStatus};
    if (settings.host.count_method == "dump") methods_ = {CountMethod::kDump};
  }

  HostCaptures run() {
    take(HostPass::kTime);
    plan_ = plan_counting(seen_in(out_.captures.front()), request_.workload.regions,
                          settings_.host.boundaries_max);
    for (const auto& [label, why] : plan_.left_out) say("region '" + label + "': " + why);
    for (const HostPass pass : kBoundaryPasses) {
      if (is_wanted(pass)) take_if_possible(pass);
    }
    out_.left_out = plan_.left_out;
    return std::move(out_);
  }

 private:
  bool is_wanted(HostPass pass) const {
    if (pass == HostPass::kPerf && is_wanted(HostPass::kCount) && !machine_.valgrind &&
        !why_not_possible(pass, machine_)) {
      return true;  // instead of what valgrind would have counted, under its own name
    }
    return std::ranges::any_of(settings_.metrics, [&](const std::string& metric) {
      return pass_of_metric(metric) == pass;
    });
  }

  void take_if_possible(HostPass pass) {
    if (const auto why_not = why_not_possible(pass, machine_)) {
      say(*why_not);
      for (const HostMetric& metric : metrics_of(pass)) {
        out_.beyond_this_machine[std::string(metric.name)] = *why_not;
      }
      return;
    }
    if (!plan_.labels.empty()) take(pass);  // else no declared region was opened
  }

  void take(HostPass pass) {
    request_.tell(progress(pass));
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
    out_.captures.push_back(std::move(*result.capture));
    out_.records.push_back(std::move(result.record));
  }

  static std::string reason_to_try_again(const PassResult& result) {
    if (!result.bad_end.empty() && result.valgrind_failed) {
      return "valgrind stopped at an error of its own (the program " + result.bad_end + ")";
    }
    if (result.unreadable.empty()) return "";
    return "callgrind's status cannot be read: " + result.unreadable;
  }

  PassResult run_pass(HostPass pass) {
    const std::string number = std::to_string(out_.records.size() + 1);
    folder_ = fs::absolute(request_.workload.run) / "captures" /
              (number + "-host-" + std::string(to_string(pass)));
    std::error_code ignored;
    fs::remove_all(folder_, ignored);  // of the attempt before
    return run_host_pass({pass, methods_.front(), folder_}, input_, plan_.labels);
  }

  // On the terminal now, and in the report.
  void say(const std::string& text) {
    request_.tell(text);
    out_.notes.push_back(text);
  }

  const CheckRequest& request_;
  const Settings& settings_;
  const Machine& machine_;
  PassInput input_;
  CountingPlan plan_;
  fs::path folder_;  // of the capture being taken
  // The first is used; the others when it failed.
  std::vector<CountMethod> methods_ = {CountMethod::kStatus, CountMethod::kFullStatus,
                                       CountMethod::kDump};
  HostCaptures out_;
};

}  // namespace

HostCaptures take_host_captures(const CheckRequest& request, const Settings& settings,
                                const Machine& machine) {
  return Taking(request, settings, machine).run();
}

}  // namespace ncu_regions
