#include "harness/pipeline/binding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/files.h"
#include "harness/core/sha256.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Bindings : public testing::Test {
 protected:
  Bindings() {
    for (const char* file : {"program", "script.py", "data"}) write_file(folder_ / file, file);
    fs::permissions(folder_ / "program", fs::perms::owner_exec, fs::perm_options::add);
    test_.name = "t";
    test_.is_registered = true;
    test_.host_command = {(folder_ / "program").string()};
    test_.working_directory = folder_.path();
    test_.regions = {"A"};
    test_.run = folder_ / "ncu-regions/t";
  }

  Outcome outcome() const {
    Outcome outcome;
    outcome.kind = "host";
    outcome.bound = {registration_of(test_), measured_files(test_, "host")};
    return outcome;
  }

  // The names of the files that are measured.
  std::vector<std::string> files(std::vector<std::string> command,
                                 std::vector<std::string> args = {}) {
    test_.host_command = std::move(command);
    test_.args = std::move(args);
    std::vector<std::string> names;
    for (const MeasuredFile& file : measured_files(test_, "host")) {
      EXPECT_FALSE(file.identity.empty()) << file.file;
      names.push_back(fs::path(file.file).filename().string());
    }
    return names;
  }

  std::string refusal(const Outcome& outcome) const {
    return error_of(ErrorKind::kMeasurement, [&] { require_bound(outcome, test_); });
  }

  TempFolder folder_;
  Workload test_;
};

TEST_F(Bindings, HoldWhileNothingChanged) { require_bound(outcome(), test_); }

TEST_F(Bindings, NameWhatIsRegisteredDifferently) {
  const Outcome before = outcome();
  test_.args = {"--size", "3"};
  test_.environment = {"X=1"};
  EXPECT_THAT(refusal(before), HasSubstr("(ARGS, ENVIRONMENT)"));
}

TEST_F(Bindings, AListOfSettingsHasItsKeyword) {
  const Outcome before = outcome();
  test_.lists = {{"fail_on", {"noisy"}}, {"ncu_cli.sections", {"S"}}};
  EXPECT_THAT(refusal(before), HasSubstr("(FAIL_ON, SECTIONS)"));
}

TEST_F(Bindings, OneListOfWordsIsNotAnother) {
  test_.args = {"a b", "c"};
  const Outcome before = outcome();
  test_.args = {"a", "b c"};
  EXPECT_THAT(refusal(before), HasSubstr("(ARGS)"));
}

TEST_F(Bindings, OfACheckWithOptionsAreNotThoseOfTheTest) {
  Outcome by_hand = outcome();
  by_hand.bound.registration = registration_of(test_, {"captures=9"});
  EXPECT_THAT(refusal(by_hand), HasSubstr("(the command line)"));
}

TEST_F(Bindings, SeeAProgramThatIsAnotherOrGone) {
  const Outcome before = outcome();
  write_file(folder_ / "program", "rebuilt");
  EXPECT_THAT(refusal(before), HasSubstr("measured before the program was rebuilt"));
  fs::remove(folder_ / "program");
  EXPECT_THAT(refusal(before), HasSubstr("measured before the program was rebuilt"));
}

// The program that was measured counts, and no other.
TEST_F(Bindings, OfAHostBuildDoNotLookAtTheCudaProgram) {
  write_file(folder_ / "cuda", "one");
  test_.gpu_command = {(folder_ / "cuda").string()};
  const Outcome before = outcome();
  write_file(folder_ / "cuda", "two");
  require_bound(before, test_);
  Outcome of_gpu = outcome();
  of_gpu.kind = "range";
  of_gpu.bound.files = measured_files(test_, "range");
  write_file(folder_ / "cuda", "three");
  EXPECT_THAT(refusal(of_gpu), HasSubstr("rebuilt"));
}

TEST_F(Bindings, OfASkippedOutcomeAreTheRegistrationAlone) {
  Outcome skipped = outcome();
  skipped.skipped = true;
  skipped.bound.files.clear();
  require_bound(skipped, test_);
  skipped.skipped = false;
  EXPECT_THAT(refusal(skipped), HasSubstr("rebuilt"));
}

TEST_F(Bindings, OfAnInterpreterHaveItsScript) {
  using testing::ElementsAre;
  EXPECT_THAT(files({"sh", "script.py"}, {"data"}), ElementsAre("sh", "script.py"));
  EXPECT_THAT(files({"sh", "-x", "no_such"}, {"script.py"}), ElementsAre("sh", "script.py"));
  EXPECT_THAT(files({"env", "A=1", "python3", "script.py"}), ElementsAre("env", "script.py"));
  EXPECT_THAT(files({"sh", "-c", "exit", "data"}), ElementsAre("sh"));
  // Data of a program may be what it writes.
  EXPECT_THAT(files({(folder_ / "program").string()}, {"data"}), ElementsAre("program"));
}

// mpirun, taskset, numactl and whatever else starts a program.
TEST_F(Bindings, OfALauncherHaveTheProgramThatItStarts) {
  using testing::ElementsAre;
  EXPECT_THAT(files({"true", "-c", "0-3", "program"}, {"data"}), ElementsAre("true", "program"));
  EXPECT_THAT(files({"true", "-n", "2", "./program"}), ElementsAre("true", "program"));
  EXPECT_THAT(files({"true", "sh", "script.py"}), ElementsAre("true", "script.py"));
  EXPECT_THAT(files({"true", "sh", "-c", "exit", "data"}), ElementsAre("true"));
}

TEST_F(Bindings, NameTheBaseBuildThatWasUsed) {
  Outcome by_hand = outcome();
  by_hand.bound.registration = registration_of(test_, {}, "/another/build");
  EXPECT_THAT(refusal(by_hand), HasSubstr("(NCU_REGIONS_BASE)"));
  setenv("NCU_REGIONS_BASE", "/another/build", 1);
  require_bound(by_hand, test_);
  unsetenv("NCU_REGIONS_BASE");
}

TEST_F(Bindings, OfAScriptHaveTheProgramThatItStarts) {
  using testing::ElementsAre;
  write_file(folder_ / "run", "#!/bin/sh\n");
  EXPECT_THAT(files({"./run"}, {"data", "program"}), ElementsAre("run", "program"));
  EXPECT_THAT(files({"./run"}, {"data"}), ElementsAre("run"));
}

TEST_F(Bindings, OfWhatIsNotRegisteredAreEmpty) {
  test_.is_registered = false;
  EXPECT_TRUE(registration_of(test_).empty());
  const Outcome of_nobody = outcome();
  test_.is_registered = true;
  EXPECT_THAT(refusal(of_nobody), HasSubstr("does not say which registered test"));
}

}  // namespace
}  // namespace ncu_regions
