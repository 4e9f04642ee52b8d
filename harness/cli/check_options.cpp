#include "harness/cli/check_options.h"

#include <cstdlib>

#include "harness/config/settings.h"
#include "harness/config/workload.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

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
  Workload workload =
      load_workload(fs::path(options.build) / "ncu-regions" / "tests.json", options.test);
  workload.args.insert(workload.args.end(), context.after_dashes.begin(),
                       context.after_dashes.end());
  return workload;
}

void require_plain_name(const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos || name.starts_with('.')) {
    refuse("the name of a workload, '" + name +
           "', must be a plain file name; give one with --name");
  }
}

Workload from_workload_file(const CheckOptions& options, const Context& context) {
  Workload workload = load_workload_file(options.workload, find_conf());
  workload.args = context.after_dashes;
  if (!options.name.empty()) workload.name = options.name;
  if (!options.regions.empty()) workload.regions = options.regions;
  if (!options.preset.empty()) workload.preset = options.preset;
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
  workload.host_command = {context.after_dashes.front()};
  workload.args.assign(context.after_dashes.begin() + 1, context.after_dashes.end());
  workload.name = options.name.empty() ? default_name(context.after_dashes) : options.name;
  require_plain_name(workload.name);
  workload.regions = options.regions;
  if (!options.preset.empty()) workload.preset = options.preset;
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
  command.add_option("--preset", options->preset, "preset in conf/host");
  command.add_option("--config", options->config_files, "further settings file")
      ->allow_extra_args(false);
  command.add_option("--baselines", options->baselines, "folder of the stored baselines");
  command.add_option("--run", options->run, "folder for the results");
  command.add_option("override", options->overrides, "key=value");
  return options;
}

CheckRequest request_from(const CheckOptions& options, const Context& context) {
  CheckRequest request;
  for (const std::string& word : options.overrides) {
    if (word.find('=') != std::string::npos) continue;
    refuse("'" + printable(word) + "' is no key=value; a program stands after '--'");
  }
  if (!options.test.empty() && !options.workload.empty()) {
    refuse("--test and --workload exclude each other");
  }
  request.workload = !options.test.empty()       ? registered(options, context)
                     : !options.workload.empty() ? from_workload_file(options, context)
                                                 : from_command_line(options, context);
  for (const std::string& file : options.config_files) {
    request.workload.config_files.emplace_back(file);
  }
  if (!options.baselines.empty()) request.workload.baselines = options.baselines;
  if (!options.run.empty()) request.workload.run = options.run;
  request.workload.run = fs::absolute(request.workload.run);
  request.workload.baselines = fs::absolute(request.workload.baselines);
  request.overrides = options.overrides;
  request.library = find_injection_library();
  request.tell = tell_line;
  return request;
}

fs::path find_injection_library() {
  std::vector<fs::path> places;
  if (const char* variable = std::getenv("NCU_REGIONS_NVTX_LIBRARY")) places.emplace_back(variable);
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (!failed) {
    places.push_back(program.parent_path().parent_path() / "lib" / "libncu_regions_nvtx.so");
  }
  places.emplace_back(NCU_REGIONS_BUILT_LIBRARY);
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, failed)) return fs::absolute(place);
  }
  std::string looked;
  for (const fs::path& place : places) looked += "\n  " + place.string();
  refuse("the NVTX injection library was not found; looked for:" + looked +
         "\nset NCU_REGIONS_NVTX_LIBRARY to libncu_regions_nvtx.so");
}

}  // namespace ncu_regions::cli
