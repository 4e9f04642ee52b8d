#include "harness/config/settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "harness/config/layers.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

double positive_seconds(const LayeredValue& value, const std::string& key) {
  const std::string& text = value.items.front();
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(seconds) ||
      seconds <= 0) {
    throw Error(ErrorKind::kUsage, value.origin + ": '" + key + ": " + text +
                                       "'; expected a number of seconds above 0");
  }
  return seconds;
}

std::uint64_t whole_number(const LayeredValue& value, const std::string& key) {
  const std::string& text = value.items.front();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number > 0) return number;
  throw Error(ErrorKind::kUsage,
              value.origin + ": '" + key + ": " + text + "'; expected a whole number above 0");
}

fs::path preset_file(const SettingsSources& sources) {
  const fs::path folder = sources.conf / "host";
  fs::path file = folder / (sources.preset + ".yaml");
  std::error_code failed;
  // A preset is a plain name: it must not reach out of conf/.
  if (sources.preset.find('/') == std::string::npos && fs::is_regular_file(file, failed)) {
    return file;
  }
  std::vector<std::string> known;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".yaml") known.push_back(entry.path().stem().string());
  }
  throw Error(ErrorKind::kUsage, "unknown preset '" + sources.preset + "'" +
                                     suggestion(sources.preset, known) + "; " + folder.string() +
                                     " has: " + join(known, ", "));
}

Layers load_layers(const SettingsSources& sources) {
  Layers layers;
  layers.add_file(sources.conf / "defaults.yaml");
  layers.add_file(preset_file(sources));
  for (const fs::path& file : sources.files) layers.add_file(file);
  for (const std::string& text : sources.overrides) layers.add_override(text, "command line");
  for (const auto& [key, items] : sources.lists) layers.set_list(key, items, "command line");
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
  shown.kernels.name_base = layers.at("ncu_cli.kernel_name_base").items.front();
  shown.kernels.general.include = layers.at("ncu_cli.kernel_include").items;
  shown.kernels.general.exclude = layers.at("ncu_cli.kernel_exclude").items;
  shown.kernels.by_region = layers.kernels_of();
  shown.aggregate = layers.at("aggregate").items.front() == "true";
  shown.top_kernels = whole_number(layers.at("top_kernels"), "top_kernels");
  return shown;
}

}  // namespace

Settings load_settings(const SettingsSources& sources) {
  const Layers layers = load_layers(sources);
  Settings settings;
  settings.profiler = layers.at("profiler").items.front();
  settings.timeout_s = positive_seconds(layers.at("timeout_s"), "timeout_s");
  settings.metrics = layers.at("metrics").items;
  settings.host.glibc_tunables = layers.at("host.glibc_tunables").items.front();
  settings.host.environment = layers.at("host.environment").items;
  settings.host.boundaries_max =
      whole_number(layers.at("host.boundaries_max"), "host.boundaries_max");
  settings.host.count_method = layers.at("host.count_method").items.front();
  settings.shown = shown_settings(layers);
  settings.budgets = layers.budgets();
  settings.metric_table = load_metric_table(sources.conf / "metrics.yaml");
  for (const std::string& metric : settings.metrics) settings.metric_table.at(metric);
  for (const auto& [key, value] : layers.values()) {
    settings.origins[key] = value.origin;
    settings.values[key] =
        value.is_list ? "[" + join(value.items, ", ") + "]" : value.items.front();
  }
  return settings;
}

Settings default_settings() {
  SettingsSources sources;
  sources.conf = find_conf();
  return load_settings(sources);
}

bool gates_anything(const Settings& settings) {
  return std::ranges::any_of(settings.metrics, [&](const std::string& metric) {
    if (settings.metric_table.at(metric).gate != Gate::kInfo) return true;
    return std::ranges::any_of(settings.budgets, [&](const BudgetRule& rule) {
      return rule.gate && *rule.gate != Gate::kInfo && glob_match(rule.metric, metric);
    });
  });
}

fs::path find_conf() {
  std::vector<fs::path> places;
  std::error_code failed;
  if (const char* variable = std::getenv("NCU_REGIONS_CONF")) places.emplace_back(variable);
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (!failed) places.push_back(program.parent_path().parent_path() / "share/ncu-regions/conf");
  places.emplace_back(NCU_REGIONS_SOURCE_CONF);
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place / "defaults.yaml", failed)) return place;
  }
  std::string looked;
  for (const fs::path& place : places) looked += "\n  " + place.string();
  throw Error(ErrorKind::kUsage, "no defaults.yaml found; looked in:" + looked +
                                     "\nset NCU_REGIONS_CONF to the conf folder of ncu-regions");
}

}  // namespace ncu_regions
