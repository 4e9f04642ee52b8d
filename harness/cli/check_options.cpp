#include "harness/cli/check_options.h"

#include <algorithm>
#include <cstdlib>

#include "harness/config/settings.h"
#include "harness/config/workload.h"
#include "harness/core/error.h"
#include "harness/core/own_files.h"
#include "harness/core/text.h"
#include "harness/core/utf8.h"
#include "harness/pipeline/program.h"

namespace ncu_regions::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::kUsage, why); }

Workload registered(const CheckOptions& options, const Context& context) {
  if (!options.name.empty() || !options.regions.empty() || !options.preset.empty()) {
    refuse(
        "--test takes name, regions and preset from the build; leave out --name, --region and "
        "--preset");
  }
  Workload workload = load_workload(tests_file(options.build), options.test);
  workload.args.insert(workload.args.end(), context.after_dashes.begin(),
                       context.after_dashes.end());
  return workload;
}

// A name in conf/, or a file.
void set_preset(Workload& workload, const std::string& preset) {
  if (preset.empty()) return;
  workload.preset = preset;
  if (!preset.ends_with(".yaml")) return;
  workload.preset_file = fs::absolute(preset);
  workload.preset = workload.preset_file.stem().string();
}

void require_plain_name(const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos || name.starts_with('.')) {
    refuse("the name of a workload, '" + name +
           "', must be a plain file name; give one with --name");
  }
}

// Whether the settings on the command line name this profiler.
bool is_chosen(const CheckOptions& options, const std::string& profiler) {
  const char* variable = std::getenv("NCU_REGIONS_PROFILER");
  if (variable != nullptr && *variable != '\0') return variable == profiler;
  return std::ranges::find(options.overrides, "profiler=" + profiler) != options.overrides.end();
}

// A program without a build to ask: it is the CUDA build when it holds GPU code, or when ncu is
// asked for (a script's GPU code is elsewhere), and never when the host profiler is.
void set_program(Workload& workload, const CheckOptions& options,
                 const std::vector<std::string>& words) {
  const bool is_gpu =
      is_chosen(options, "ncu") || (!is_chosen(options, "host") && holds_gpu_code(words.front()));
  (is_gpu ? workload.gpu_command : workload.host_command) = {words.front()};
  if (is_gpu) workload.host_command.clear();
  workload.args.assign(words.begin() + 1, words.end());
}

Workload from_workload_file(const CheckOptions& options, const Context& context) {
  Workload workload = load_workload_file(options.workload, find_conf());
  if (workload.host_command.empty()) {
    if (context.after_dashes.empty())
      refuse(options.workload + ": has no 'workload.command'; give the program after '--'");
    set_program(workload, options, context.after_dashes);
  } else {
    const std::vector<std::string> command = workload.host_command;
    set_program(workload, options, command);
    workload.args.insert(workload.args.end(), context.after_dashes.begin(),
                         context.after_dashes.end());
  }
  if (!options.name.empty()) workload.name = options.name;
  if (!options.regions.empty()) workload.regions = options.regions;
  set_preset(workload, options.preset);
  require_plain_name(workload.name);
  workload.baselines = "baselines";
  workload.run = fs::path("ncu-regions") / workload.name;
  return workload;
}

Workload from_command_line(const CheckOptions& options, const Context& context) {
  if (context.after_dashes.empty()) {
    refuse("nothing to run: give --test NAME of a build, --workload FILE, or a program after '--'");
  }
  Workload workload;
  set_program(workload, options, context.after_dashes);
  workload.name = options.name.empty() ? default_name(context.after_dashes) : options.name;
  require_plain_name(workload.name);
  workload.regions = options.regions;
  set_preset(workload, options.preset);
  workload.baselines = "baselines";
  workload.run = fs::path("ncu-regions") / workload.name;
  return workload;
}

}  // namespace

