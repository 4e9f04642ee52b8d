// ncu-regions plan: what a check under ncu would run, and which file and line set each value.
#include <algorithm>

#include "harness/cli/check_options.h"
#include "harness/cli/commands.h"
#include "harness/core/text.h"
#include "harness/pipeline/plan.h"

namespace ncu_regions::cli {
namespace {

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string counted(std::size_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::size_t level_of(const PlannedRun& planned, std::size_t region) {
  for (const PlannedCapture& capture : planned.plan.captures) {
    if (std::ranges::find(capture.regions, region) != capture.regions.end()) return capture.level;
  }
  return 0;
}

void print_head(const PlannedRun& planned) {
  const bool is_installed = planned.ncu.version != NcuVersion{};
  print_line(printable(planned.workload.name) + ": " + planned.settings.ncu.replay_mode +
             " replay under ncu" +
             (is_installed ? " " + to_string(planned.ncu.version) + " (" +
                                 printable(planned.ncu.program.string()) + ")"
                           : ", which is not installed here: commands are those of 2026.1"));
}

void print_regions(const PlannedRun& planned) {
  print_line(planned.survey.empty()
                 ? "\nregions, as they are written (no check has surveyed the program yet):"
                 : "\nregions, by the last survey (" + printable(planned.survey) + "):");
  if (planned.is_survey_old) print_line("  note: the program was changed since that survey");
  for (std::size_t i = 0; i < planned.plan.regions.size(); ++i) {
    const PlannedRegion& region = planned.plan.regions[i];
    std::string text = "  " + padded(printable(written_form(region.path)), 24);
    if (planned.settings.ncu.is_range()) text += " run " + std::to_string(level_of(planned, i));
    if (!region.is_level_known) text += ", level unknown (a label: it may stand anywhere)";
    if (region.instances) text += ", " + counted(*region.instances, "instance");
    print_line(text);
  }
  for (const std::string& declared : planned.workload.regions) {
    const bool is_known =
        std::ranges::any_of(planned.plan.regions, [&](const PlannedRegion& region) {
          return region.declared == declared || is_named_by(region.path, declared);
        });
    if (!is_known) print_line("  " + padded(printable(declared), 24) + " NOT SEEN by the survey");
  }
}

std::string what_for(const PlannedRun& planned, const PlannedCapture& capture) {
  if (capture.kind == CaptureKind::kCensus) return "counts and names the kernels, one pass";
  if (capture.regions.empty()) return "every kernel of the regions";
  std::vector<std::string> names;
  for (const std::size_t region : capture.regions) {
    names.push_back(printable(display_form(planned.plan.regions[region].path)));
  }
  return join(names, ", ");
}

void print_captures(const PlannedRun& planned) {
  print_line("\nruns of the program:");
  print_line("  " + padded("1-survey", 16) + " a plain run: which regions there are, how often");
  for (std::size_t i = 0; i < planned.commands.size(); ++i) {
    print_line("  " + padded(planned.commands[i].id, 16) + " " +
               what_for(planned, planned.plan.captures[i]));
  }
  std::string cost = "\nncu is started " + counted(planned.commands.size(), "time") + " for " +
                     counted(planned.settings.capture.captures, "sample");
  if (planned.settings.ncu.is_range()) {
    cost += "; with a run per region it would be " + std::to_string(planned.plan.one_by_one) +
            " times, without any count of kernels";
  }
  print_line(cost);
}

void print_commands(const PlannedRun& planned) {
  print_line("\ncommands (in " + printable(planned.workload.working_directory.string()) + "):");
  for (const CaptureCommand& command : planned.commands) {
    print_line("\n# " + command.id + "\n" + printable(shell_line(command.argv)));
  }
}

void print_settings(const PlannedRun& planned) {
  print_line("\nsettings, and where each came from:");
  for (const auto& [key, value] : planned.settings.values) {
    print_line("  " + padded(key + ": " + (value.empty() ? "\"\"" : printable(value)), 56) +
               "  # " + printable(planned.settings.origins.at(key)));
  }
}

}  // namespace

Action add_plan(CLI::App& app, const Context& context) {
  CLI::App* command = add_command(app, "plan", "Show what a check under ncu would run");
  const auto options = add_check_options(*command);
  auto explain = std::make_shared<bool>(false);
  command->add_flag("--explain", *explain, "which file and line set each value");
  return [options, explain, &context] {
    const PlannedRun planned = plan_check(request_from(*options, context));
    print_head(planned);
    print_regions(planned);
    print_captures(planned);
    if (*explain) print_settings(planned);
    print_commands(planned);
    return ExitCode::kPass;
  };
}

}  // namespace ncu_regions::cli
