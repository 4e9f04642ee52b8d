// Tests of workloads: what a program printed and how it ended.
#pragma once

#include <string>
#include <vector>

#include "workloads/support/program.h"

namespace ncu_regions::workloads {

struct Outcome {
  ExitCode code;
  std::string out;
  std::string err;
};

inline Outcome outcome_of(ProgramFunction& program, const std::vector<std::string>& arguments) {
  Outcome outcome{};
  outcome.code = program(arguments, outcome.out, outcome.err);
  return outcome;
}

}  // namespace ncu_regions::workloads
