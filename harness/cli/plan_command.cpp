// ncu-regions plan: what a check under ncu would run, and which file and line set each value.
#include <algorithm>

#include "harness/cli/check_options.h"
#include "harness/cli/commands.h"
#include "harness/config/gate_rules.h"
#include "harness/core/text.h"
#include "harness/pipeline/plan.h"

namespace ncu_regions::cli {
namespace {

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
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
                           : ", which is not installed here: commands are those of " +
                                 to_string(kNewestKnownNcu)));
}

void print_regions(const PlannedRun& planned) {
  print_line(planned.survey.empty()
                 ? "\nregions, as they are written (no check has surveyed the program yet):"
                 : "\nregions, by the last survey (" + printable(planned.survey) + "):");
  for (const std::string& note : planned.notes) print_line("  note: " + printable(note));
  if (planned.is_survey_old) print_line("  note: the program was changed since that survey");
  for (std::size_t i = 0; i < planned.plan.regions.size(); ++i) {
    const PlannedRegion& region = planned.plan.regions[i];
    std::vector<std::string> facts;
    if (planned.settings.ncu.is_range())
      facts.push_back("run " + std::to_string(level_of(planned, i)));
    if (!region.is_level_known)
      facts.emplace_back("level unknown (a label: it may stand anywhere)");
    if (region.instances) facts.push_back(counted(*region.instances, "instance"));
    print_line("  " + padded(printable(written_form(region.path)), 24) + " " + join(facts, ", "));
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

// Labels may be nested in each other: then there are more runs.
bool is_provisional(const PlannedRun& planned) {
  return planned.settings.ncu.is_range() &&
         std::ranges::any_of(planned.plan.regions,
                             [](const PlannedRegion& region) { return !region.is_level_known; });
}

std::string sample_of(const PlannedRun& planned, const PlannedCapture& capture) {
  if (planned.settings.capture.captures < 2 || capture.sample == 0) return "";
  return " (sample " + std::to_string(capture.sample) + ")";
}

void print_captures(const PlannedRun& planned) {
  print_line("\nruns of the program:");
  print_line("  " + padded("1-survey", 16) + " a plain run: which regions there are, how often");
  for (std::size_t i = 0; i < planned.commands.size(); ++i) {
    print_line("  " + padded(planned.commands[i].id, 16) + " " +
               what_for(planned, planned.plan.captures[i]) +
               sample_of(planned, planned.plan.captures[i]));
  }
  const bool provisional = is_provisional(planned);
  std::string cost = std::string("\nncu is started ") + (provisional ? "at least " : "") +
                     counted(planned.commands.size(), "time") + " for " +
                     counted(planned.settings.capture.captures, "sample");
  if (gates_what_varies(planned.settings)) {
    cost += ", and again for regions that are undecided then: up to " +
            counted(planned.settings.decision.captures_max, "sample") + " more";
  }
  if (planned.settings.ncu.is_range() && planned.plan.one_by_one > planned.commands.size()) {
    cost += "; with a run per region it would be " + counted(planned.plan.one_by_one, "time");
  }
  print_line(cost);
  if (provisional) {
    print_line(
        "provisional: regions that are named by a label alone may contain each other, and need "
        "more runs "
        "then; the survey of the first check tells, or name them in full (A/A::A1)");
  }
}

void print_commands(const PlannedRun& planned) {
  print_line("\ncommands (in " + printable(planned.workload.working_directory.string()) + "):");
  for (const CaptureCommand& command : planned.commands) {
    const std::string folder = (planned.workload.run / "captures" / command.id).string();
    print_line("\n# " + command.id + "\nmkdir -p " + shell_word(printable(folder)) + "\n" +
               printable(shell_line(command.argv)));
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
