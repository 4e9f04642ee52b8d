#include "harness/pipeline/lock.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "tests/support/error_of.h"
#include "tests/support/require.h"
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

// Another process, of another user, that holds the lock until it is killed.
class Holder {
 public:
  Holder(const std::string& file, uid_t user) {
    int ready[2];
    if (pipe(ready) != 0) throw std::runtime_error("pipe failed");
    child_ = fork();
    if (child_ == 0) {
      const int opened = open(file.c_str(), O_RDONLY | O_CREAT, 0644);
      if (setuid(user) != 0 || flock(opened, LOCK_EX) != 0) _exit(1);
      if (write(ready[1], "x", 1) != 1) _exit(1);
      for (;;) pause();
    }
    close(ready[1]);
    char byte = 0;
    is_ready_ = read(ready[0], &byte, 1) == 1;
    close(ready[0]);
  }
  ~Holder() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  bool is_ready() const { return is_ready_; }

 private:
  pid_t child_ = 0;
  bool is_ready_ = false;
};

constexpr std::chrono::seconds kNoWait{0};

TEST_F(Lock, OfThisUserStopsTheMeasurement) {
  const Holder holder(file_, geteuid());
  ASSERT_TRUE(holder.is_ready());
  EXPECT_THAT(error_of(ErrorKind::kMeasurement,
                       [&] { const MachineLock lock([](const auto&) {}, {}, file_, kNoWait); }),
              testing::HasSubstr("another measurement has held"));
}

TEST_F(Lock, OfAnotherUserIsToldAndStopsNothing) {
  NCU_REGIONS_SKIP_WITHOUT("root", geteuid() == 0, "only root can be two users");
  const Holder holder(file_, 65534);
  ASSERT_TRUE(holder.is_ready());
  std::vector<std::string> told;
  const MachineLock lock([&](const std::string& text) { told.push_back(text); }, {}, file_,
                         kNoWait);
  EXPECT_THAT(told, testing::ElementsAre(testing::HasSubstr("waiting for it to end"),
                                         testing::HasSubstr("a process of another user has held")));
  EXPECT_THAT(lock.notes(), testing::ElementsAre(testing::HasSubstr("times may be disturbed")));
}

// Whatever somebody put in the place of the file: the measurements of this user are kept apart.
TEST_F(Lock, FileThatCannotBeUsedStopsNothing) {
  const auto expect_noted = [&](const std::string& why) {
    const MachineLock lock([](const auto&) {}, {}, file_);
    EXPECT_THAT(lock.notes(), testing::ElementsAre(testing::HasSubstr(why)));
    EXPECT_THAT(
        error_of(ErrorKind::kMeasurement,
                 [&] { const MachineLock further([](const auto&) {}, {}, file_, kNoWait); }),
        testing::HasSubstr("another measurement has held"));
    std::filesystem::remove_all(file_);
  };
  std::filesystem::create_symlink(folder_ / "target", file_);
  expect_noted("it is a symbolic link");
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  expect_noted("it is not a regular file");
  make_folder(file_);
  expect_noted("it is not a regular file");
  if (geteuid() == 0) return;  // who may read everything
  write_file(file_, "");
  std::filesystem::permissions(file_, std::filesystem::perms::none);
  expect_noted("Permission denied");
}

TEST_F(Lock, FileIsOpenToOtherUsersWhateverTheUmask) {
  const mode_t before = umask(077);
  { const MachineLock lock(say_nothing, {}, file_); }
  umask(before);
  struct stat status = {};
  ASSERT_EQ(stat(file_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0644u);
}

TEST(LockHolder, IsFoundByItsProcess) {
  const std::string locks =
      "1: POSIX  ADVISORY  WRITE 11 08:01:77 0 EOF\n"
      "2: FLOCK  ADVISORY  WRITE 12 08:01:55 0 EOF\n"
      "2: -> FLOCK  ADVISORY  WRITE 13 08:01:55 0 EOF\n"
      "3: FLOCK  ADVISORY  WRITE 0 00:2f:66 0 EOF\n"
      "4: FLOCK  ADVISORY  WRITE 14 00:2f:155 0 EOF\n";
  const auto user_of = [](pid_t pid) -> std::optional<uid_t> {
    if (pid == 12) return 1000;
    if (pid == 13) return 7;
    return std::nullopt;
  };
  EXPECT_TRUE(is_held_by_user(locks, 55, 7, 1000, user_of));
  EXPECT_FALSE(is_held_by_user(locks, 55, 7, 7, user_of)) << "the one that waits";
  EXPECT_FALSE(is_held_by_user(locks, 155, 7, 7, user_of)) << "a process that cannot be seen";
  // Nobody can be seen: the owner of the file.
  EXPECT_TRUE(is_held_by_user(locks, 66, 7, 7, user_of));
  EXPECT_FALSE(is_held_by_user(locks, 66, 0, 7, user_of));
  EXPECT_FALSE(is_held_by_user("", 66, 0, 7, user_of));
}

TEST_F(Lock, OfARunFolderKeepsOtherChecksOutAndLeavesNothingBehind) {
  const std::filesystem::path run = folder_ / "run";
  {
    const RunFolderLock lock(run, say_nothing);
    EXPECT_THAT(error_of(ErrorKind::kMeasurement,
                         [&] {
                           const RunFolderLock further(
                               run / "", [](const auto&) {}, kNoWait);
                         }),
                testing::HasSubstr("another check has been at work in"));
    const RunFolderLock other(folder_ / "other", say_nothing);
  }
  EXPECT_EQ(folder_.entries(), 0u);
  const RunFolderLock again(run, say_nothing);
}

}  // namespace
}  // namespace ncu_regions
