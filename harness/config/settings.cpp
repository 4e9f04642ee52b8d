#include "harness/config/settings.h"

#include <algorithm>

#include "harness/config/gate_rules.h"
#include "harness/config/judged_settings.h"
#include "harness/config/layers.h"
#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr std::pair<PresetFolder, const char*> kFolders[] = {
    {PresetFolder::kHost, "host"},
    {PresetFolder::kNcu, "ncu"},
    {PresetFolder::kBenchmark, "benchmark"}};

fs::path preset_file(const SettingsSources& sources) {
  if (!sources.preset_file.empty()) return sources.preset_file;
  fs::path folder;
  std::vector<std::string> own;
  std::vector<std::string> known;
  for (const auto& [kind, name] : kFolders) {
    const std::vector<std::string> found = presets_in(sources.conf / name);
    if (kind == sources.folder) {
      folder = sources.conf / name;
      own = found;
    }
    for (const std::string& preset : found) {
      if (std::ranges::find(known, preset) == known.end()) known.push_back(preset);
    }
  }
  // Only names that were found: a preset must not reach out of conf/.
  if (std::ranges::find(own, sources.preset) != own.end())
    return folder / (sources.preset + ".yaml");
  if (std::ranges::find(known, sources.preset) != known.end()) return folder / "default.yaml";
  throw Error(ErrorKind::kUsage, "unknown preset '" + sources.preset + "'" +
                                     suggestion(sources.preset, known) + "; " +
                                     (sources.conf / "host").string() +
                                     ", ncu and benchmark have: " + join(known, ", "));
}

Layers load_layers(const SettingsSources& sources) {
  Layers layers;
  layers.add_file(sources.conf / "defaults.yaml");
  layers.add_file(preset_file(sources));
  if (sources.is_registered) {
    layers.add_override("ncu_cli.replay_mode=range", "ncu_regions_add_test, which asks for range");
  }
  for (const fs::path& file : sources.files) layers.add_file(file);
  for (const std::string& text : sources.call) layers.add_override(text, "ncu_regions_add_test");
  for (const auto& [key, items] : sources.call_lists) {
    layers.set_list(key, items, "ncu_regions_add_test");
  }
  for (const std::string& text : sources.overrides) layers.add_override(text, kCommandLine);
  for (const auto& [key, items] : sources.lists) layers.set_list(key, items, kCommandLine);
  if (sources.profiler_variable) {
    layers.add_override("profiler=" + *sources.profiler_variable,
                        "environment variable NCU_REGIONS_PROFILER");
  }
  return layers;
}

ShownSettings shown_settings(const Layers& layers) {
  ShownSettings shown;
  shown.sections = layers.at("ncu_cli.sections").items;
  shown.metrics = layers.at("ncu_cli.metrics").items;
  shown.kernels.name_base = layers.text("ncu_cli.kernel_name_base");
  shown.kernels.general.include = layers.at("ncu_cli.kernel_include").items;
  shown.kernels.general.exclude = layers.at("ncu_cli.kernel_exclude").items;
  shown.kernels.by_region = layers.kernels_of();
  shown.aggregate = layers.flag("aggregate");
  shown.top_kernels = layers.whole("top_kernels");
  return shown;
}

NcuSettings ncu_settings(const Layers& layers) {
  const auto text = [&](const std::string& key) { return layers.text("ncu_cli." + key); };
  const auto list = [&](const std::string& key) { return layers.at("ncu_cli." + key).items; };
  NcuSettings ncu;
  ncu.program = text("program");
  ncu.replay_mode = text("replay_mode");
  ncu.set = text("set");
  ncu.sections = list("sections");
  ncu.metrics = list("metrics");
  ncu.nvtx_include = list("nvtx.include");
  ncu.push_pop_scope = text("nvtx.push_pop_scope");
  ncu.kernel_name = text("kernel_name");
  ncu.kernel_name_base = text("kernel_name_base");
  ncu.launch_skip = layers.whole("ncu_cli.launch_skip");
  if (!text("launch_count").empty()) ncu.launch_count = layers.whole("ncu_cli.launch_count");
  ncu.graph_profiling = text("graph_profiling");
  ncu.range_replay_options = list("range_replay_options");
  ncu.app_replay_match = text("app_replay_match");
  ncu.app_replay_mode = text("app_replay_mode");
  ncu.target_processes = text("target_processes");
  ncu.target_processes_filter = list("target_processes_filter");
  ncu.clock_control = text("clock_control");
  ncu.cache_control = text("cache_control");
  ncu.apply_rules = layers.flag("ncu_cli.apply_rules");
  ncu.extra_args = list("extra_args");
  return ncu;
}

