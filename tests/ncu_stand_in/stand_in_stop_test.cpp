// Tests: how the stand-in for ncu and its child end when they are told to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "harness/core/files.h"
#include "tests/ncu_stand_in/stand_in_runs.h"

namespace ncu_regions::stand_in {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// Starts a capture, sends it a signal when its child sleeps, and tells how it ended.
struct Stopped {
  int status = 0;
  json pids;
};

json wait_for_pids(const Runs& runs) {
  for (int i = 0; i < 1000 && !std::filesystem::exists(runs.file("pids")); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return json::parse(read_file(runs.file("pids")));
}

Stopped stop(const Runs& runs, int signal) {
  const pid_t pid = fork();
  if (pid == 0) {
    for (const auto& [name, value] : runs.environment) setenv(name.c_str(), value.c_str(), 1);
    const std::string log = "--log-file=" + runs.file("ncu.log").string();
    execl(NCU_REGIONS_TEST_STAND_IN, "ncu", log.c_str(), "/bin/true", nullptr);
    _exit(126);
  }
  Stopped stopped;
  stopped.pids = wait_for_pids(runs);
  if (signal != 0) kill(pid, signal);
  waitpid(pid, &stopped.status, 0);
  return stopped;
}

bool is_alive(const json& pid) { return kill(pid.get<pid_t>(), 0) == 0; }

TEST(StandInStop, KillsTheProgramWhenItIsStopped) {
  const Runs runs(one(R"({"program": "sleep", "daemon": true, "exit": 0})"));
  const Stopped stopped = stop(runs, SIGTERM);
  EXPECT_TRUE(WIFEXITED(stopped.status));
  EXPECT_EQ(WEXITSTATUS(stopped.status), 9);
  EXPECT_THAT(read_file(runs.file("ncu.log")),
              HasSubstr("==PROF== Trying to shutdown target application\n"));
  EXPECT_FALSE(is_alive(stopped.pids["child"]));
  ASSERT_TRUE(is_alive(stopped.pids["daemon"]));
  kill(stopped.pids["daemon"].get<pid_t>(), SIGKILL);
}

TEST(StandInStop, LeavesTheProgramWhenItIsKilled) {
  const Runs runs(one(R"({"program": "sleep", "kill_self": 9})"));
  const Stopped stopped = stop(runs, 0);
  EXPECT_TRUE(WIFSIGNALED(stopped.status));
  ASSERT_TRUE(is_alive(stopped.pids["child"]));
  kill(stopped.pids["child"].get<pid_t>(), SIGKILL);
}

TEST(StandInStop, MayIgnoreThatItShallEnd) {
  const Runs runs(one(R"({"program": "sleep", "ignore_term": true})"));
  std::thread later([&] {
    const json pids = wait_for_pids(runs);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    kill(pids["child"].get<pid_t>(), SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_TRUE(is_alive(pids["ncu"]) && is_alive(pids["child"]));
    kill(pids["child"].get<pid_t>(), SIGKILL);
  });
  const Stopped stopped = stop(runs, SIGTERM);
  later.join();
  EXPECT_EQ(WEXITSTATUS(stopped.status), 9);
  EXPECT_THAT(read_file(runs.file("ncu.log")), HasSubstr("error code (9)"));
}

}  // namespace
}  // namespace ncu_regions::stand_in
