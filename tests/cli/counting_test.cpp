// The counting pass: exact, and the same wherever it runs.
#include <cmath>

#include "tests/cli/cli_fixture.h"
#include "tests/support/processes.h"

namespace ncu_regions {
namespace {

class CountingCli : public CliTest {
 protected:
  void SetUp() override {
    NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "instructions cannot be counted");
  }
  void write_script(const std::string& name, const std::string& text) {
    write_file(folder_ / name, "#!/bin/sh\n" + text);
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }
  // So many children, each ended by this signal.
  ProgramResult check_family(const std::string& signal, const std::string& children) {
    return cli({"check", "--name", "t", "--region", "child", "--", NCU_REGIONS_TEST_FAMILY,
                "signal", signal, children});
  }
};

// What the library leaves in a program's counts, to the instruction: the call of the handler up to
// the point where collection is switched off, and its return. A change here changes every stored
// baseline: raise kLibraryRevision with it.
TEST_F(CountingCli, TheInstructionsOfAnEmptyAndOfANestedRangeAreKnownExactly) {
  check({"empty"}, {"empty", "outer", "inner"});

  const double empty = value("empty", kInst) / 3;
  const double added_by_nesting = value("outer", kInst) - 2 * empty;
  EXPECT_EQ(value("outer/inner", kInst), empty);
  if (!kKnownCompiler) GTEST_SKIP() << "other compiler: known for GCC 12 on x86-64 only";
  EXPECT_EQ(empty, 20);
  EXPECT_EQ(added_by_nesting, 21);
}

TEST_F(CountingCli, WorkIsCountedToTheInstruction) {
  check({"work", "1000"}, {"work"});
  const double thousand = value("work", kInst);
  check({"work", "3000"}, {"work"});

  const double per_turn = (value("work", kInst) - thousand) / 2000;
  EXPECT_GT(per_turn, 1);
  if (!kKnownCompiler) GTEST_SKIP() << "other compiler: known for GCC 12 on x86-64 only";
  EXPECT_EQ(per_turn, 6);
}

// Not to the instruction: creating and joining a thread takes more or less, as the threads happen
// to run. What the thread does in its own range is exact.
TEST_F(CountingCli, AStartEndRangeHoldsWhatEveryThreadDidWhileItWasOpen) {
  check({"start-end"}, {"span", "inside"});
  const double inside = value("inside", kInst);
  const double span = value("startend:span", kInst);
  check({"start-end"}, {"startend:span", "inside"});

  EXPECT_GT(inside, 1000);
  EXPECT_GT(span, inside);
  EXPECT_EQ(value("inside", kInst), inside);
}

TEST_F(CountingCli, AStartEndRangeOfOneThreadIsCountedExactly) {
  check({"start-end-alone"}, {"span", "inside"});
  const double span = value("startend:span", kInst);
  check({"start-end-alone"}, {"startend:span", "inside"});

  EXPECT_EQ(value("startend:span", kInst), span);
  EXPECT_GT(span, value("inside", kInst));
}

TEST_F(CountingCli, ARangeThatWasNotDeclaredIsNotCounted) {
  check({"empty"}, {"empty"});

  EXPECT_EQ(value("undeclared", kInst), -1);
  EXPECT_EQ(value("undeclared", "region__instances"), 1);
}

TEST_F(CountingCli, TwoRunsGiveIdenticalCounts) {
  check({"odd-names"}, {"a|b`c"});
  const double first = value("a|b`c", kInst);
  check({"odd-names"}, {"a|b`c"});

  EXPECT_EQ(value("a|b`c", kInst), first);
  EXPECT_GT(first, 0);
}

TEST_F(CountingCli, ALabelThatIsNotUtf8IsCountedToo) {
  const std::string written = R"(\\xff\\xfe)";  // as text \xff\xfe, each '\' escaped
  check({"odd-names"}, {written});

  EXPECT_GT(value(written, kInst), 0);
}

TEST_F(CountingCli, WithoutValgrindTheGateIsASkipThatSaysWhy) {
  ProgramOptions without;
  without.environment = {{"PATH", folder_.path().string()}};

  const ProgramResult result =
      check({"empty"}, {"empty"}, {"metrics=[host__inst_executed.sum]"}, without);
  const ProgramResult missing =
      check({"empty"}, {"missing"}, {"metrics=[host__inst_executed.sum]"}, without);

  EXPECT_EQ(result.exit_code, 77) << result.err;
  EXPECT_THAT(result.out, testing::HasSubstr("valgrind is not installed"));
  EXPECT_EQ(missing.exit_code, 3);
}

TEST_F(CountingCli, AValgrindThatIsThereAndDoesNotWorkIsExit3WithItsWords) {
  ProgramOptions changed;
  changed.environment = {{"PATH", folder_.path().string() + ":" + std::getenv("PATH")}};
  write_script("valgrind", "sleep 1000 &\necho 'my library is lost' >&2\nkill -SEGV $$\n");

  const ProgramResult gated = check({"empty"}, {"empty"}, {}, changed);
  const ProgramResult others =
      check({"empty"}, {"empty"}, {"metrics=[region__instances]"}, changed);

  EXPECT_EQ(gated.exit_code, 3);
  EXPECT_THAT(gated.err, testing::AllOf(testing::HasSubstr("valgrind does not work"),
                                        testing::HasSubstr("signal 11"),
                                        testing::HasSubstr("it said: my library is lost")));
  EXPECT_EQ(others.exit_code, 4) << others.err;
  EXPECT_THAT(processes_in(folder_.path()), testing::IsEmpty());
}

TEST_F(CountingCli, AValgrindThatFailsOnlyWhenItCountsIsExit3WithItsWords) {
  ProgramOptions changed;
  changed.environment = {{"PATH", folder_.path().string() + ":" + std::getenv("PATH")}};
  write_script("valgrind", "[ \"$1\" = --version ] && exec " + find_program("valgrind")->string() +
                               " --version\necho 'no tool here' >&2\nexit 1\n");

  const ProgramResult result = check({"empty"}, {"empty"}, {}, changed);

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, testing::HasSubstr("| no tool here"));
}

