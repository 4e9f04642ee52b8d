#include "tests/cli/stand_in_fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/core/text.h"
#include "tests/support/processes.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr int kMostPolls = 4000;  // of 5 ms

void poll_pause() {
  const timespec pause = {0, 5'000'000};
  nanosleep(&pause, nullptr);
}

}  // namespace

Json StandInTest::resnet_scenario() {
  return Json::parse(R"({"pids": "pids.json", "regions": [
    {"path": ["A"], "instances": 2, "kernels": [{"name": "stem", "launches": 1, "time_ns": 40000}]},
    {"path": ["A", "A::A1"], "instances": 2,
     "kernels": [{"name": "conv", "launches": 4, "time_ns": 20000}]},
    {"path": ["B"], "instances": 2, "kernels": [{"name": "pool", "launches": 1, "time_ns": 5000}]}]})");
}

void StandInTest::play(Json scenario) {
  write_file(folder_ / "scenario.json", scenario.dump());
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path())) {
    if (entry.path().filename().string().starts_with("calls.log"))
      fs::remove(entry.path(), ignored);
  }
  fs::remove(folder_ / "pids.json", ignored);
}

void StandInTest::play_captures(const Json& captures) {
  Json scenario = resnet_scenario();
  scenario["captures"] = captures;
  play(std::move(scenario));
}

ProgramOptions StandInTest::options() const {
  return {folder_.path(),
          {{"NCU_REGIONS_NCU", NCU_REGIONS_TEST_STAND_IN},
           {"NCU_STAND_IN_SCENARIO", (folder_ / "scenario.json").string()},
           {"NCU_STAND_IN_LOG", (folder_ / "calls.log").string()}}};
}

std::vector<std::string> StandInTest::arguments(const std::vector<std::string>& further) const {
  std::vector<std::string> args = {
      "check",          "--name",    "t", "profiler=ncu", "ncu_cli.replay_mode=range",
      "retry_wait_s=0", "captures=1"};
  args.insert(args.end(), further.begin(), further.end());
  return args;
}

ProgramResult StandInTest::check_program(const std::vector<std::string>& program,
                                         const std::vector<std::string>& regions,
                                         std::vector<std::string> further) {
  for (const std::string& region : regions) further.insert(further.end(), {"--region", region});
  std::vector<std::string> args = arguments(further);
  args.emplace_back("--");
  args.insert(args.end(), program.begin(), program.end());
  return cli(args, options());
}

ProgramResult StandInTest::check_resnet(std::vector<std::string> further) {
  return check_program({NCU_REGIONS_TEST_RESNET}, {"A", "A::A1", "B"}, std::move(further));
}

ProgramResult StandInTest::accept(const std::vector<std::string>& further) {
  std::vector<std::string> args = {"accept", "--run", run().string(), "--reason", "first"};
  args.insert(args.end(), further.begin(), further.end());
  return cli(args, options());
}

pid_t StandInTest::start_check(const std::vector<std::string>& further) {
  std::vector<std::string> argv = arguments(further);
  argv.insert(argv.begin(), NCU_REGIONS_TEST_CLI);
  argv.insert(argv.end(), {"--region", "A", "--", NCU_REGIONS_TEST_RESNET});
  std::vector<char*> pointers;
  for (std::string& word : argv) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const ProgramOptions environment = options();
  const pid_t pid = fork();
  if (pid == 0) {
    for (const auto& [name, value] : environment.environment)
      setenv(name.c_str(), value.c_str(), 1);
    const int output = open((folder_ / "output.txt").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(output, 1);
    dup2(output, 2);
    if (chdir(folder_.path().c_str()) == 0) execv(pointers[0], pointers.data());
    _exit(99);
  }
  for (int i = 0; i < kMostPolls && !fs::exists(folder_ / "pids.json"); ++i) poll_pause();
  return pid;
}

int StandInTest::wait_for(pid_t check) const {
  int status = 0;
  waitpid(check, &status, 0);
  return status;
}

void StandInTest::expect_no_process_left() {
  ASSERT_TRUE(fs::exists(folder_ / "pids.json")) << "the stand-in did not run";
  const Json pids = Json::parse(read_file(folder_ / "pids.json"));
  for (const auto& [name, pid] : pids.items()) {
    int polls = 0;
    while (is_running(pid.get<long>()) && ++polls < kMostPolls) poll_pause();
    EXPECT_LT(polls, kMostPolls) << name << " is still running";
  }
}

std::vector<std::vector<std::string>> StandInTest::calls() const {
  std::vector<std::vector<std::string>> calls;
  for (const std::string& line : split(read_file(folder_ / "calls.log"), '\n')) {
    if (trim(line).empty()) continue;
    const Json call = Json::parse(line);
    if (call.contains("nth")) calls.push_back(call.at("argv"));
  }
  return calls;
}

std::vector<std::string> StandInTest::words(const std::vector<std::string>& call,
                                            const std::string& begin) {
  std::vector<std::string> found;
  for (const std::string& word : call) {
    if (word.starts_with(begin)) found.push_back(word.substr(begin.size()));
  }
  return found;
}

std::vector<std::string> StandInTest::reports() const {
  std::vector<std::string> found;
  std::error_code missing;
  for (const auto& entry : fs::recursive_directory_iterator(run(), missing)) {
    if (entry.path().extension() == ".ncu-rep") {
      found.push_back(fs::relative(entry.path(), run()).string());
    }
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace ncu_regions
