#include "harness/pipeline/base_build.h"

#include <algorithm>
#include <cstdlib>

#include "harness/core/error.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

void refuse_same_build(const fs::path& build, const fs::path& base) {
  std::error_code failed;
  if (!fs::equivalent(tests_file(build), base, failed)) return;
  throw Error(ErrorKind::kUsage, build.string() +
                                     " is the build that is judged, and the base it is compared "
                                     "with (NCU_REGIONS_BASE): that would always pass");
}

std::vector<std::string> names_in(const fs::path& file) {
  try {
    return workload_names(file);
  } catch (const Error& error) {
    throw Error(error.kind(), "the base build: " + std::string(error.what()));
  }
}

// Its paths are absolute: those of a copy are of the build that it was copied from.
void refuse_moved_build(const Workload& base, const fs::path& file) {
  std::error_code failed;
  if (fs::equivalent(base.run.parent_path(), file.parent_path(), failed)) return;
  throw Error(ErrorKind::kUsage, "the base build: " + file.parent_path().string() +
                                     " was copied or moved from " +
                                     base.run.parent_path().string() +
                                     ", and its programs are those; configure it again, and build");
}

// The head's test with the base's program.
Workload with_program_of(const Workload& head, const Workload& base,
                         const std::vector<std::string>& further) {
  Workload workload = head;
  workload.gpu_command = base.gpu_command;
  workload.host_command = base.host_command;
  workload.args = base.args;
  workload.args.insert(workload.args.end(), further.begin(), further.end());
  workload.environment = base.environment;
  workload.working_directory = base.working_directory;
  workload.build = base.build;
  workload.is_gtest = base.is_gtest;
  return workload;
}

}  // namespace

fs::path base_of(const Workload& workload, const std::string& option) {
  if (!option.empty()) return fs::absolute(option);
  const char* variable = std::getenv("NCU_REGIONS_BASE");
  if (variable == nullptr || *variable == '\0') return workload.base;
  if (fs::path(variable).is_absolute()) return variable;
  throw Error(ErrorKind::kUsage, "NCU_REGIONS_BASE=" + printable(variable) +
                                     ": expected an absolute path of a build folder; tests run in "
                                     "another folder than ctest");
}

fs::path tests_of_build(const fs::path& build, const std::string& configuration) {
  std::error_code failed;
  fs::path file = tests_file(build);
  const fs::path of_configuration = tests_file(build / configuration);
  if (!fs::exists(file, failed) && fs::exists(of_configuration, failed)) file = of_configuration;
  if (fs::exists(file, failed)) return file;
  throw Error(
      ErrorKind::kUsage,
      build.string() +
          " was named as the base build (NCU_REGIONS_BASE, --base-build, --rules-from), and "
          "is no build folder with registered tests: there is no " +
          file.string() + "; configure and build the base first");
}

void find_base(CheckRequest& request) {
  const BaseChoice& choice = request.base_choice;
  if (choice.build.empty()) return;
  const fs::path base = base_of(request.workload, choice.option);
  if (base.empty()) return;
  const Workload& head = request.workload;
  const fs::path file = tests_of_build(base, head.build.configuration);
  const std::vector<std::string> names = names_in(file);
  refuse_same_build(choice.build, file);
  if (std::ranges::find(names, head.name) == names.end()) {
    request.new_here = base.string() + ", which has no test '" + head.name + "'";
    return;
  }
  const Workload old = load_workload(file, head.name);
  refuse_moved_build(old, file);
  request.base_regions = old.regions;
  request.base_rules = BaseRules{base, old};
  request.base = with_program_of(head, old, choice.arguments);
}

}  // namespace ncu_regions
