// Baselines that are there and cannot be used: never taken for "no baseline yet".
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::HasSubstr;

namespace fs = std::filesystem;

class StoredCli : public CliTest {
 protected:
  ProgramResult check_empty(const std::vector<std::string>& further = {}) {
    std::vector<std::string> words = {"metrics=[region__instances]"};
    words.insert(words.end(), further.begin(), further.end());
    return check({"empty"}, {"empty"}, words);
  }

  // A baseline of three instances that the program keeps.
  void store() {
    check_empty();
    ASSERT_EQ(cli({"accept", "--run", run().string(), "--reason", "first"}).exit_code, 0);
    ASSERT_EQ(check_empty().exit_code, 0);
  }

  // The same with one text replaced by another.
  ProgramResult check_with(const std::string& from, const std::string& to) {
    std::string text = good_;
    EXPECT_NE(text.find(from), std::string::npos) << from;
    write_file(file(), text.replace(text.find(from), from.size(), to));
    return check_empty();
  }

  int region_test() {
    return run_program({NCU_REGIONS_TEST_REGION_TESTS, run().string(), "--region", "empty"})
        .exit_code;
  }

  fs::path baselines() const { return folder_ / "baselines"; }
  fs::path file() const { return baselines() / "host-x86_64/t.default.host.json"; }

  // Neither the check nor the region test passes or is skipped.
  void expect_exit_3(const std::string& reason) {
    const ProgramResult result = check_empty();
    EXPECT_EQ(result.exit_code, 3) << reason << result.out;
    EXPECT_THAT(result.err, AllOf(HasSubstr("cannot read "), HasSubstr(file().filename().string()),
                                  HasSubstr(reason)));
    EXPECT_EQ(region_test(), 3) << reason;
  }

  std::string good_;
};

TEST_F(StoredCli, AFolderThatCannotBeFollowedIsExit3) {
  store();
  fs::rename(baselines(), folder_ / "keep");
  fs::create_symlink("baselines", baselines());
  expect_exit_3("Too many levels of symbolic links");
  fs::remove(baselines());
  fs::create_symlink("not-mounted", baselines());
  expect_exit_3("is a symlink to not-mounted, which does not exist");
  fs::remove(baselines());
  write_file(baselines(), "");
  expect_exit_3("Not a directory");
}

TEST_F(StoredCli, ABaselineThatIsNotAFileIsExit3AtOnce) {
  store();
  fs::remove(file());
  fs::create_symlink("/nowhere", file());
  expect_exit_3("is a symlink to /nowhere, which does not exist");
  fs::remove(file());
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);
  expect_exit_3("it is a FIFO");
  fs::remove(file());
  make_folder(file());
  expect_exit_3("it is a folder");
}

// Root may enter every folder, unless it gave that right up.
TEST_F(StoredCli, AFolderWithoutPermissionIsExit3) {
  std::vector<std::string> words;
  if (geteuid() == 0) words = {"setpriv", "--bounding-set", "-dac_override,-dac_read_search"};
  std::vector<std::string> probe = words;
  probe.insert(probe.end(), {"cat", (baselines() / "x").string()});
  make_folder(baselines() / "x");
  fs::permissions(baselines(), fs::perms::none);
  const bool is_closed = run_program(probe).err.find("Permission denied") != std::string::npos;
  if (is_closed) {
    words.insert(words.end(),
                 {NCU_REGIONS_TEST_CLI, "check", "--name", "t", "--region", "empty",
                  "metrics=[region__instances]", "--", NCU_REGIONS_TEST_RANGES, "empty"});
    const ProgramResult result = run_program(words, {folder_.path(), {}});
    EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
    EXPECT_THAT(result.err, HasSubstr("t.default.host.json: Permission denied"));
  }
  fs::permissions(baselines(), fs::perms::owner_all);
  if (!is_closed) GTEST_SKIP() << "nothing is forbidden to this user";
}

TEST_F(StoredCli, SideBySideAnUnreadableFolderIsANote) {
  fs::create_symlink("baselines", baselines());
  const ProgramResult result =
      cli({"ab", "--name", "t", "--region", "empty", "metrics=[region__instances]", "--base",
           NCU_REGIONS_TEST_RANGES, "--base-arg=empty", "--head", NCU_REGIONS_TEST_RANGES,
           "--head-arg=empty"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("no baseline is proposed: cannot read "));
}

TEST_F(StoredCli, TheBaselineOfSomethingElseIsExit4) {
  store();
  good_ = read_file(file());
  struct Case {
    std::string field, stored, now;
  };
  for (const Case& other :
       {Case{"workload", "t", "slow"}, Case{"preset", "default", "cache"},
        Case{"kind", "host", "range"}, Case{"device", "host-x86_64", "nvidia-a100"}}) {
    const std::string key = "\"" + other.field + "\": \"";
    const ProgramResult result = check_with(key + other.stored + "\"", key + other.now + "\"");
    EXPECT_EQ(result.exit_code, 4) << other.field << result.out;
    EXPECT_THAT(result.err, HasSubstr("is the baseline of " + other.field + " '" + other.now +
                                      "', and is used for " + other.field));
    EXPECT_EQ(region_test(), 3) << other.field;
    const ProgramResult accepted =
        cli({"accept", "--run", run().string() + ".previous", "--reason", "x", "--all"});
    EXPECT_EQ(accepted.exit_code, 4) << other.field;
  }
}

TEST_F(StoredCli, ContentThatCannotBeTrustedIsExit4) {
  store();
  good_ = read_file(file());
  struct Case {
    std::string from, to, message;
  };
  const std::string samples = "\"unit\":\"instances\",\"samples\":{";
  for (const Case& odd :
       {Case{samples, samples + "\"s\":[1],\"s\":[3],", "the key 's' stands twice in one object"},
        Case{"\"unit\":\"instances\"", "\"unit\":\"ns\"",
             "empty region__instances is stored in the unit 'ns', and that of the metric is "
             "'instances'"},
        Case{":[3]", ":[-3]", "has the sample -3, and this metric is never below 0"},
        Case{"\"sessions\"", "<<<<<<< HEAD\n\"sessions\"",
             "line 7 is a conflict marker of git ('<<<<<<< HEAD')"},
        Case{"\"captures\":2", "\"captures\":-1", "must be a whole number, not -1"}}) {
    const ProgramResult result = check_with(odd.from, odd.to);
    EXPECT_EQ(result.exit_code, 4) << odd.to << result.out;
    EXPECT_THAT(result.err, HasSubstr(odd.message));
    EXPECT_EQ(region_test(), 3) << odd.to;
  }
}

}  // namespace
}  // namespace ncu_regions