TEST_F(CountingCli, AValgrindThatCountsNothingIsExit3) {
  ProgramOptions changed;
  changed.environment = {{"PATH", folder_.path().string() + ":" + std::getenv("PATH")}};
  write_script("valgrind",
               "case \"$1\" in --version) set -- --version;; *) set -- \"$@\";; esac\n"
               "[ \"$1\" = --version ] || set -- --instr-atstart=no \"$@\"\nexec " +
                   find_program("valgrind")->string() + " \"$@\"\n");

  const ProgramResult result = check({"nested", "hot=1"}, {"hot"}, {}, changed);

  EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
  EXPECT_THAT(result.err, testing::HasSubstr("counted no instruction at all"));
}

TEST_F(CountingCli, AChildThatASignalEndsIsNotedWhenItsParentEndsWell) {
  const ProgramResult aborted = check_family("6", "1");
  EXPECT_EQ(aborted.exit_code, 4);
  EXPECT_THAT(aborted.err,
              testing::HasSubstr("note: a child process of the workload (process 0) was "
                                 "ended by signal 6 (Aborted), and the workload "
                                 "itself ended with exit code 0"));
  EXPECT_THAT(read_file(run() / "regions/report.md"), testing::HasSubstr("signal 6"));

  const ProgramResult killed = check_family("9", "2");
  EXPECT_THAT(killed.err, testing::AllOf(testing::HasSubstr("(process 0) was ended by signal 9"),
                                         testing::HasSubstr("(process 1) was ended by signal 9")));

  EXPECT_THAT(check_family("0", "2").err, testing::Not(testing::HasSubstr("a child process")));
}

TEST_F(CountingCli, AProgramBehindAScriptIsCountedLikeAnyOther) {
  check({"empty"}, {"empty"});
  const double plain = value("empty", kInst);
  write_script("wrap.sh", NCU_REGIONS_TEST_RANGES " empty\n");

  cli({"check", "--name", "t", "--region", "empty", "--", (folder_ / "wrap.sh").string()});

  EXPECT_EQ(value("empty", kInst), plain);
}

TEST_F(CountingCli, ForkedProcessesAreCountedExactly) {
  check({"forks"}, {"thread"});
  const nlohmann::json first = json("regions/report.json").at("regions");
  check({"forks"}, {"thread"});

  const auto& scopes = first.at(0).at("scopes");
  EXPECT_EQ(
      json("regions/report.json").at("regions").at(0).at("scopes").at(1).at("metrics").at(kInst),
      scopes.at(1).at("metrics").at(kInst));
  EXPECT_GT(scopes.at(1).at("metrics").at(kInst).at("inclusive"), 0);
}

TEST_F(CountingCli, EveryMethodCountsTheSame) {
  check({"empty"}, {"outer", "inner"}, {"host.count_method=status"});
  const double by_status = value("outer", kInst);
  for (const char* method : {"full-status", "dump"}) {
    check({"empty"}, {"outer", "inner"}, {std::string("host.count_method=") + method});
    EXPECT_EQ(value("outer", kInst), by_status) << method;
  }
}

