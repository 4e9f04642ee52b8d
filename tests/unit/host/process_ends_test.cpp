#include "harness/host/process_ends.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <sstream>

#include "harness/core/files.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions::host {
namespace {

constexpr char kWhole[] =
    "==7== Callgrind\nevents: Ir\n==7== Events    : Ir\n==7== Collected : 9\n";
constexpr char kAborted[] =
    "==8== Callgrind\n==8== Process terminating with default action of signal 6 (SIGABRT)\n"
    "==8== Collected : 9\n";
constexpr char kCutOff[] = "==9== Callgrind\n";

std::optional<int> signal_in(const std::string& text) {
  std::istringstream log(text);
  return signal_in_log(log);
}

TEST(ProcessEnds, ALogTellsTheSignalOrThatThereWasNone) {
  EXPECT_EQ(signal_in(kWhole), 0);
  EXPECT_EQ(signal_in(kAborted), 6);
  EXPECT_EQ(signal_in(kCutOff), std::nullopt);
  EXPECT_EQ(signal_in(""), std::nullopt);
  EXPECT_EQ(signal_in(std::string(kCutOff) + "valgrind: the 'impossible' happened:\n"), 0);
}

TEST(ProcessEnds, WordsOfTheProgramAreNotThoseOfValgrind) {
  EXPECT_EQ(
      signal_in(std::string("Process terminating with default action of signal 6\n") + kWhole), 0);
}

TEST(ProcessEnds, ALogWithoutAnEndIsThatOfAKilledProcessOnlyWhenAllHaveEnded) {
  const TempFolder folder;
  write_file(folder / "cg.7.log", kWhole);
  write_file(folder / "cg.9.log", kCutOff);
  write_file(folder / "cg.8.log", kAborted);
  write_file(folder / "ncu.log", kCutOff);

  const auto ended = signalled_processes(folder.path(), true);
  const auto running = signalled_processes(folder.path(), false);

  ASSERT_EQ(ended.size(), 2u);
  EXPECT_EQ(ended[0].pid, 8u);
  EXPECT_EQ(ended[0].signal, SIGABRT);
  EXPECT_EQ(ended[1].pid, 9u);
  EXPECT_EQ(ended[1].signal, SIGKILL);
  EXPECT_EQ(running.size(), 1u);
}

}  // namespace
}  // namespace ncu_regions::host
