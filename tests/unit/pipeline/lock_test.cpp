#include "harness/pipeline/lock.h"

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

struct Waits {};

class Lock : public testing::Test {
 protected:
  // Whether a further measurement would have to wait: it says so first.
  bool must_wait(const std::vector<std::string>& gpus) {
    try {
      const MachineLock lock([](const std::string&) { throw Waits(); }, gpus, file_);
      return false;
    } catch (const Waits&) {
      return true;
    }
  }
  static void say_nothing(const std::string& text) { ADD_FAILURE() << text; }

  TempFolder folder_;
  std::string file_ = (folder_ / "lock").string();
};

TEST_F(Lock, OfTheMachineKeepsEverybodyOut) {
  const MachineLock lock(say_nothing, {}, file_);
  EXPECT_TRUE(must_wait({}));
  EXPECT_TRUE(must_wait({"GPU-a"}));
}

TEST_F(Lock, OfAGpuKeepsItsOwnAndTheWholeMachine) {
  const MachineLock lock(say_nothing, {"GPU-b", "GPU-a"}, file_);
  EXPECT_FALSE(must_wait({"GPU-c"}));
  EXPECT_TRUE(must_wait({"GPU-a"}));
  EXPECT_TRUE(must_wait({"GPU-c", "GPU-b"}));
  EXPECT_TRUE(must_wait({}));
}

TEST_F(Lock, OfAGpuCanBecomeOneOfTheMachine) {
  MachineLock lock(say_nothing, {"GPU-a"}, file_);
  lock.take_whole_machine();
  EXPECT_TRUE(must_wait({"GPU-c"}));
}

TEST_F(Lock, IsGivenBack) {
  { const MachineLock lock(say_nothing, {"GPU-a"}, file_); }
  EXPECT_FALSE(must_wait({}));
}

}  // namespace
}  // namespace ncu_regions
