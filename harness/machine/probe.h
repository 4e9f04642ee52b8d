// Machine: asks a program for a line of text, with a time limit. For versions and the like. Nothing
// that the program started is left afterwards.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ncu_regions {

inline constexpr std::size_t kMostAnswer = std::size_t{64} * 1024;

struct ProgramAnswer {
  std::string output;   // its standard output
  std::string errors;   // its standard error
  std::string bad_end;  // "was ended by signal 11 (Segmentation fault)"; empty: exit code 0

  bool ended_itself =
      false;  // with an exit code, whichever; else it was killed, stopped or never ran

  // The end of what it said, on standard error or else on standard output, in one harmless line.
  std::string last_line() const;
};

// How a program that was asked for its version does not work, and its words.
std::string broken_tool(const std::filesystem::path& program, const ProgramAnswer& answer);

// No shell. A program that says more than `most_bytes` is ended there.
ProgramAnswer answer_of(const std::vector<std::string>& argv, double limit_s,
                        std::size_t most_bytes = kMostAnswer);

// Standard output of the program when it ended with code 0 within the limit, else nothing.
std::optional<std::string> ask_program(const std::vector<std::string>& argv, double limit_s);

// Every program of this name, on PATH and then in the further folders.
std::vector<std::filesystem::path> find_programs(
    const std::string& name, const std::vector<std::filesystem::path>& further = {});

// The first of them.
std::optional<std::filesystem::path> find_program(
    const std::string& name, const std::vector<std::filesystem::path>& further = {});

}  // namespace ncu_regions
