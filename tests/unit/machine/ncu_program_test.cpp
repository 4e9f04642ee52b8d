// Which ncu is used, and what one that does not work means.
#include "harness/machine/ncu_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/machine/machine.h"
#include "tests/support/error_of.h"
#include "tests/unit/machine/fake_programs.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr char kListsMetrics[] =
    "case \"$1\" in --version) echo Version 2024.2.0.0;; *) echo Device NVIDIA Orin;; esac";

Machine with_driver() {
  Machine machine;
  machine.nvidia_driver = "NVRM version: 550";
  return machine;
}

// No ncu of the machine may answer.
class BrokenNcu : public testing::Test {
 protected:
  BrokenNcu() {
    const auto others = find_programs("ncu", usual_ncu_folders());
    if (!others.empty()) skip_ = "there is an " + others.front().string();
  }
  void SetUp() override {
    if (!skip_.empty()) GTEST_SKIP() << skip_;
  }
  FakePrograms programs_;
  std::string skip_;
};

TEST(NcuProgram, OneThatTellsNoVersionIsPassedOver) {
  FakePrograms first;
  first.add("ncu", "echo 16.14.12");  // npm-check-updates
  const std::string path = getenv("PATH");
  FakePrograms second;
  const auto ncu = second.add("ncu", "echo Version 2031.1.0.0");
  setenv("PATH", (path + ":" + getenv("PATH")).c_str(), 1);

  const NcuSearch search = find_ncu();

  ASSERT_TRUE(search.ncu.has_value());
  EXPECT_EQ(search.ncu->path, ncu);
}

TEST(NcuProgram, TheNewestIsTakenAndTheOthersAreNamed) {
  FakePrograms first;
  const auto old = first.add("ncu", "echo Version 2022.4.1.0");
  const std::string path = getenv("PATH");
  FakePrograms second;
  const auto newest = second.add("ncu", "echo Version 2031.1.0.0");
  setenv("PATH", (path + ":" + getenv("PATH")).c_str(), 1);

  const NcuSearch search = find_ncu();

  ASSERT_TRUE(search.ncu.has_value());
  EXPECT_EQ(search.ncu->path, newest);
  ASSERT_GE(search.others.size(), 1u);
  EXPECT_EQ(search.others.back().path, old);
}

TEST_F(BrokenNcu, OneThatDoesNotWorkIsNoReasonToSkipWhereThereIsADriver) {
  programs_.add("ncu", "echo 'my library is lost' >&2; exit 127");
  Machine machine = with_driver();

  EXPECT_THAT(error_of(ErrorKind::kMeasurement, [&] { look_at_gpu(machine, ""); }),
              AllOf(HasSubstr("ncu does not work"), HasSubstr("it said: my library is lost"),
                    HasSubstr("Repair it")));
}

TEST_F(BrokenNcu, OneThatDoesNotWorkIsNamedWhereThereIsNoDriver) {
  programs_.add("ncu", "exit 1");
  Machine machine;
  look_at_gpu(machine, "");

  EXPECT_THAT(machine.no_gpu, AllOf(HasSubstr("no NVIDIA driver"), HasSubstr("does not work")));
}

TEST(NcuProgram, WithoutTheDriversFileItIsAskedAndItsWordCounts) {
  FakePrograms programs;
  Machine machine;
  programs.add("ncu", kListsMetrics);
  look_at_gpu(machine, "");
  EXPECT_EQ(machine.no_gpu, "");

  for (const char* stream : {"", ">&2"}) {
    programs.add("ncu", std::string("case \"$1\" in --version) echo Version 2024.2.0.0;; *) echo "
                                    "'==ERROR== Driver could not be loaded.' ") +
                            stream + "; exit 1;; esac");
    look_at_gpu(machine, "");
    EXPECT_THAT(machine.no_gpu, HasSubstr("cannot load one"));
  }

  programs.add("ncu", "case \"$1\" in --version) echo Version 2024.2.0.0;; *) exit 0;; esac");
  EXPECT_THAT(error_of(ErrorKind::kMeasurement, [&] { look_at_gpu(machine, ""); }),
              HasSubstr("--query-metrics lists nothing"));
}

}  // namespace
}  // namespace ncu_regions
