#include "harness/core/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "harness/runs/outcome_file.h"
#include "harness/runs/run_record.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

Outcome some_outcome() {
  Outcome outcome;
  outcome.workload = "net";
  outcome.profiler_reason = "why";
  outcome.declared = {"A/x"};
  outcome.allow_incomparable = true;
  outcome.baseline = {"/b.json", true, "abc", "2026-01-02"};
  Verdict verdict;
  verdict.declared = "A/x";
  verdict.region = {"", {"A", "x"}};
  verdict.metric = "m";
  verdict.unit = "u";
  verdict.family = "structure";
  verdict.word = VerdictWord::kRegressed;
  verdict.gate = Gate::kWarn;
  verdict.baseline = 0.25;
  verdict.now = 0.15;
  verdict.budget = {0.03, 7};
  verdict.allowed = 0.5;
  verdict.captures = 4;
  verdict.per_instance = true;
  verdict.reason = "because";
  verdict.worse = Direction::kBoth;
  verdict.max = 5;
  verdict.limit_origin = "x:1";
  verdict.waiver = Waiver{"m", "A*", "r", "ada", "2027-01-31", "", "x:2"};
  Evidence evidence;
  evidence.mode = Mode::kSideBySide;
  evidence.family = 3;
  evidence.decision.step = "look1";
  evidence.decision.is_log = true;
  evidence.decision.theta = std::numeric_limits<double>::infinity();  // JSON has none
  evidence.decision.interval = {0.1, 0.2};
  evidence.decision.p = 0.004;
  verdict.evidence = evidence;
  verdict.now_samples = {0.1, 0.2};
  verdict.baseline_samples = {0.25};
  outcome.mode = Mode::kSideBySide;
  outcome.spent = {3, 4, 1, 2.5};
  outcome.verdicts = {verdict};
  outcome.bound = {{{"ARGS", "abc"}, {"NAME", "def"}}, {{"/b/net", "build-id:0123"}}};
  return outcome;
}

TEST(OutcomeFile, ReadsBackWhatWasWritten) {
  const TempFolder folder;
  write_outcome(folder / "a.json", some_outcome());

  const Outcome read = read_outcome(folder / "a.json");
  write_outcome(folder / "b.json", read);

  EXPECT_EQ(read_file(folder / "a.json"), read_file(folder / "b.json"));
  EXPECT_EQ(read.verdicts[0].region, some_outcome().verdicts[0].region);
  EXPECT_EQ(read.verdicts[0].min, std::nullopt);
  EXPECT_EQ(read.verdicts[0].now, 0.15);
  EXPECT_EQ(read.bound.registration, some_outcome().bound.registration);
  ASSERT_EQ(read.bound.files.size(), 1u);
  EXPECT_EQ(read.bound.files[0].identity, "build-id:0123");
}

TEST(OutcomeFile, AFileThatCannotBeTrustedIsRefused) {
  const TempFolder folder;
  write_outcome(folder / "a.json", some_outcome());
  const std::string good = read_file(folder / "a.json");
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    write_file(folder / "b.json", text.replace(text.find(from), from.size(), to));
    return error_of(ErrorKind::kMeasurement, [&] { read_outcome(folder / "b.json"); });
  };
  EXPECT_THAT(refusal("\"schema\": 3", "\"schema\": 1"), HasSubstr("schema 1"));
  EXPECT_THAT(refusal("\"side_by_side\"", "\"by_hand\""), HasSubstr("by_hand"));
  EXPECT_THAT(refusal("\"regressed\"", "\"perfect\""), HasSubstr("perfect"));
  EXPECT_THAT(refusal("\"declared\"", "\"renamed\""), HasSubstr("missing"));
  EXPECT_THAT(refusal("{", "["), HasSubstr("not an outcome"));
  EXPECT_THAT(refusal("\"/b/net\"", "\"/c/net\""), HasSubstr("its digest is not that of"));
  EXPECT_THAT(refusal("\"digest\"", "\"digests\""), HasSubstr("its digest is not that of"));
  EXPECT_THAT(refusal("\n}\n", "\n}\n "), HasSubstr("its digest is not that of"));
  error_of(ErrorKind::kMeasurement, [&] { read_outcome(folder / "absent.json"); });
}

TEST(RunRecordFile, ReadsBackWhatWasWritten) {
  const TempFolder folder;
  RunRecord record;
  record.workload = "net";
  record.date = "2026-01-02T03:04:05Z";
  record.settings = {{"profiler", "auto"}};
  record.origins = {{"profiler", "x:1"}};
  record.captures = {{"1-host-time", "time", {"/bin/net", "a b"}, 0, 0.25}};
  write_run_record(folder / "run.json", record);

  const RunRecord read = read_run_record(folder / "run.json");

  EXPECT_EQ(read.origins, record.origins);
  EXPECT_EQ(read.captures[0].argv, record.captures[0].argv);
  EXPECT_EQ(read.captures[0].seconds, 0.25);
}

}  // namespace
}  // namespace ncu_regions
