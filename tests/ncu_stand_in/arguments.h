// Tests: the command line of the stand-in for ncu.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ncu_regions::stand_in {

// Options as "--name=value" or "--name value", under their long names; the first word that is no
// option is the program.
struct Arguments {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> options;  // "replay-mode", "range"
  std::vector<std::string> program;                          // with its arguments

  bool has(std::string_view name) const;
  std::string value(std::string_view name, std::string_view otherwise = "") const;  // the last one
  std::vector<std::string> values(std::string_view name) const;
  // The values as comma lists, taken apart.
  std::vector<std::string> list(std::string_view name) const;

  std::string replay_mode() const { return value("replay-mode", "kernel"); }
  bool is_range_mode() const { return replay_mode().ends_with("range"); }
  bool runs_again() const { return replay_mode().starts_with("app"); }
  // Counts launches only: one time per kernel, or the first few of them.
  bool is_census() const;
};

Arguments parse_arguments(const std::vector<std::string>& argv);

// The first option, as it was written, that an ncu of this version ("2024.2.0.0") does not know.
std::optional<std::string> unknown_option(const Arguments& arguments, std::string_view version);

}  // namespace ncu_regions::stand_in
