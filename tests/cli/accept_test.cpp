// What accept changes, what it refuses, and what is left when it dies.
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::SizeIs;

namespace fs = std::filesystem;

class AcceptCli : public CliTest {
 protected:
  // Two regions, empty (3 instances) and outer/inner (1).
  ProgramResult check_both() { return check({"empty"}, {"empty", "inner"}, kExact); }

  ProgramResult accept(const std::vector<std::string>& further = {}) {
    std::vector<std::string> args = {"accept", "--run", run().string(), "--reason", "why"};
    args.insert(args.end(), further.begin(), further.end());
    return cli(args);
  }

  // A baseline of other values than those of the last run, which is red then.
  void store_other_values() {
    check_both();
    ASSERT_EQ(accept().exit_code, 0);
    std::string text = stored();
    for (const auto& [now, then] : {std::pair{"[3]", "[5]"}, std::pair{"[1]", "[7]"}}) {
      ASSERT_NE(text.find(now), std::string::npos);
      text.replace(text.find(now), 3, then);
    }
    write_file(file(), text);
    ASSERT_EQ(check_both().exit_code, 1);
  }

  fs::path file() const { return folder_ / "baselines/host-x86_64/t.default.host.json"; }
  std::string stored() const { return read_file(file()); }

  // Lines of `one` that are not in `other`.
  static std::vector<std::string> only_in(const std::string& one, const std::string& other) {
    std::vector<std::string> lines = split(one, '\n');
    const std::vector<std::string> others = split(other, '\n');
    std::erase_if(lines, [&](const auto& line) { return std::ranges::count(others, line) > 0; });
    return lines;
  }

  const std::vector<std::string> kExact = {"metrics=[region__instances,host__kernel_launches.sum]"};
};

TEST_F(AcceptCli, PrintsTheDifferenceAndADryRunWritesNothing) {
  store_other_values();
  const std::string before = stored();
  const ProgramResult dry = accept({"--dry-run"});
  EXPECT_EQ(dry.exit_code, 0) << dry.err;
  EXPECT_THAT(dry.out,
              AllOf(ContainsRegex("region +metric +before +now +change +captures"),
                    ContainsRegex("empty +region__instances +5 instances +3 instances +-40.00 %"),
                    HasSubstr("dry run: nothing was written")));
  EXPECT_EQ(stored(), before);
}

