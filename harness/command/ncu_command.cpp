#include "harness/command/ncu_command.h"

#include <algorithm>

#include "harness/command/environment.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr NcuVersion kConfigFile = {2023, 1};
constexpr NcuVersion kGraphs = {2023, 1};
constexpr NcuVersion kSuffixes = {2024, 1};
constexpr NcuVersion kRenames = {2024, 2};

constexpr const char* kTimeMetric = "gpu__time_duration.sum";

class Builder {
 public:
  Builder(const NcuCapture& capture, const Settings& settings, const Workload& workload,
          const NcuTool& ncu)
      : capture_(capture), settings_(settings), workload_(workload), ncu_(ncu) {}

  std::vector<std::string> argv() {
    if (is_launched_per_rank()) append(settings_.launcher.words);
    argv_.push_back(ncu_.program.string());
    add_common();
    add_controls();
    add_mode();
    add_selection();
    add_collection();
    add_output();
    append(settings_.ncu.extra_args);
    if (!is_launched_per_rank()) append(settings_.launcher.words);
    append(gpu_program(settings_, workload_));
    return std::move(argv_);
  }

 private:
  bool is_census() const { return capture_.kind == CaptureKind::kCensus; }
  bool is_range() const {
    return capture_.kind == CaptureKind::kRange || capture_.kind == CaptureKind::kAppRange;
  }
  bool is_launched_per_rank() const {
    return !settings_.launcher.words.empty() && settings_.launcher.position == "outside";
  }

  void option(const std::string& name, const std::string& value) {
    argv_.push_back("--" + name + "=" + value);
  }
  void append(const std::vector<std::string>& words) {
    argv_.insert(argv_.end(), words.begin(), words.end());
  }

  void add_common() {
    if (ncu_.version >= kConfigFile) option("config-file", "off");
    option("target-processes", settings_.ncu.target_processes);
    std::vector<std::string> filter = settings_.ncu.target_processes_filter;
    if (filter.empty() && !settings_.launcher.words.empty() && !is_launched_per_rank()) {
      filter = {fs::path(gpu_program(settings_, workload_).front()).filename().string()};
    }
    if (!filter.empty()) option("target-processes-filter", join(filter, ","));
    option("check-exit-code", "yes");
    argv_.emplace_back("--null-stdin");
    const std::string& device = settings_.capture.device;
    if (device.starts_with("cuda:")) option("devices", device.substr(5));
  }

  void add_controls() {
    const bool lock = capture_.lock_clocks && !is_census();
    option("clock-control", lock ? settings_.ncu.clock_control : "none");
    option("cache-control", is_census() ? "none" : settings_.ncu.cache_control);
    const bool has_sections = !settings_.ncu.sections.empty() || !settings_.ncu.set.empty();
    const bool has_rules = settings_.ncu.apply_rules && has_sections && !is_census();
    option("apply-rules", has_rules ? "yes" : "no");
    if (ncu_.version >= kSuffixes) argv_.emplace_back("--disable-extra-suffixes");
    if (ncu_.version >= kRenames) option("rename-kernels", "no");
  }

  void add_mode() {
    option("replay-mode", is_census() ? "kernel" : std::string(to_string(capture_.kind)));
    if (capture_.kind == CaptureKind::kApplication) {
      option("app-replay-match", settings_.ncu.app_replay_match);
      option("app-replay-mode", settings_.ncu.app_replay_mode);
      option("app-replay-buffer", "file");
    }
    if (capture_.kind == CaptureKind::kRange && !settings_.ncu.range_replay_options.empty()) {
      option("range-replay-options", join(settings_.ncu.range_replay_options, ","));
    }
    if (!is_range() && ncu_.version >= kGraphs) {
      option("graph-profiling", is_census() ? "node" : settings_.ncu.graph_profiling);
    }
    argv_.emplace_back("--nvtx");
    // Which version was the first to know it is not certain: at its default it is left out.
    if (settings_.ncu.push_pop_scope != "thread") {
      option("nvtx-push-pop-scope", settings_.ncu.push_pop_scope);
    }
    for (const std::string& expression : capture_.include) option("nvtx-include", expression);
  }

  // Ranges have no kernels to choose from; the census counts all of them.
  void add_selection() {
    // One more than the limit shows that there are more.
    if (is_census()) {
      option("launch-count", std::to_string(settings_.capture.census_launches_max + 1));
    }
    if (is_census() || is_range()) return;
    const NcuSettings& ncu = settings_.ncu;
    if (!ncu.kernel_name.empty()) {
      option("kernel-name-base", ncu.kernel_name_base == "any" ? "function" : ncu.kernel_name_base);
      option("kernel-name", ncu.kernel_name);
    }
    if (ncu.launch_skip > 0) option("launch-skip", std::to_string(ncu.launch_skip));
    if (ncu.launch_count) option("launch-count", std::to_string(*ncu.launch_count));
  }

