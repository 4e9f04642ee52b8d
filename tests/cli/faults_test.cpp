// What goes wrong around a check: processes that are killed, disks that are full, folders that are
// not there.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "tests/cli/cli_fixture.h"
#include "tests/support/processes.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

// ---- kills ----

constexpr char kSupervisor[] = "workload-supervisor";

class KillsCli : public CliTest {
 protected:
  // Starts a check and waits until its program runs, beside the daemon that the program leaves.
  void start_check() {
    check_ = fork();
    if (check_ == 0) {
      const int output = open((folder_ / "output.txt").c_str(), O_WRONLY | O_CREAT, 0644);
      dup2(output, 1);
      dup2(output, 2);
      if (chdir(folder_.path().c_str()) != 0) _exit(99);
      execl(NCU_REGIONS_TEST_CLI, "ncu-regions", "check", "--name", "t", "--region", "child", "--",
            NCU_REGIONS_TEST_FAMILY, "daemon", "-1", nullptr);
      _exit(99);
    }
    while (running("test_family").size() != 2 || !is_family_complete()) usleep(2000);
  }
  // The three children of the program have opened their ranges and ended.
  bool is_family_complete() {
    std::size_t names = 0;
    std::error_code missing;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(run(), missing)) {
      if (entry.path().extension() == ".names") ++names;
    }
    return names == 4;
  }
  std::vector<pid_t> running(const std::string& program) {
    std::vector<pid_t> pids;
    for (const RunningProcess& process : processes_in(folder_.path())) {
      if (process.program == program) pids.push_back(process.pid);
    }
    return pids;
  }
  // The time limit of ctest is the failure.
  void wait_until_nothing_is_left() {
    while (!processes_in(folder_.path()).empty()) usleep(2000);
  }
  int status_of_check() const {
    int status = 0;
    waitpid(check_, &status, 0);
    return status;
  }

  pid_t check_ = 0;
};

TEST_F(KillsCli, OfEveryProcessOfNcuRegionsLeaveNothing) {
  start_check();
  for (const pid_t pid : running("ncu-regions")) kill(pid, SIGKILL);
  status_of_check();

  wait_until_nothing_is_left();
}

TEST_F(KillsCli, OfTheSupervisorLeaveNothingAndAreExit3) {
  start_check();
  ASSERT_EQ(running(kSupervisor).size(), 1u);
  kill(running(kSupervisor).front(), SIGKILL);

  EXPECT_EQ(WEXITSTATUS(status_of_check()), 3);
  EXPECT_THAT(processes_in(folder_.path()).size(), 0u);
  EXPECT_THAT(read_file(folder_ / "output.txt"), HasSubstr("supervisor of the program was killed"));
  EXPECT_FALSE(std::filesystem::exists(run() / "verdicts.json"));
}

TEST_F(KillsCli, AreAssumedWhenAnotherProgramStandsForTheSupervisor) {
  const ProgramResult result =
      check({"empty"}, {"empty"}, {}, {{}, {{"NCU_REGIONS_SUPERVISOR", "/bin/false"}}});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("supervisor of the program was killed"));
}

#ifdef NCU_REGIONS_TEST_SANITIZED  // under the tracer such a build is ten times slower
constexpr int kMomentsApart = 5;
#else
constexpr int kMomentsApart = 1;
#endif

TEST_F(KillsCli, InTheMiddleOfRemovingARunLeaveOneThatTheNextCheckMayRemove) {
  namespace fs = std::filesystem;
  bool was_removed = false;
  for (int nth = 1; !was_removed; nth += kMomentsApart) {
    fs::create_directories(run());
    for (const char* name : {"captures/1/a", "regions/b", "run.json", "explain.json"}) {
      make_folder((run() / name).parent_path());
      write_file(run() / name, "");
    }
    const int code =
        run_program({NCU_REGIONS_TEST_KILL_AT_CHANGE, std::to_string(nth), NCU_REGIONS_TEST_CLI,
                     "check", "--name", "t", "--region", "empty", "metrics=[region__instances]",
                     "--", NCU_REGIONS_TEST_RANGES, "empty"},
                    {folder_.path(), {}})
            .exit_code;
    if (code == 77) GTEST_SKIP() << "the system allows no tracing";
    ASSERT_EQ(code, 0) << "the check ended and had not removed the run";
    was_removed = fs::exists(run() / "captures/1-host-time");
    const bool is_whole = fs::exists(run() / "regions/b") && fs::exists(run() / "captures/1/a") &&
                          fs::exists(run() / "run.json") && fs::exists(run() / "explain.json");
    if (was_removed || is_whole) continue;
    ASSERT_EQ(check({"empty"}, {"empty"}, {"metrics=[region__instances]"}).exit_code, 4) << nth;
    fs::remove_all(folder_ / "ncu-regions");
  }
}

// ---- disks and folders ----