// The real valgrind, which fails like one whose callgrind finds no frame to stand on.
TEST_F(CountingCli, WhenValgrindItselfFailsItIsTriedWithoutTheShortCut) {
  write_script("valgrind", R"(n=$#
while [ $n -gt 0 ]; do
  case $1 in --fn-skip=*) set -- "$@" '--fn-skip=*'; unset LD_BIND_NOW;; *) set -- "$@" "$1";; esac
  shift
  n=$((n - 1))
done
exec )" + find_program("valgrind")->string() +
                               " \"$@\"\n");
  ProgramOptions changed;
  changed.environment = {{"PATH", folder_.path().string() + ":" + std::getenv("PATH")}};

  const ProgramResult result = check({"empty"}, {"empty"}, {}, changed);

  EXPECT_GT(value("empty", kInst), 0) << result.err;
  EXPECT_THAT(result.err, testing::HasSubstr("valgrind stopped at an error of its own"));
}

// The real valgrind, whose log is changed afterwards: as one of another version might write it.
TEST_F(CountingCli, AStatusThatCannotBeReadIsReplacedByDumpsAndThatIsSaid) {
  check({"empty"}, {"outer"});
  const double by_status = value("outer", kInst);
  const std::string real = find_program("valgrind")->string();
  write_script("valgrind", real +
                               " \"$@\" || exit\n"
                               "for word; do case $word in --log-file=*)\n"
                               "  folder=${word#--log-file=}\n"
                               "  sed -i s/^current-tid/tid-now/ \"${folder%/*}\"/cg.*.log;;\n"
                               "esac; done\n");
  ProgramOptions changed;
  changed.environment = {{"PATH", folder_.path().string() + ":" + std::getenv("PATH")}};

  const ProgramResult result = check({"empty"}, {"outer"}, {}, changed);

  EXPECT_EQ(value("outer", kInst), by_status) << result.err;
  EXPECT_THAT(result.err, testing::HasSubstr("counting again"));
  EXPECT_THAT(read_file(run() / "regions/report.md"), testing::HasSubstr("cannot be read"));
  const ProgramResult refused = check({"empty"}, {"outer"}, {"host.count_method=status"}, changed);
  EXPECT_EQ(refused.exit_code, 3);
}

TEST_F(CountingCli, RegionsBeyondTheCapOnBoundariesAreNotMeasuredAndNamed) {
  const ProgramResult result =
      check({"empty"}, {"outer", "empty"}, {"host.boundaries_max=4", "metrics=[" + kInst + "]"});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, testing::HasSubstr("its 6 boundaries are more than host.boundaries_max"));
  EXPECT_GT(value("outer", kInst), 0);  // declared, 2 boundaries; then its child, 2 more
  EXPECT_EQ(value("empty", kInst), -1);
}

TEST_F(CountingCli, SimulatedCachesAreCountedInARunOfTheirOwn) {
  check({"work", "1000"}, {"work"}, {"--preset", "cache"});
  const double reads = value("work", "host__sim_data_reads.sum");
  const double instructions = value("work", kInst);
  check({"work", "3000"}, {"work"}, {"--preset", "cache"});

  EXPECT_GE(value("work", "host__sim_l1d_read_misses.sum"), 0);
  EXPECT_GT(value("work", kInst), instructions);
  if (!kKnownCompiler) GTEST_SKIP() << "other compiler: it may keep the counter in a register";
  EXPECT_GE(value("work", "host__sim_data_reads.sum") - reads, 2000);
}

TEST_F(CountingCli, CpuTimeIsMeasuredWhenItIsAskedFor) {
  check({"work", "1000000"}, {"work"}, {"metrics=[host__cpu_time.sum,region__instances]"});

  EXPECT_GT(value("work", "host__cpu_time.sum"), 0);
  EXPECT_FALSE(std::filesystem::exists(run() / "captures/2-host-count"));
}

// On most virtual machines there is no such counter: then it is a skip that says why.
TEST_F(CountingCli, TheKernelsCounterHasItsOwnNameOrASkip) {
  const ProgramResult result =
      check({"work", "100000"}, {"work"}, {"metrics=[host__inst_perf_user.sum,region__instances]"});

  if (value("work", "host__inst_perf_user.sum") < 0) {
    EXPECT_THAT(result.err, testing::HasSubstr("the kernel's instruction counter cannot be used"));
  } else {
    EXPECT_GT(value("work", "host__inst_perf_user.sum"), 600'000);
  }
  EXPECT_EQ(value("work", kInst), -1);
}

}  // namespace
}  // namespace ncu_regions
