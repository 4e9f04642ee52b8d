#include "tests/ncu_stand_in/questions.h"

#include <algorithm>
#include <regex>

#include "tests/ncu_stand_in/output_name.h"
#include "tests/ncu_stand_in/values.h"

namespace ncu_regions::stand_in {
namespace {

constexpr std::size_t kFileWidth = 50;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string file_cell(const std::string& id) {
  const std::string file =
      "/opt/nsight-compute/target/linux-desktop-glibc_2_11_3-x64/../../sections/" + id + ".section";
  return "..." + file.substr(file.size() - (kFileWidth - 3));
}

std::string sections_table(std::vector<std::string> ids) {
  std::ranges::sort(ids);
  std::size_t id_width = 10, name_width = 12;
  for (const std::string& id : ids) {
    id_width = std::max(id_width, id.size());
    name_width = std::max(name_width, section_form(id).name.size());
  }
  const auto line = [&](const std::string& id, const std::string& name, const std::string& enabled,
                        const std::string& file) {
    return padded(id, id_width) + " " + padded(name, name_width) + " " + padded(enabled, 7) + " " +
           padded(file, kFileWidth) + "\n";
  };
  const std::string rule = line(std::string(id_width, '-'), std::string(name_width, '-'),
                                std::string(7, '-'), std::string(kFileWidth, '-'));
  std::string text = rule + line("Identifier", "Display Name", "Enabled", "Filename") + rule;
  for (const std::string& id : ids) text += line(id, section_form(id).name, "no", file_cell(id));
  return text;
}

// As the real one prints it: a heading, then a table.
std::string metrics_table(const Chip& chip) {
  const std::string rule = std::string(75, '-') + " " + std::string(15, '-') + "\n";
  std::string text = "Device ncu stand-in, no GPU (" + chip.name + ")\n" + rule +
                     padded("Metric Name", 75) + " " + padded("Metric Type", 15) + "\n" + rule;
  for (const std::string& metric : chip.metrics) {
    text += padded(metric, 75) + " " + padded("Counter", 15) + "\n";
  }
  return text;
}

std::string version_text(const std::string& version) {
  return "NVIDIA (R) Nsight Compute Command Line Profiler\n"
         "Copyright (c) 2018-" +
         version.substr(0, 4) +
         " NVIDIA Corporation\n"
         "Version " +
         version + " (build 34181891) (public-release)\n";
}

bool names_section(const std::string& option, const std::string& id) {
  if (!option.starts_with("regex:")) return option == id;
  return std::regex_search(id, std::regex(option.substr(6)));
}

}  // namespace

std::optional<Answer> answer_question(const Arguments& arguments, const Scenario& scenario) {
  if (arguments.has("version")) return Answer{0, version_text(scenario.version), ""};
  if (arguments.has("query-metrics") && !scenario.chip.name.empty()) {
    return Answer{0, metrics_table(scenario.chip), ""};
  }
  if (arguments.has("query-metrics")) return scenario.query_metrics;
  if (arguments.has("list-sections")) return Answer{0, sections_table(scenario.sections), ""};
  if (arguments.program.empty() && arguments.value("clock-control") == "reset") {
    return scenario.clock_reset;
  }
  return std::nullopt;
}

std::vector<std::string> chosen_sections(const Arguments& arguments, const Scenario& scenario) {
  std::vector<std::string> chosen;
  for (const std::string& option : arguments.values("section")) {
    const std::size_t before = chosen.size();
    for (const std::string& id : scenario.sections) {
      if (names_section(option, id)) chosen.push_back(id);
    }
    if (chosen.size() != before) continue;
    throw NcuError("Option '--section " + option + "' did not match any section.\n" +
                   "==ERROR== Use --list-sections to see the list of available sections.");
  }
  return chosen;
}

}  // namespace ncu_regions::stand_in