class FullOutput : public CliTest {
 protected:
  ProgramResult into_full_disk(const std::string& args) {
    return shell("'" NCU_REGIONS_TEST_CLI "' " + args + " > /dev/full");
  }
  ProgramResult shell(const std::string& command) {
    return run_program({"/bin/sh", "-c", command}, {folder_.path(), {}});
  }
};

TEST_F(FullOutput, IsExit2WithAMessageForEveryCommand) {
  const std::string ranges = NCU_REGIONS_TEST_RANGES;
  check({"empty"}, {"empty"}, {"metrics=[region__instances]"});
  const std::string check_again =
      "check --name t2 --region empty metrics='[region__instances]' -- " + ranges + " empty";
  for (const std::string& args :
       {std::string("show ncu-regions/t"), std::string("summarize ncu-regions"),
        std::string("budgets --region empty"), "discover " + ranges + " empty", check_again,
        std::string("accept --run ncu-regions/t --reason x"), std::string("report ncu-regions/t"),
        std::string("doctor"), std::string("--help"), std::string("--version")}) {
    const ProgramResult result = into_full_disk(args);
    EXPECT_EQ(result.exit_code, 2) << args << "\n" << result.err;
    EXPECT_THAT(result.err, HasSubstr("cannot write to standard output")) << args;
  }
}

TEST_F(FullOutput, DoesNotHideARegression) {
  check({"work", "10"}, {"work"}, {"metrics=[region__instances]"});
  ASSERT_EQ(cli({"accept", "--run", run().string(), "--reason", "x"}).exit_code, 0);
  std::filesystem::path stored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / "baselines")) {
    if (entry.path().extension() == ".json") stored = entry.path();
  }
  std::string text = read_file(stored);
  text.replace(text.find("[1]"), 3, "[0]");
  write_file(stored, text);

  const ProgramResult result = into_full_disk(
      "check --name t --region work metrics='[region__instances]' -- " NCU_REGIONS_TEST_RANGES
      " work 10");

  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.err, HasSubstr("cannot write to standard output"));
}

TEST_F(FullOutput, ALimitOnTheSizeOfFilesIsAMessageAndNoSignal) {
  check({"empty"}, {"empty"}, {"metrics=[region__instances]"});
  const std::string tool = "(ulimit -f 0; '" NCU_REGIONS_TEST_CLI "' ";
  const std::string code = "; echo \"exit code $?\") 2>&1 | cat";

  const ProgramResult reported = shell(tool + "report ncu-regions/t" + code);
  const ProgramResult checked =
      shell(tool + "check --name t --region empty -- " NCU_REGIONS_TEST_RANGES " empty" + code);

  EXPECT_THAT(reported.out, AllOf(HasSubstr("error: cannot write"), HasSubstr("File too large"),
                                  HasSubstr("exit code 2")));
  EXPECT_THAT(checked.out, AllOf(HasSubstr("error: "), HasSubstr("exit code 3")));
}

using TemporaryFolder = CliTest;

TEST_F(TemporaryFolder, ThatIsNotThereIsExit2AndNamesTheVariable) {
  for (const std::string variable : {"TMPDIR", "TMP"}) {
    ProgramOptions options;
    options.environment = {{"TMPDIR", ""}, {"TMP", ""}};
    options.environment[variable] = "/no/such/folder";
    const ProgramResult checked = check({"empty"}, {"empty"}, {}, options);
    const ProgramResult seen = cli({"discover", NCU_REGIONS_TEST_RANGES, "empty"}, options);
    for (const ProgramResult& result : {checked, seen}) {
      EXPECT_EQ(result.exit_code, 2);
      EXPECT_THAT(result.err, AllOf(HasSubstr("the variable " + variable),
                                    HasSubstr("/no/such/folder"), HasSubstr("No such file")));
    }
  }
}

using WrongNumbers = CliTest;

TEST_F(WrongNumbers, AreToldInOneShortLine) {
  const std::vector<std::string> calls[] = {
      {"check", "--deadline", "0", "--region", "A", "--", "/bin/true"},
      {"check", "--deadline", "-1", "--region", "A", "--", "/bin/true"},
      {"check", "--deadline", "nan", "--region", "A", "--", "/bin/true"},
      {"check", "--deadline", "soon", "--region", "A", "--", "/bin/true"},
      {"accept", "--run", "x", "--reason", "y", "--captures", "0"},
      {"compare", "a", "b", "--family", "0"},
      {"selftest", "--trials", "0", "--region", "A", "--", "/bin/true"}};
  for (const std::vector<std::string>& call : calls) {
    const ProgramResult result = cli(call);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_LT(result.err.size(), 200u) << result.err;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
  }
  EXPECT_THAT(cli(calls[0]).err, HasSubstr("--deadline: '0' is not a number above 0"));
}

}  // namespace
}  // namespace ncu_regions
