// Config: one typed Settings from all layers, which remembers where each value came from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/config/budget.h"
#include "harness/config/kernel_selection.h"
#include "harness/config/metric_table.h"
#include "harness/config/ncu_settings.h"
#include "harness/config/waiver.h"

namespace ncu_regions {

struct HostSettings {
  std::string glibc_tunables;
  std::vector<std::string> environment;
  std::uint64_t boundaries_max = 0;
  std::string count_method;  // auto, status, full-status, dump
};

// What reports of ncu's results show.
struct ShownSettings {
  std::vector<std::string> sections;  // identifiers or patterns; empty: not chosen
  std::vector<std::string> metrics;   // names or patterns; empty: not chosen
  KernelSettings kernels;
  bool aggregate = true;  // over scopes
  std::uint64_t top_kernels = 5;
};

// How verdicts are reached.
struct DecisionSettings {
  std::uint64_t captures_max = 10;      // of each build, to confirm a suspicion
  double confirm_s = 600;               // and seconds for them
  std::optional<std::uint64_t> family;  // workloads that share the false-alarm rate
  std::vector<std::string> fail_on;     // suspect, noisy
};

struct Settings {
  std::string profiler;  // auto, ncu, host
  double timeout_s = 0;
  std::vector<std::string> metrics;        // of the profiler that measures
  std::vector<std::string> other_metrics;  // that were named for the other one
  std::set<std::string> declared_metrics;  // of them: not by a preset of conf/ alone
  HostSettings host;
  NcuSettings ncu;
  CaptureSettings capture;
  LauncherSettings launcher;
  std::vector<std::string> parameters;  // of the workload, as arguments: "--batch", "8"
  ShownSettings shown;
  std::vector<BudgetRule> budgets;  // the table's, then all others in order, limits among them
  std::vector<Waiver> waivers;
  DecisionSettings decision;
  MetricTable metric_table;
  // Key -> "file:line" or "command line"; for run.json and for messages.
  std::map<std::string, std::string> origins;
  std::map<std::string, std::string> values;  // as they were written, for run.json
};

enum class PresetFolder { kHost, kNcu, kBenchmark };

// What to load.
struct SettingsSources {
  std::filesystem::path conf;  // folder with defaults.yaml
  PresetFolder folder = PresetFolder::kHost;
  std::string preset = "default";          // conf/host/<preset>.yaml, conf/ncu/ or conf/benchmark/
  std::filesystem::path preset_file = {};  // of the project, instead; empty: none
  std::vector<std::filesystem::path> files;  // further layers in order (CONFIG, BUDGETS)
  bool is_registered = false;                // region tests ask for range replay
  std::vector<std::string> call = {};        // "key=value" of ncu_regions_add_test
  // Lists whose items may hold any character: of ncu_regions_add_test, and of options.
  std::vector<std::pair<std::string, std::vector<std::string>>> call_lists = {};
  std::vector<std::string> overrides;     // of the command line: key=value, key=[a,b], ~key
  std::vector<std::string> budgets = {};  // of the command line: METRIC(REGION)=ALLOWANCE
  std::vector<std::string> limits = {};   // METRIC(REGION)<=NUMBER
  std::vector<std::pair<std::string, std::vector<std::string>>> lists = {};
  std::optional<std::string> profiler_variable;  // value of NCU_REGIONS_PROFILER, if set
};

// A preset that only the other folder has counts as `default` here. Throws Error(kUsage) with file
// and line, what was expected and the nearest known name.
Settings load_settings(const SettingsSources& sources);

// Those of conf/ alone.
Settings default_settings();

// The conf/ folder: $NCU_REGIONS_CONF where that is set and not empty, else the one that lies
// beside the program. Throws Error(kUsage) when the variable names anything but a whole conf/
// folder, or when there is no defaults.yaml beside the program.
std::filesystem::path find_conf();

}  // namespace ncu_regions
