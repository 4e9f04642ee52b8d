// ncu-regions doctor: what this machine can measure.
#include "harness/cli/commands.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/machine/doctor.h"
#include "harness/machine/gpu_state.h"
#include "harness/pipeline/doctor_capture.h"
#include "harness/render/doctor_text.h"

namespace ncu_regions::cli {
namespace {

ExitCode doctor(bool json, const Context& context) {
  if (context.has_dashes) {
    throw Error(ErrorKind::kUsage, "doctor runs no program; see 'ncu-regions doctor --help'");
  }
  const DoctorReport report = examine_with_capture();
  std::string text = json ? doctor_json(report) : doctor_text(report);
  text.pop_back();  // print_line ends the last line
  print_line(text);
  return report.gpu_measurable ? ExitCode::kPass : ExitCode::kSkipped;
}

// Without a GPU nothing is written: tests that ask for one would not be run, and with them the host
// builds that could have been measured instead.
ExitCode write_resources(const std::string& file) {
  const auto gpus = look_at_gpus(10);
  if (!gpus || gpus->empty()) {
    print_line("no GPU was found (nvidia-smi lists none): no resource file was written");
    return ExitCode::kSkipped;
  }
  make_folder(std::filesystem::absolute(file).parent_path());
  write_file(file, resources_json(*gpus));
  print_line(printable(file) + ": " + counted(gpus->size(), "GPU") +
             ", one slot each; use it with: ctest --resource-spec-file " +
             shell_word(printable(std::filesystem::absolute(file).string())));
  return ExitCode::kPass;
}

}  // namespace

Action add_doctor(CLI::App& app, const Context& context) {
  CLI::App* command = add_command(app, "doctor", "Say what this machine can measure");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "for programs");
  auto resources = std::make_shared<std::string>();
  command->add_option("--resources", *resources, "write the GPUs as resources of CTest");
  return [json, resources, &context] {
    return resources->empty() ? doctor(*json, context) : write_resources(*resources);
  };
}

}  // namespace ncu_regions::cli
