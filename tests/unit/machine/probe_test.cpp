#include "harness/machine/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/machine/machine.h"
#include "tests/support/processes.h"
#include "tests/unit/machine/fake_machine.h"
#include "tests/unit/machine/fake_programs.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

ProgramAnswer answer_of_shell(const std::string& script, double limit_s = 60) {
  return answer_of({"/bin/sh", "-c", script}, limit_s);
}

TEST(Probe, AnAnswerComesOnlyFromAProgramThatEndsWell) {
  EXPECT_EQ(ask_program({"/bin/echo", "hello"}, 10), "hello\n");
  EXPECT_EQ(ask_program({"/bin/false"}, 10), std::nullopt);
  EXPECT_EQ(ask_program({"/no/such/program"}, 10), std::nullopt);
  EXPECT_EQ(ask_program({"/bin/sleep", "1000"}, 0.05), std::nullopt);
}

TEST(Probe, HowAProgramEndedAndWhatItSaidAreTold) {
  EXPECT_EQ(answer_of_shell("echo x").bad_end, "");
  EXPECT_EQ(answer_of_shell("exit 7").bad_end, "ended with exit code 7");
  EXPECT_EQ(answer_of_shell("kill -SEGV $$").bad_end,
            "was ended by signal 11 (Segmentation fault)");
  EXPECT_EQ(answer_of_shell("sleep 1000", 0.05).bad_end, "did not answer within 0.05 s");
  EXPECT_THAT(answer_of({"/no/such/program"}, 10).bad_end, StartsWith("cannot be started: "));
  EXPECT_THAT(answer_of_shell("yes").bad_end, HasSubstr("64 KiB"));
  EXPECT_EQ(answer_of_shell("echo out; echo one >&2; echo two >&2").last_line(), "one two");
  EXPECT_EQ(answer_of_shell("echo out").last_line(), "out");
}

TEST(Probe, NothingThatTheProgramStartedIsLeft) {
  const ProgramAnswer ended = answer_of_shell("sleep 1000 & echo $!");
  const ProgramAnswer late = answer_of_shell("setsid sleep 1000 & echo $!; wait", 0.3);

  EXPECT_EQ(ended.bad_end, "");
  EXPECT_FALSE(is_running(std::stol(ended.output)));
  EXPECT_EQ(late.bad_end, "did not answer within 0.3 s");
  EXPECT_FALSE(is_running(std::stol(late.output)));
}

TEST(BrokenValgrind, IsNotOneThatIsNotInstalled) {
  FakePrograms programs;
  EXPECT_EQ(look_at_machine().broken_valgrind, "");

  programs.add("valgrind", "echo 'no tool here' >&2; exit 1");
  const Machine machine = look_at_machine();

  EXPECT_FALSE(machine.valgrind.has_value());
  EXPECT_THAT(machine.broken_valgrind,
              AllOf(HasSubstr("/valgrind does not work"), HasSubstr("exit code 1"),
                    HasSubstr("it said: no tool here")));
  EXPECT_THAT(why_not_possible(HostPass::kCount, machine).value(),
              HasSubstr(machine.broken_valgrind));
}

TEST(BrokenValgrind, SaysAVersionOrIsBroken) {
  FakePrograms programs;
  programs.add("valgrind", "echo hello");
  EXPECT_THAT(look_at_machine().broken_valgrind, HasSubstr("tells no version; it said: hello"));

  programs.add("valgrind", "true");
  EXPECT_THAT(look_at_machine().broken_valgrind, HasSubstr("tells no version, and said nothing"));

  programs.add("valgrind", "sleep 1000");
  EXPECT_THAT(look_at_machine(0.05).broken_valgrind, HasSubstr("did not answer within 0.05 s"));
}

TEST(BrokenValgrind, IsAFindingWithItsWords) {
  FakeMachine machine;
  machine.answers.machine.valgrind.reset();
  machine.answers.machine.broken_valgrind = "/x/valgrind does not work: it said: oh";

  EXPECT_EQ(machine.finding("valgrind").status, kMissing);
  EXPECT_THAT(machine.finding("valgrind").text, StartsWith("/x/valgrind does not work"));
  EXPECT_THAT(machine.finding("valgrind").fix, HasSubstr("repair it"));
}

}  // namespace
}  // namespace ncu_regions
