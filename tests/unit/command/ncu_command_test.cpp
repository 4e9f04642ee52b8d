#include "harness/command/ncu_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/command/import_command.h"
#include "harness/command/nvtx_expression.h"
#include "harness/core/text.h"
#include "tests/support/golden.h"
#include "tests/support/ncu_captures.h"

namespace ncu_regions {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> argv(const NcuCapture& capture, const Settings& settings,
                              const Environment& caller = {}) {
  return ncu_command(capture, settings, fixture::sample_workload(), {"/opt/ncu", {2024, 2}}, caller)
      .argv;
}

// One line per word: a changed option is one changed line.
TEST(NcuCommand, IsThisForEveryModeAndVersion) {
  for (const NcuVersion& version :
       {NcuVersion{2022, 3}, NcuVersion{2024, 1}, NcuVersion{2024, 2}, NcuVersion{2026, 1}}) {
    std::string text;
    for (const fixture::ModeCapture& mode : fixture::captures_of_every_mode("/run/captures")) {
      if (!mode.is_known_to(version)) continue;
      const CaptureCommand command = ncu_command(
          mode.capture, mode.settings, fixture::sample_workload(), {"/opt/ncu", version}, {});
      text += "# " + mode.name + "\n" + join(command.argv, "\n") + "\n\n";
    }
    const CaptureCommand import = import_command({"/opt/ncu", version}, "/run/r.ncu-rep", {});
    text += "# import\n" + join(import.argv, "\n") + "\n";
    expect_golden("command/ncu-" + to_string(version) + ".txt", text);
  }
}

TEST(NcuCommand, APercentSignInTheFolderIsDoubledForTheReportAndNotForTheLog) {
  NcuCapture capture = fixture::range_capture("/100%/captures");
  const std::vector<std::string> words = argv(capture, fixture::ncu_settings("range"));

  EXPECT_THAT(words, Contains("--export=/100%%/captures/1-range/report"));
  EXPECT_THAT(words, Contains("--log-file=/100%/captures/1-range/ncu.log"));
}

TEST(NcuCommand, ALauncherInsideIsStartedByNcuAndOneOutsideStartsIt) {
  Settings settings = fixture::ncu_settings("range");
  settings.launcher = {{"mpirun", "-n", "2"}, "inside", ""};
  const NcuCapture capture = fixture::range_capture("/run");
  const std::vector<std::string> inside = argv(capture, settings);
  EXPECT_EQ(inside.front(), "/opt/ncu");
  EXPECT_THAT(inside, Contains("--target-processes-filter=net"));
  EXPECT_EQ(inside[inside.size() - 6], "mpirun");

  settings.launcher.position = "outside";
  const std::vector<std::string> outside = argv(capture, settings);
  EXPECT_EQ(outside.front(), "mpirun");
  EXPECT_EQ(outside[3], "/opt/ncu");
  EXPECT_THAT(outside, Contains("--export=/run/1-range/rank_%q{OMPI_COMM_WORLD_RANK}"));
  EXPECT_THAT(outside, Not(Contains(HasSubstr("--log-file"))));

  settings.launcher.words = {"/usr/bin/srun"};
  EXPECT_THAT(argv(capture, settings), Contains(HasSubstr("rank_%q{SLURM_PROCID}")));
}

TEST(NcuCommand, TheProgramKeepsItsEnvironmentLessOtherTools) {
  const Environment caller = {{"HOME", "/h"},
                              {"LC_ALL", "de_DE"},
                              {"CUDA_INJECTION64_PATH", "/x"},
                              {"NVTX_INJECTION64_PATH", "/y"}};
  Settings settings = fixture::ncu_settings("range");
  settings.capture.device = "GPU-1234";
  const CaptureCommand command =
      ncu_command(fixture::range_capture("/run"), settings, fixture::sample_workload(),
                  {"/opt/ncu", {2024, 2}}, caller);

  EXPECT_THAT(command.environment, Contains("LC_ALL=de_DE"));
  EXPECT_THAT(command.environment, Contains("CUDA_VISIBLE_DEVICES=GPU-1234"));
  EXPECT_THAT(command.environment, Not(Contains(HasSubstr("INJECTION"))));
}

TEST(NcuCommand, ATestsEnvironmentCannotBringInjectionBack) {
  Workload workload = fixture::sample_workload();
  workload.environment = {"NVTX_INJECTION64_PATH=/x", "CUDA_INJECTION64_PATH=/y", "SIZE=3"};
  const CaptureCommand command =
      ncu_command(fixture::range_capture("/run"), fixture::ncu_settings("range"), workload,
                  {"/opt/ncu", {2024, 2}}, {});

  EXPECT_THAT(command.environment, Contains("SIZE=3"));
  EXPECT_THAT(command.environment, Not(Contains(HasSubstr("INJECTION"))));
  EXPECT_THAT(withheld_variables(workload),
              testing::ElementsAre("NVTX_INJECTION64_PATH", "CUDA_INJECTION64_PATH"));
}

// Which version was the first to know them is not certain: a wrong guess would end every run.
TEST(NcuCommand, OptionsAtTheirDefaultAreLeftOutWhereVersionsDiffer) {
  Settings settings = fixture::ncu_settings("range");
  const NcuCapture capture = fixture::range_capture("/run");
  const auto argv = [&] {
    return ncu_command(capture, settings, fixture::sample_workload(), {"/opt/ncu", {2026, 1}}, {})
        .argv;
  };
  EXPECT_THAT(argv(), Not(Contains(HasSubstr("--nvtx-push-pop-scope"))));
  EXPECT_THAT(argv(), Not(Contains(HasSubstr("--pipeline-boost-state"))));
  EXPECT_THAT(argv(), Contains("--clock-control=base"));
  settings.ncu.push_pop_scope = "process";
  EXPECT_THAT(argv(), Contains("--nvtx-push-pop-scope=process"));
}

TEST(NcuCommand, MetricsAreAskedForByTheirNamesOnTheChip) {
  Settings settings = fixture::ncu_settings("range");
  settings.metrics = {"dram__bytes_read.sum", "lts__t_sectors.sum", "ctc__rx.sum"};
  settings.ncu.names_on_chip = {{"dram__bytes_read.sum", "dram__bytes_op_read.sum"}};
  settings.ncu.not_on_chip = {{"ctc__rx.sum", "why"}};
  const auto argv = ncu_command(fixture::range_capture("/run"), settings,
                                fixture::sample_workload(), {"/opt/ncu", {2024, 2}}, {})
                        .argv;

  EXPECT_THAT(argv, Contains(HasSubstr("--metrics=dram__bytes_op_read.sum,lts__t_sectors.sum")));
  EXPECT_THAT(argv, Not(Contains(HasSubstr("ctc__rx"))));
  EXPECT_THAT(collected_metrics(settings), Contains("dram__bytes_read.sum"));
}

TEST(NcuCommand, WhatTellsASlowerClockFromMoreWorkIsAlwaysCollected) {
  EXPECT_THAT(
      collected_metrics(fixture::ncu_settings("range")),
      testing::IsSupersetOf({"gpc__cycles_elapsed.max", "gpc__cycles_elapsed.avg.per_second",
                             "smsp__inst_executed.sum"}));
}

TEST(NvtxExpression, ThePathIsCountedFromTheOutermostRangeAndSignsOfNcuAreEscaped) {
  EXPECT_EQ(nvtx_expression({"", {"A", "A::A1"}, false}), "[A/A::A1/");
  EXPECT_EQ(nvtx_expression({"my@net", {"x[0]"}, false}), "my\\@net@[x\\[0\\]/");
  EXPECT_EQ(nvtx_expression({"", {"a,b"}, true}), "a\\,b");
  EXPECT_EQ(nvtx_expression_anywhere("", "A::A1"), "A::A1/");
}

TEST(NvtxExpression, WhatThePlainFormCannotSayIsARegularExpressionOfBytes) {
  EXPECT_EQ(nvtx_expression({"", {"@x", "a b"}, false}), "regex:[^\\x40x$/^a\\x20b$/");
  EXPECT_EQ(nvtx_expression({"d", {"regex:x"}, false}), "regex:^d$@[^regex\\x3ax$/");
  // Bytes that are not UTF-8 stand as \xHH in our files: both are meant.
  EXPECT_EQ(nvtx_expression({"", {"\\xff"}, false}), "regex:[^(\\x5cxff|\\xff)$/");
}

TEST(NvtxExpression, ARegularExpressionIsAloneInItsRunUnlessItIsOfOneLevel) {
  EXPECT_TRUE(needs_own_run({"", {"o", "@x"}, false}));
  EXPECT_FALSE(needs_own_run({"", {"o", "x@y"}, false}));
  EXPECT_EQ(nvtx_expression_around({"d", {"o", "@x"}, false}), "regex:^d$@[^o$/");
}

TEST(NvtxExpression, WhatNcuCannotSelectIsSaid) {
  EXPECT_EQ(why_not_selectable({"", {"A", "B"}, false}), "");
  EXPECT_THAT(why_not_selectable({"", {"A", "B", "A"}, false}), HasSubstr("'A' stands twice"));
  EXPECT_THAT(why_not_selectable({"", {"A", ""}, false}), HasSubstr("without a name"));
  EXPECT_EQ(selectable_part({"", {"A", "B", "A", "C"}, false}).labels,
            (std::vector<std::string>{"A", "B"}));
}

}  // namespace
}  // namespace ncu_regions