CaptureSettings capture_settings(const Layers& layers) {
  CaptureSettings capture;
  capture.device = layers.text("device");
  capture.captures = layers.whole("captures");
  capture.census = layers.flag("census");
  capture.census_launches_max = layers.whole("census_launches_max");
  capture.census_timeout_s = layers.seconds("census_timeout_s");
  capture.fallback = layers.text("fallback");
  capture.retry_wait_s = layers.seconds("retry_wait_s");
  return capture;
}

HostSettings host_settings(const Layers& layers) {
  return {layers.text("host.glibc_tunables"), layers.at("host.environment").items,
          layers.whole("host.boundaries_max"), layers.text("host.count_method")};
}

// image_size: 16 becomes --image-size 16.
std::vector<std::string> parameter_arguments(const Layers& layers) {
  std::vector<std::string> arguments;
  for (const char* group : {"workload.architecture", "workload.inference"}) {
    for (const auto& [name, value] : layers.parameters(group)) {
      std::string option = "--" + name;
      std::ranges::replace(option, '_', '-');
      arguments.push_back(std::move(option));
      arguments.push_back(value);
    }
  }
  return arguments;
}

// Whether the profiler that measures can have this one.
bool is_of(PresetFolder folder, const std::string& metric) {
  if (metric == kInstancesMetric) return folder != PresetFolder::kBenchmark;
  const PresetFolder own = metric.starts_with("host__")           ? PresetFolder::kHost
                           : metric.starts_with(kBenchmarkPrefix) ? PresetFolder::kBenchmark
                                                                  : PresetFolder::kNcu;
  return folder == own;
}

// A list of metrics that is not the preset's declares them, and so does a budget or a limit for
// one.
std::set<std::string> declared_metrics(const Settings& settings, const Layers& layers,
                                       const SettingsSources& sources) {
  Layers preset;
  preset.add_file(sources.conf / "defaults.yaml");
  if (sources.preset_file.empty()) preset.add_file(preset_file(sources));
  std::set<std::string> declared;
  if (layers.at("metrics").origin != preset.at("metrics").origin) {
    declared.insert(settings.metrics.begin(), settings.metrics.end());
  }
  for (const BudgetRule& rule : settings.budgets) {
    if (rule.is_of_table) continue;
    for (const std::string& metric : settings.metrics) {
      if (glob_match(rule.metric, metric)) declared.insert(metric);
    }
  }
  return declared;
}

// One quantity has one name, whatever the user called it.
void name_quantities(Settings& settings) {
  const MetricTable& table = settings.metric_table;
  for (BudgetRule& rule : settings.budgets) rule.metric = table.quantity_of(rule.metric);
  for (Waiver& waiver : settings.waivers) waiver.metric = table.quantity_of(waiver.metric);
  for (std::string& metric : settings.ncu.metrics) metric = table.quantity_of(metric);
}

void add_metrics(Settings& settings, const Layers& layers, PresetFolder folder) {
  const bool has_launches = !settings.ncu.is_range() || settings.capture.census;
  for (const std::string& metric : wanted_metrics(settings, layers)) {
    settings.metric_table.at(metric);  // throws for one of our own that is not known
    if (is_of(folder, metric) && metric == kLaunchesMetric && !has_launches) continue;
    (is_of(folder, metric) ? settings.metrics : settings.other_metrics).push_back(metric);
  }
}

}  // namespace

Settings load_settings(const SettingsSources& sources) {
  const Layers layers = load_layers(sources);
  Settings settings;
  settings.profiler = layers.text("profiler");
  settings.timeout_s = layers.seconds("timeout_s");
  settings.host = host_settings(layers);
  settings.ncu = ncu_settings(layers);
  settings.capture = capture_settings(layers);
  settings.launcher = {layers.at("launcher").items, layers.text("launcher_position"),
                       layers.text("launcher_rank_variable")};
  settings.parameters = parameter_arguments(layers);
  settings.shown = shown_settings(layers);
  settings.budgets = all_budgets(layers, sources);
  settings.waivers = layers.waivers();
  settings.decision = decision_settings(layers, sources.folder);
  settings.metric_table = load_metric_table(sources.conf / "metrics.yaml");
  name_quantities(settings);
  add_metrics(settings, layers, sources.folder);
  settings.declared_metrics = declared_metrics(settings, layers, sources);
  // What does not vary needs to be measured once.
  if (!gates_what_varies(settings)) settings.capture.captures = 1;
  for (const auto& [key, value] : layers.values()) {
    settings.origins[key] = value.origin;
    settings.values[key] =
        value.is_list ? "[" + join(value.items, ", ") + "]" : value.items.front();
  }
  refuse_contradictions(settings);
  return settings;
}

Settings default_settings() {
  SettingsSources sources;
  sources.conf = find_conf();
  return load_settings(sources);
}

}  // namespace ncu_regions
