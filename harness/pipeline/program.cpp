#include "harness/pipeline/program.h"

#include <algorithm>
#include <cstdlib>

#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/core/utf8.h"
#include "harness/machine/cuda_program.h"
#include "harness/machine/probe.h"

namespace ncu_regions {

namespace fs = std::filesystem;

SettingsSources settings_sources(const Workload& workload,
                                 const std::vector<std::string>& overrides) {
  SettingsSources sources;
  sources.conf = find_conf();
  sources.preset = workload.preset;
  sources.preset_file = workload.preset_file;
  sources.files = workload.config_files;
  sources.is_registered = workload.is_registered;
  sources.call = workload.overrides;
  sources.call_lists = workload.lists;
  sources.overrides = overrides;
  sources.budgets = workload.budgets;
  sources.limits = workload.limits;
  if (const char* variable = std::getenv("NCU_REGIONS_PROFILER")) {
    if (*variable != '\0') sources.profiler_variable = variable;
  }
  return sources;
}

bool holds_gpu_code(const std::string& program) {
  const bool is_path = program.find('/') != std::string::npos;
  const fs::path file = is_path ? fs::path(program) : find_program(program).value_or(program);
  return is_cuda_program(file) || links_cuda(file);
}

namespace {

void resolve(std::vector<std::string>& command) {
  if (command.empty()) return;
  std::string& program = command.front();
  if (program.find('/') == std::string::npos) {
    const auto found = find_program(program);
    if (!found) throw Error(ErrorKind::kUsage, "no program '" + program + "' on PATH");
    program = found->string();
  }
  program = fs::absolute(program).lexically_normal().string();
  std::error_code failed;
  if (!fs::is_regular_file(program, failed)) {
    throw Error(ErrorKind::kUsage, "no program " + program + "; build it first");
  }
}

// Looked up on PATH, as programs are.
void resolve_launcher(Settings& settings) {
  if (settings.launcher.words.empty()) return;
  std::string& program = settings.launcher.words.front();
  if (program.find('/') != std::string::npos) return;
  const auto found = find_program(program);
  if (!found) {
    throw Error(ErrorKind::kUsage, settings.origins.at("launcher") + ": no program '" + program +
                                       "' on PATH to start the workload with (setting launcher)");
  }
  program = found->string();
}

}  // namespace

Settings settings_for(const Workload& workload, const std::vector<std::string>& overrides,
                      PresetFolder folder) {
  SettingsSources sources = settings_sources(workload, overrides);
  sources.folder = folder;
  Settings settings = load_settings(sources);
  resolve_launcher(settings);
  return settings;
}

void require_regions(const Workload& workload) {
  if (workload.regions.empty()) {
    throw Error(ErrorKind::kUsage,
                "no region was declared: a check of nothing would always pass; "
                "name at least one region (REGIONS, --region)");
  }
  for (const std::string& region : workload.regions) {
    parse_written_form(region);
    if (valid_utf8(region) != region) {
      throw Error(ErrorKind::kUsage, "region '" + printable(region) + "' is not UTF-8");
    }
  }
}

void require_a_gate(const Settings& settings, bool has_base) {
  if (!gates_anything(settings)) {
    throw Error(ErrorKind::kUsage,
                "none of the metrics [" + join(settings.metrics, ", ") +
                    "] has a gate: a check of nothing would always pass; add one that has "
                    "(region__instances, host__inst_executed.sum), or a budget");
  }
  const bool has_lasting = std::ranges::any_of(settings.metrics, [&](const std::string& metric) {
    return may_be_judged(settings, metric) &&
           settings.metric_table.at(metric).family != "host_time";
  });
  const bool has_limit = std::ranges::any_of(settings.budgets, &BudgetRule::is_limit);
  if (has_base || has_lasting || has_limit) return;
  throw Error(ErrorKind::kUsage,
              "only times of a CPU are gated, and a stored baseline cannot judge them: compare "
              "side by side with the old build ('ncu-regions ab'), or gate what repeats "
              "(host__inst_executed.sum)");
}

void resolve_program(Workload& workload) {
  if (workload.working_directory.empty()) workload.working_directory = fs::current_path();
  resolve(workload.host_command);
  resolve(workload.gpu_command);
  const bool is_only = workload.host_command.empty() && !workload.gpu_command.empty();
  if (workload.is_gtest && is_only && !workload.require_gpu &&
      !holds_gpu_code(workload.gpu_command.front())) {
    workload.host_command.swap(workload.gpu_command);
  }
}

}  // namespace ncu_regions
