#include "harness/pipeline/host_captures.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "harness/artifacts/host_capture.h"
#include "harness/command/capture_command.h"
#include "harness/core/files.h"
#include "harness/core/metric.h"
#include "harness/core/region_path.h"
#include "harness/core/text.h"
#include "harness/host/capture_file.h"
#include "harness/host/events.h"
#include "harness/run/process.h"

extern char** environ;

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

Environment caller_environment() {
  Environment environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string variable = *entry;
    const std::size_t equals = variable.find('=');
    if (equals != std::string::npos) {
      environment[variable.substr(0, equals)] = variable.substr(equals + 1);
    }
  }
  return environment;
}

bool is_child_of(const RegionPath& path, const RegionPath& parent) {
  return path.domain == parent.domain && path.labels.size() == parent.labels.size() + 1 &&
         std::equal(parent.labels.begin(), parent.labels.end(), path.labels.begin());
}

// The labels at whose boundaries callgrind is asked for its totals: those of the declared regions,
// of what contains them, and of their children (for the exclusive values). Taken from what the
// timing pass saw; empty when it saw none of them.
std::set<std::string> labels_to_count(const Capture& timing,
                                      const std::vector<std::string>& declared) {
  std::set<std::string> labels;
  for (const std::string& text : declared) {
    const RegionPath* region = find_region(timing.paths, text);
    if (region == nullptr) continue;
    labels.insert(region->labels.begin(), region->labels.end());
    for (const RegionPath& path : timing.paths) {
      if (is_child_of(path, *region)) labels.insert(path.labels.back());
    }
  }
  return labels;
}

void write_counted_labels(const fs::path& events, const std::set<std::string>& labels) {
  std::string text;
  for (const std::string& label : labels) text += label + '\0';
  write_file(events / host::kCountedLabelsFile, text);
}

class Taking {
 public:
  Taking(const CheckRequest& request, const Settings& settings, const Machine& machine)
      : request_(request), settings_(settings), machine_(machine), workload_(request.workload) {
    tools_.library = request.library;
    if (machine.valgrind) tools_.valgrind = *machine.valgrind;
  }

  HostCaptures run() {
    request_.tell("timing pass");
    take(host_time_command(settings_, workload_, tools_, caller_environment(), folder("time")),
         host::Pass::kTime);
    const bool wanted =
        std::ranges::find(settings_.metrics, kHostInstructionsMetric) != settings_.metrics.end();
    if (wanted) count();
    return std::move(out_);
  }

 private:
  void count() {
    if (const auto why_not = why_not_counting(machine_)) {
      request_.tell(*why_not);
      out_.beyond_this_machine[std::string(kHostInstructionsMetric)] = *why_not;
      return;
    }
    counted_ = labels_to_count(out_.captures.front(), workload_.regions);
    if (counted_.empty()) return;  // no declared region was opened: there is nothing to count
    request_.tell("counting pass under callgrind (about 50 times slower than the program)");
    take(host_count_command(settings_, workload_, tools_, caller_environment(), folder("count")),
         host::Pass::kCount);
  }

  fs::path folder(const std::string& pass) const {
    const std::string number = std::to_string(out_.records.size() + 1);
    return fs::absolute(workload_.run) / "captures" / (number + "-host-" + pass);
  }

  void take(const CaptureCommand& command, host::Pass pass) {
    const fs::path where = folder(command.pass);
    make_folder(where / kEventsFolder);
    if (pass == host::Pass::kCount) {
      write_counted_labels(where / kEventsFolder, counted_);
    }
    const ProcessEnd end = run_process(command, where);
    require_success(end, command, where);
    host::HostRun run{pass, where / kEventsFolder, where, end.pid};
    host::write_host_capture(run, where / kCaptureFile);
    out_.captures.push_back(read_host_capture(where / kCaptureFile));
    out_.records.push_back({command.id, command.pass, command.argv, end.exit_code, end.seconds});
    std::error_code ignored;
    fs::remove_all(where / kEventsFolder, ignored);  // all of it is in the capture file now
  }

  const CheckRequest& request_;
  const Settings& settings_;
  const Machine& machine_;
  const Workload& workload_;
  HostTools tools_;
  std::set<std::string> counted_;
  HostCaptures out_;
};

}  // namespace

HostCaptures take_host_captures(const CheckRequest& request, const Settings& settings,
                                const Machine& machine) {
  return Taking(request, settings, machine).run();
}

}  // namespace ncu_regions