TEST_F(AcceptCli, OneMetricOfOneRegionChangesThatLineAndAddsASession) {
  store_other_values();
  const std::string before = stored();
  const ProgramResult result = accept({"--region", "inner", "--metric", "region__*"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("git commit -m 'baselines: host-x86_64: t: why'"));
  EXPECT_THAT(only_in(before, stored()), testing::ElementsAre(HasSubstr("[7]")));
  EXPECT_THAT(only_in(stored(), before),
              testing::ElementsAre(HasSubstr("\"reason\":\"why\""), HasSubstr("[1]")));
}

TEST_F(AcceptCli, TheSameValuesAgainChangeNothing) {
  check_both();
  accept();
  const std::string before = stored();
  check_both();
  EXPECT_THAT(accept({"--all"}).out, HasSubstr("these values are stored already"));
  EXPECT_EQ(stored(), before);
}

TEST_F(AcceptCli, ASessionOfUnchangedCodeIsAddedAndRedLinesAreRefused) {
  check_both();
  accept();
  check_both();
  const ProgramResult added = accept({"--add-session"});
  EXPECT_EQ(added.exit_code, 0) << added.err;
  const auto json = nlohmann::json::parse(stored());
  EXPECT_THAT(json.at("sessions"), SizeIs(3));  // its text, and two
  EXPECT_THAT(json.at("values").at(1).at(1).at("samples"), SizeIs(2));
  EXPECT_EQ(check_both().exit_code, 0);

  fs::remove(file());
  store_other_values();
  const std::string before = stored();
  const ProgramResult red = accept({"--add-session"});
  EXPECT_EQ(red.exit_code, 3);
  EXPECT_THAT(red.err, AllOf(HasSubstr("is regressed"), HasSubstr("for unchanged code")));
  EXPECT_EQ(stored(), before);
}

TEST_F(AcceptCli, OneRunIsOneSessionWhateverTheReason) {
  check_both();
  accept();
  check_both();
  accept({"--add-session"});
  const std::string before = stored();
  const ProgramResult again =
      cli({"accept", "--run", run().string(), "--reason", "another", "--add-session"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("stored already"));
  EXPECT_EQ(stored(), before);
}

// Totals of another number of instances are other totals.
TEST_F(AcceptCli, AnotherNumberOfInstancesMovesTheTotalsToo) {
  const auto check_times = [&](const char* iterations) {
    return cli({"check", "--name", "t", "--region", "A",
                "metrics=[region__instances,host__kernel_launches.sum]", "--",
                NCU_REGIONS_TEST_RESNET, "--iterations", iterations});
  };
  check_times("2");
  accept();
  EXPECT_EQ(check_times("4").exit_code, 1);
  ASSERT_EQ(accept().exit_code, 0);
  const ProgramResult after = check_times("4");
  EXPECT_EQ(after.exit_code, 0) << after.out;
  for (const char* metric :
       {"region__instances", "host__kernel_launches.sum"}) {  // either brings both
    EXPECT_EQ(check_times("2").exit_code, 1);
    ASSERT_EQ(accept({"--metric", metric}).exit_code, 0);
    EXPECT_EQ(check_times("2").exit_code, 0) << metric;
    check_times("4");
    accept();
  }
}

TEST_F(AcceptCli, ABaselineThatCannotBeReadIsNoticedBeforeAnythingIsMeasured) {
  check_both();
  accept();
  write_file(file(), "{");
  const ProgramResult broken = check_both();
  EXPECT_EQ(broken.exit_code, 4);
  EXPECT_THAT(broken.err, AllOf(HasSubstr("is not JSON"), HasSubstr("delete it and accept anew"),
                                testing::Not(HasSubstr("timing pass"))));
}

TEST_F(AcceptCli, RefusesWhatIsNoLevel) {
  check_both();
  EXPECT_EQ(cli({"accept", "--run", run().string()}).exit_code, 2);
  EXPECT_EQ(cli({"accept", "--run", run().string(), "--reason", " "}).exit_code, 2);
  EXPECT_EQ(accept({"--region", "nowhere"}).exit_code, 2);
  EXPECT_EQ(accept({"--all", "--add-session"}).exit_code, 2);
  check({"empty"}, {"empty", "missing"}, kExact);
  const ProgramResult partial = accept();
  EXPECT_EQ(partial.exit_code, 3);
  EXPECT_THAT(partial.err, HasSubstr("'missing', region__instances was not measured"));
  EXPECT_FALSE(fs::exists(file()));
}

// Killed before each call that changes a file: the old baseline or the new one is there, whole.
TEST_F(AcceptCli, KilledAtAnyMomentLeavesTheOldOrTheNewBaseline) {
  store_other_values();
  const std::string before = stored();
  ASSERT_EQ(accept().exit_code, 0);
  const std::string after = stored();
  std::size_t old_ones = 0;
  std::size_t new_ones = 0;
  for (int nth = 1;; ++nth) {
    write_file(file(), before);
    const ProgramResult killed =
        run_program({NCU_REGIONS_TEST_KILL_AT_CHANGE, std::to_string(nth), NCU_REGIONS_TEST_CLI,
                     "accept", "--run", run().string(), "--reason", "why"});
    if (killed.exit_code == 77) GTEST_SKIP() << "this system allows no tracing";
    if (killed.exit_code == 1) break;  // it ended before
    ASSERT_EQ(killed.exit_code, 0) << killed.err;
    ASSERT_LT(nth, 1000);
    (stored() == before ? old_ones : new_ones) += 1;
    ASSERT_TRUE(stored() == before || stored() == after) << "killed at " << nth;
  }
  EXPECT_GT(old_ones, 3u);
  EXPECT_GT(new_ones, 0u);
}

// Both accept another region of one run at the same time, again and again.
TEST_F(AcceptCli, AcceptancesAtOnceAreAllStored) {
  store_other_values();
  const std::string before = stored();
  const std::string accept_one = "'" NCU_REGIONS_TEST_CLI "' accept --run '" + run().string() +
                                 "' --reason \"$1\" --region \"$2\"";
  const std::string both = "one() { " + accept_one +
                           "; }; one AAA empty & a=$!; one BBB inner & b=$!; "
                           "wait $a && wait $b";
  for (int i = 0; i < 10; ++i) {
    write_file(file(), before);
    const ProgramResult result = run_program({"/bin/sh", "-c", both});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    ASSERT_THAT(stored(), AllOf(HasSubstr("\"reason\":\"AAA\""), HasSubstr("\"reason\":\"BBB\""),
                                HasSubstr("[3]"), HasSubstr("[1]")))
        << i;
  }
  EXPECT_EQ(check_both().exit_code, 0);
}

// Somebody holds the folder and writes another region's value before he lets go.
TEST_F(AcceptCli, TheSecondWaitsAndWorksOnTheResultOfTheFirst) {
  NCU_REGIONS_SKIP_WITHOUT("flock", find_program("flock").has_value(), "it is not installed");
  store_other_values();
  const std::string before = stored();
  ASSERT_EQ(accept({"--region", "empty"}).exit_code, 0);
  write_file(folder_ / "first.json", stored());
  write_file(file(), before);
  const std::string script =
      "exec 9< '" + file().parent_path().string() +
      "'; flock 9\n'" NCU_REGIONS_TEST_CLI "' accept --run '" + run().string() +
      "' --reason second --region inner 2> told 9<&- & "
      "until grep -q 'waiting for it to end' told; do kill -0 $! || exit 1; done\n"
      "cp first.json '" +
      file().string() + "'; exec 9<&-; wait $!";
  const ProgramResult result = run_program({"/bin/sh", "-c", script}, {folder_.path(), {}});
  EXPECT_EQ(result.exit_code, 0) << result.err << read_file(folder_ / "told");
  EXPECT_THAT(stored(), AllOf(HasSubstr("\"reason\":\"why\""), HasSubstr("\"reason\":\"second\""),
                              HasSubstr("[3]"), HasSubstr("[1]")));
  EXPECT_EQ(std::distance(fs::directory_iterator(file().parent_path()), fs::directory_iterator()),
            1);  // no file of the lock is left
}

class MergeTest : public AcceptCli {
 protected:
  ProgramResult git(std::vector<std::string> args) {
    args.insert(args.begin(), {"git", "-c", "user.name=a", "-c", "user.email=a@b", "-c",
                               "init.defaultBranch=main", "-C", folder_.path().string()});
    return run_program(args);
  }
  void commit_all(const std::string& message) {
    ASSERT_EQ(git({"add", "baselines"}).exit_code, 0);
    ASSERT_EQ(git({"commit", "-qm", message}).exit_code, 0);
  }
  // Each region on a branch of its own.
  ProgramResult merge_two_branches() {
    store_other_values();
    git({"init", "-q"});
    commit_all("old");
    git({"checkout", "-qb", "one"});
    accept({"--region", "empty"});
    commit_all("empty");
    git({"checkout", "-q", "main"});
    git({"checkout", "-qb", "two"});
    accept({"--region", "inner"});
    commit_all("inner");
    return git({"merge", "-q", "one"});
  }
};

TEST_F(MergeTest, BranchesThatAcceptDifferentRegionsConflictInTheirSessionsAlone) {
  NCU_REGIONS_SKIP_WITHOUT("git", find_program("git").has_value(), "it is not installed");
  merge_two_branches();
  bool is_conflict = false;
  for (const std::string& line : split(stored(), '\n')) {
    if (line.starts_with("<<<<<<<")) is_conflict = true;
    EXPECT_FALSE(is_conflict && line.find("\"metric\"") != std::string::npos) << line;
    if (line.starts_with(">>>>>>>")) is_conflict = false;
  }
  EXPECT_THAT(stored(), AllOf(HasSubstr("[3]"), HasSubstr("[1]")));
}

TEST_F(MergeTest, WithTheUnionDriverThereIsNoConflictAtAll) {
  NCU_REGIONS_SKIP_WITHOUT("git", find_program("git").has_value(), "it is not installed");
  write_file(folder_ / ".gitattributes", "baselines/**/*.json merge=union\n");
  const ProgramResult merged = merge_two_branches();
  EXPECT_EQ(merged.exit_code, 0) << merged.out << merged.err;
  EXPECT_EQ(check_both().exit_code, 0);  // both levels hold
}

}  // namespace
}  // namespace ncu_regions
