// Tests: stands in for ncu where there is no GPU: it says what ncu says and writes reports of
// planned regions. What it does in which capture is written in a scenario: see scenario.h.
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <string>

#include "tests/ncu_stand_in/capture.h"
#include "tests/ncu_stand_in/files.h"
#include "tests/ncu_stand_in/invocation.h"
#include "tests/ncu_stand_in/questions.h"

namespace ncu_regions::stand_in {
namespace {

constexpr int kBadScenario = 99;

int run(const Arguments& arguments) {
  const char* file = std::getenv("NCU_STAND_IN_SCENARIO");
  const Scenario scenario = file == nullptr ? Scenario() : read_scenario(file);
  if (const std::optional<Answer> answer = answer_question(arguments, scenario)) {
    log_invocation(arguments, std::nullopt);
    write_all(STDOUT_FILENO, answer->out);
    write_all(STDERR_FILENO, answer->err);
    return answer->exit;
  }
  if (arguments.program.empty()) {
    log_invocation(arguments, std::nullopt);
    write_all(STDOUT_FILENO, "usage: ncu [options] [program] [program-arguments]\n");
    return arguments.options.empty() ? 0 : 1;
  }
  const std::uint64_t nth = count_capture();
  log_invocation(arguments, nth);
  return capture(arguments, scenario, choose_entry(scenario, arguments, nth));
}

}  // namespace
}  // namespace ncu_regions::stand_in

int main(int argc, char** argv) {
  using namespace ncu_regions::stand_in;
  try {
    return run(parse_arguments({argv, argv + argc}));
  } catch (const std::exception& error) {
    write_all(STDERR_FILENO, std::string("ncu_stand_in: ") + error.what() + "\n");
    return kBadScenario;
  }
}
