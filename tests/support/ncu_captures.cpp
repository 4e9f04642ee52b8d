#include "tests/support/ncu_captures.h"

#include "harness/command/nvtx_expression.h"

namespace ncu_regions::fixture {
namespace {

const std::vector<std::string> kRegions = {nvtx_expression({"", {"A"}, false}),
                                           nvtx_expression({"", {"B"}, false})};

ModeCapture plain(CaptureKind kind, const std::filesystem::path& captures) {
  const std::string name(to_string(kind));
  ModeCapture mode{name,
                   {kind, captures / ("1-" + name), kRegions, true},
                   ncu_settings(kind == CaptureKind::kCensus ? "range" : name)};
  return mode;
}

ModeCapture with_everything(CaptureKind kind, const std::filesystem::path& captures) {
  ModeCapture mode = plain(kind, captures);
  mode.name += ", with everything";
  NcuSettings& ncu = mode.settings.ncu;
  ncu.set = "full";
  ncu.sections = {"SpeedOfLight", "Occupancy"};
  ncu.target_processes_filter = {"true", "regex:net.*"};
  ncu.cache_control = "none";
  ncu.extra_args = {"--import-source=no"};
  if (ncu.replay_mode == "range") ncu.range_replay_options = {"enable-greedy-sync"};
  if (!ncu.is_range()) {
    ncu.kernel_name = "regex:conv.*";
    ncu.launch_skip = 2;
    ncu.launch_count = 10;
  }
  mode.settings.capture.device = "cuda:0";
  mode.capture.include.push_back(nvtx_expression({"my domain", {"odd, [name]*"}, false}));
  mode.capture.include.push_back(nvtx_expression({"", {"start,end"}, true}));
  return mode;
}

}  // namespace

Settings ncu_settings(const std::string& replay_mode) {
  Settings settings;
  settings.timeout_s = 300;
  settings.metrics = {"gpu__time_duration.sum", "smsp__inst_executed.sum", "region__instances"};
  settings.ncu.replay_mode = replay_mode;
  settings.ncu.metrics = {"gpu__time_duration.sum",
                          "sm__throughput.avg.pct_of_peak_sustained_elapsed"};
  settings.ncu.sections = {"SpeedOfLight"};
  settings.parameters = {"--batch", "8"};
  return settings;
}

Workload sample_workload() {
  Workload workload;
  workload.gpu_command = {"/bin/net"};
  return workload;
}

NcuCapture range_capture(const std::filesystem::path& captures) {
  return plain(CaptureKind::kRange, captures).capture;
}

bool ModeCapture::is_known_to(const NcuVersion& version) const {
  return capture.kind != CaptureKind::kAppRange || version >= NcuVersion{2023, 1};
}

std::vector<ModeCapture> captures_of_every_mode(const std::filesystem::path& captures) {
  std::vector<ModeCapture> modes;
  for (const CaptureKind kind : {CaptureKind::kKernel, CaptureKind::kApplication,
                                 CaptureKind::kRange, CaptureKind::kAppRange}) {
    modes.push_back(plain(kind, captures));
    modes.push_back(with_everything(kind, captures));
  }
  modes.push_back(plain(CaptureKind::kCensus, captures));
  return modes;
}

}  // namespace ncu_regions::fixture
