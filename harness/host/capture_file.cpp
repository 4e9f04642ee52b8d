#include "harness/host/capture_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/metric.h"
#include "harness/host/callgrind_log.h"
#include "harness/host/event_reader.h"
#include "harness/host/pairing.h"

namespace ncu_regions::host {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(const std::string& why) { throw Error(ErrorKind::kMeasurement, why); }

bool has_events(const ProcessEvents& process) {
  return std::ranges::any_of(process.threads,
                             [](const ThreadEvents& thread) { return !thread.events.empty(); });
}

void refuse_silence(const std::vector<ProcessEvents>& all) {
  if (all.empty()) {
    fail(
        "the program never loaded the NVTX injection library: it made no NVTX call, or it uses "
        "NVTX 2, or another tool took NVTX_INJECTION64_PATH; NVTX itself says nothing then. "
        "Annotate it with NVTX 3 (ncu_regions/annotate.h or nvtx3/nvToolsExt.h)");
  }
  for (const ProcessEvents& process : all) {
    if (!process.silent.empty()) fail("nothing was recorded: " + process.silent.front());
  }
}

// The process that was started, or, when that one has no ranges (a script, a launcher), the only
// one that has.
const ProcessEvents& choose_process(const std::vector<ProcessEvents>& all, long pid) {
  const ProcessEvents* chosen = nullptr;
  std::string others;
  for (const ProcessEvents& process : all) {
    if (process.pid == static_cast<std::uint64_t>(pid) && has_events(process)) return process;
    if (!has_events(process)) continue;
    others += (chosen == nullptr ? "" : ", ") + std::to_string(process.pid);
    chosen = chosen == nullptr ? &process : chosen;
  }
  if (others.find(',') != std::string::npos) {
    fail("several processes opened ranges (" + others +
         "), and not the one that was started; only one can be measured in this version");
  }
  return chosen != nullptr ? *chosen : all.front();
}

Json header(const HostRun& run, const ProcessEvents& process) {
  const bool time = run.pass == Pass::kTime;
  return {{"format", "ncu-regions host capture"},
          {"schema", 1},
          {"pass", time ? "time" : "count"},
          {"metric", time ? kHostTimeMetric : kHostInstructionsMetric},
          {"pid", process.pid}};
}

Json path_line(std::size_t number, const PathNode& node) {
  Json line = {{"path", number}, {"label", node.label}};
  if (node.parent) line["parent"] = *node.parent;
  if (!node.domain.empty()) line["domain"] = node.domain;
  if (node.start_end) line["start_end"] = true;
  return line;
}

Json range_line(const RangeInstance& range, Pass pass) {
  Json line = {{"range", range.path}, {"thread", range.thread}};
  if (pass == Pass::kTime) {
    line["value"] = range.time_ns;
  } else {
    line["value"] = range.instructions ? Json(*range.instructions) : Json(nullptr);
  }
  if (range.open_at_exit) line["open_at_exit"] = true;
  return line;
}

Json kernel_line(const Launch& launch, Pass pass) {
  Json line = {{"kernel", launch.name},
               {"grid", launch.grid},
               {"block", launch.block},
               {"thread", launch.thread},
               {"in", launch.paths}};
  if (pass == Pass::kTime) line["value"] = launch.time_ns;
  return line;
}

Json end_line(const Paired& paired, std::size_t other_processes) {
  return {{"end", true},
          {"ranges", paired.ranges.size()},
          {"kernels", paired.launches.size()},
          {"unmatched_pops", paired.unmatched_pops},
          {"lost_events", paired.lost_events},
          {"other_processes", other_processes}};
}

std::string log_of(const HostRun& run, const ProcessEvents& process) {
  const auto file = run.callgrind_log / ("cg." + std::to_string(process.pid) + ".log");
  return read_file(file);
}

}  // namespace

void write_host_capture(const HostRun& run, const std::filesystem::path& capture) {
  const std::vector<ProcessEvents> processes = read_events(run.events);
  refuse_silence(processes);
  const ProcessEvents& process = choose_process(processes, run.pid);
  Cuts cuts;
  if (run.pass == Pass::kCount) cuts = parse_callgrind_log(log_of(run, process));
  const auto others = static_cast<std::size_t>(std::ranges::count_if(
      processes, [&](const ProcessEvents& p) { return &p != &process && has_events(p); }));
  const Paired paired = pair_events(process, run.pass == Pass::kCount ? &cuts : nullptr);

  std::string text = header(run, process).dump() + "\n";
  for (std::size_t i = 0; i < paired.paths.size(); ++i) {
    text += path_line(i, paired.paths[i]).dump() + "\n";
  }
  for (const RangeInstance& range : paired.ranges)
    text += range_line(range, run.pass).dump() + "\n";
  for (const Launch& launch : paired.launches) text += kernel_line(launch, run.pass).dump() + "\n";
  text += end_line(paired, others).dump() + "\n";
  write_file(capture, text);
}

}  // namespace ncu_regions::host