std::shared_ptr<CheckOptions> add_check_options(CLI::App& command) {
  auto options = std::make_shared<CheckOptions>();
  command.add_option("--build", options->build, "CMake build folder with registered tests");
  command.add_option("--test", options->test, "a test registered by ncu_regions_add_test");
  command.add_option("--workload", options->workload, "a file that describes the workload");
  command.add_option("--name", options->name, "name of the workload");
  // One value each time: what follows may be an override.
  command.add_option("--region", options->regions, "a region that must be measured")
      ->allow_extra_args(false);
  command.add_option("--preset", options->preset, "preset in conf/ncu and conf/host");
  command.add_option("--config", options->config_files, "further settings file")
      ->allow_extra_args(false);
  command.add_option("--baselines", options->baselines, "folder of the stored baselines");
  command.add_option("--run", options->run, "folder for the results");
  command.add_option("--budget", options->budgets, "METRIC(REGION)=ALLOWANCE")
      ->allow_extra_args(false);
  command.add_option("--limit", options->limits, "METRIC(REGION)<=NUMBER")->allow_extra_args(false);
  command.add_option("--fail-on", options->fail_on, "suspect or noisy: exit code 3")
      ->allow_extra_args(false);
  command.add_option("--family", options->family, "workloads that share the false-alarm rate");
  command.add_option("override", options->overrides, "key=value");
  return options;
}

namespace {

void require_overrides(const CheckOptions& options) {
  for (const std::string& word : options.overrides) {
    if (word.find('=') != std::string::npos || word.starts_with('~')) continue;
    refuse("'" + printable(word) + "' is no key=value (or ~key); a program stands after '--'");
  }
}

// What holds whatever is judged.
void add_common(CheckRequest& request, const CheckOptions& options) {
  for (const std::string& file : options.config_files) {
    request.workload.config_files.emplace_back(file);
  }
  if (!options.baselines.empty()) request.workload.baselines = options.baselines;
  if (!options.run.empty()) request.workload.run = options.run;
  request.workload.run = fs::absolute(request.workload.run);
  request.workload.baselines = fs::absolute(request.workload.baselines);
  request.overrides = options.overrides;
  if (!options.family.empty()) request.overrides.push_back("family=" + options.family);
  if (!options.fail_on.empty()) {
    request.overrides.push_back("fail_on=[" + join(options.fail_on, ",") + "]");
  }
  request.workload.budgets = options.budgets;
  request.workload.limits = options.limits;
  request.tell = tell_line;
  request.progress = tell_progress;
}

}  // namespace

CheckRequest request_of_benchmarks(const CheckOptions& options, const std::string& file,
                                   const Context& context) {
  if (!options.test.empty() || !options.workload.empty() || !context.after_dashes.empty()) {
    refuse(
        "--benchmark-json judges a file that is there: leave out --test, --workload and the "
        "program "
        "after '--'");
  }
  require_overrides(options);
  CheckRequest request;
  request.benchmarks = file;
  Workload& workload = request.workload;
  workload.name = options.name.empty() ? fs::path(file).stem().string() : options.name;
  require_plain_name(workload.name);
  if (valid_utf8(workload.name) != workload.name) {
    refuse("the name '" + printable(workload.name) +
           "' is not UTF-8; give another one with --name");
  }
  workload.regions = options.regions;
  set_preset(workload, options.preset);
  workload.baselines = "baselines";
  workload.run = fs::path("ncu-regions") / workload.name;
  add_common(request, options);
  return request;
}

CheckRequest request_from(const CheckOptions& options, const Context& context) {
  CheckRequest request;
  require_overrides(options);
  if (!options.test.empty() && !options.workload.empty()) {
    refuse("--test and --workload exclude each other");
  }
  request.workload = !options.test.empty()       ? registered(options, context)
                     : !options.workload.empty() ? from_workload_file(options, context)
                                                 : from_command_line(options, context);
  add_common(request, options);
  request.library = find_injection_library();
  return request;
}

fs::path find_injection_library() {
  std::vector<fs::path> places;
  if (const char* variable = std::getenv("NCU_REGIONS_NVTX_LIBRARY")) places.emplace_back(variable);
  // An installation may have another folder of libraries; a build folder has not.
  for (const char* folder : {NCU_REGIONS_LIBRARY_FOLDERS}) {
    places.push_back(own_file(folder) / "ncu-regions" / "libncu_regions_nvtx.so");
  }
  std::error_code failed;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, failed)) return fs::absolute(place);
  }
  std::string looked;
  for (const fs::path& place : places) looked += "\n  " + place.string();
  refuse("the NVTX injection library was not found; looked for:" + looked +
         "\nset NCU_REGIONS_NVTX_LIBRARY to libncu_regions_nvtx.so");
}

}  // namespace ncu_regions::cli
