// ncu-regions doctor: what this machine can measure.
#include "harness/cli/commands.h"
#include "harness/core/error.h"
#include "harness/machine/doctor.h"
#include "harness/render/doctor_text.h"

namespace ncu_regions::cli {
namespace {

ExitCode doctor(bool json, const Context& context) {
  if (context.has_dashes) {
    throw Error(ErrorKind::kUsage, "doctor runs no program; see 'ncu-regions doctor --help'");
  }
  const DoctorReport report = look_over_machine();
  std::string text = json ? doctor_json(report) : doctor_text(report);
  text.pop_back();  // print_line ends the last line
  print_line(text);
  return report.gpu_measurable ? ExitCode::kPass : ExitCode::kSkipped;
}

}  // namespace

Action add_doctor(CLI::App& app, const Context& context) {
  CLI::App* command = add_command(app, "doctor", "Say what this machine can measure");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "for programs");
  return [json, &context] { return doctor(*json, context); };
}

}  // namespace ncu_regions::cli