  void add_collection() {
    if (is_census()) return option("metrics", kTimeMetric);
    if (!settings_.ncu.set.empty()) option("set", settings_.ncu.set);
    for (const std::string& section : settings_.ncu.sections) option("section", section);
    option("metrics", join(names_on_chip(), ","));
  }

  std::vector<std::string> names_on_chip() const {
    std::vector<std::string> names = collected_metrics(settings_);
    for (std::string& name : names) {
      const auto other = settings_.ncu.names_on_chip.find(name);
      if (other != settings_.ncu.names_on_chip.end()) name = other->second;
    }
    return names;
  }

  // ncu expands % in the names of reports, and not in that of the log.
  void add_output() {
    const std::string folder = percent_doubled(capture_.folder.string());
    if (!is_launched_per_rank()) {
      option("log-file", (capture_.folder / kNcuLog).string());
      return option("export", folder + "/report");
    }
    // Every process has its own ncu, and they cannot share a log: standard output has it.
    option("export", folder + "/rank_%q{" + rank_variable() + "}");
  }

  std::string rank_variable() const {
    if (!settings_.launcher.rank_variable.empty()) return settings_.launcher.rank_variable;
    const std::string launcher = fs::path(settings_.launcher.words.front()).filename().string();
    return launcher == "srun" ? "SLURM_PROCID" : "OMPI_COMM_WORLD_RANK";
  }

  const NcuCapture& capture_;
  const Settings& settings_;
  const Workload& workload_;
  const NcuTool& ncu_;
  std::vector<std::string> argv_;
};

Environment ncu_environment(const Environment& caller) {
  Environment environment = without_injection(caller);
  environment["NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT"] = "1";
  return environment;
}

}  // namespace

std::vector<std::string> collected_metrics(const Settings& settings) {
  std::vector<std::string> metrics;
  const auto add = [&](const std::string& metric) {
    const bool is_own = metric.starts_with("region__") || metric.starts_with("host__");
    if (settings.ncu.not_on_chip.contains(metric)) return;
    if (!is_own && std::ranges::find(metrics, metric) == metrics.end()) metrics.push_back(metric);
  };
  for (const std::string& metric : settings.metrics) add(metric);
  for (const std::string& metric : settings.ncu.metrics) add(metric);
  // Same cycles, more time: a slower clock, not more work.
  for (const char* metric : {"gpc__cycles_elapsed.max", "gpc__cycles_elapsed.avg.per_second"}) {
    add(metric);
  }
  return metrics;
}

std::vector<std::string> gpu_program(const Settings& settings, const Workload& workload) {
  std::vector<std::string> argv = workload.gpu_command;
  argv.insert(argv.end(), settings.parameters.begin(), settings.parameters.end());
  argv.insert(argv.end(), workload.args.begin(), workload.args.end());
  return argv;
}

CaptureCommand ncu_command(const NcuCapture& capture, const Settings& settings,
                           const Workload& workload, const NcuTool& ncu,
                           const Environment& caller) {
  CaptureCommand command;
  command.id = capture.folder.filename().string();
  command.pass = to_string(capture.kind);
  command.argv = Builder(capture, settings, workload, ncu).argv();
  command.working_directory = workload.working_directory;
  command.timeout_s =
      capture.kind == CaptureKind::kCensus ? settings.capture.census_timeout_s : settings.timeout_s;
  Environment environment = ncu_environment(caller);
  add_own_variables(environment, workload);
  choose_device(environment, settings);
  command.environment = as_list(without_injection(environment));  // nor those of ENVIRONMENT
  return command;
}

std::vector<std::string> withheld_variables(const Workload& workload) {
  std::vector<std::string> names;
  for (const std::string& variable : workload.environment) {
    const std::string name = variable.substr(0, variable.find('='));
    if (is_injection(name)) names.push_back(name);
  }
  return names;
}

CaptureCommand clock_reset_command(const NcuTool& ncu, const Environment& caller) {
  CaptureCommand command;
  command.id = "clock-reset";
  command.argv = {ncu.program.string(), "--clock-control=reset"};
  command.environment = as_list(ncu_environment(caller));
  command.timeout_s = 30;
  return command;
}

}  // namespace ncu_regions
