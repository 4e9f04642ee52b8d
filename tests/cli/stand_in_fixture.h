// CLI tests: checks under the stand-in for ncu, which plays a scenario.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "tests/cli/cli_fixture.h"

namespace ncu_regions {

class StandInTest : public CliTest {
 protected:
  // The regions of shallow_resnet: A with A::A1 in it, and B, two instances each.
  static nlohmann::json resnet_scenario();

  void play(nlohmann::json scenario);
  // The scenario of shallow_resnet with these entries of "captures".
  void play_captures(const nlohmann::json& captures);

  // The run's values become the baseline, with --captures 1 unless told otherwise.
  ProgramResult accept(const std::vector<std::string>& further = {"--captures", "1"});
  // check of the host build of shallow_resnet, which the stand-in takes for a CUDA program.
  ProgramResult check_resnet(std::vector<std::string> further = {});
  ProgramResult check_program(const std::vector<std::string>& program,
                              const std::vector<std::string>& regions,
                              std::vector<std::string> further);

  // Starts a check and returns its process when the stand-in runs.
  pid_t start_check(const std::vector<std::string>& further = {});
  // How it ended, as from waitpid.
  int wait_for(pid_t check) const;

  // Of the latest capture, when its scenario names them; ends the test when they do not go away.
  void expect_no_process_left();

  // Every call of ncu for a capture: its arguments.
  std::vector<std::vector<std::string>> calls() const;
  // Words of one call that begin like that.
  static std::vector<std::string> words(const std::vector<std::string>& call,
                                        const std::string& begin);
  std::vector<std::string> reports() const;  // .ncu-rep files in the run
  ProgramOptions options() const;

 private:
  std::vector<std::string> arguments(const std::vector<std::string>& further) const;
};

}  // namespace ncu_regions
