// The registered workload shallow_resnet, through the command line as a user would run it.
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

class WorkloadCli : public CliTest {
 protected:
  void SetUp() override {
    NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "instructions cannot be counted");
  }
  ProgramResult measure(const std::vector<std::string>& further = {},
                        const ProgramOptions& options = {}) {
    std::vector<std::string> args = {
        "check",          "--build",     NCU_REGIONS_TEST_BUILD,   "--test",
        "shallow_resnet", "--baselines", (folder_ / "b").string(), "--run",
        run().string()};
    args.insert(args.end(), further.begin(), further.end());
    return cli(args, options);
  }
  std::vector<double> counts() {
    std::vector<double> result;
    for (const char* region : {"A", "A/A::A1", "B"}) result.push_back(value(region, kInst));
    return result;
  }
};

TEST_F(WorkloadCli, ThePenalisedRegionRegressesWithWhatContainsItAndTheOtherPasses) {
  measure();
  ASSERT_EQ(cli({"accept", "--run", run().string(), "--reason", "first"}).exit_code, 0);
  EXPECT_EQ(measure().exit_code, 0);

  const ProgramResult result = measure({"--", "--penalty", "A::A1=10"});

  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("regressed  A::A1  host__inst_executed.sum"));
  const nlohmann::json verdicts = json("verdicts.json");
  for (const auto& verdict : verdicts.at("verdicts")) {
    const bool contains = verdict.at("region") != "B";
    const bool moves = verdict.at("metric") != "region__instances";
    EXPECT_EQ(verdict.at("verdict"), contains && moves ? "regressed" : "pass") << verdict;
  }
  EXPECT_THAT(read_file(run() / "regions/report.md"),
              testing::ContainsRegex("`A::A1` \\| `host__inst_executed.sum` \\| [0-9,]+ inst \\| "
                                     "[0-9,]+ inst \\| \\+(9|10|11)\\.[0-9]+ % \\| 0.1 %"));
}

TEST_F(WorkloadCli, InclusiveIsExclusivePlusChildren) {
  measure();
  const nlohmann::json regions = json("regions/report.json").at("regions");
  const auto number = [&](std::size_t i, const char* kind) {
    return regions.at(i).at("metrics").at(kInst).at(kind).get<double>();
  };

  EXPECT_EQ(regions.at(1).at("parent"), regions.at(0).at("path"));
  EXPECT_EQ(number(0, "inclusive"), number(0, "exclusive") + number(1, "inclusive"));
  EXPECT_GT(number(0, "exclusive"), 0);
}

TEST_F(WorkloadCli, NeitherUserNorHomeNorFolderNorEnvironmentNorCpuFeaturesMoveACount) {
  measure();
  const std::vector<double> plain = counts();
  const TempFolder elsewhere;

  ProgramOptions other;
  other.working_directory = elsewhere.path();
  other.environment = {{"USER", "somebody-else"},
                       {"LOGNAME", "somebody-else"},
                       {"HOME", elsewhere.path().string() + "/" + std::string(200, 'h')},
                       {"A_LARGE_VARIABLE", std::string(20000, 'x')},
                       {"LANG", "de_DE.UTF-8"},
                       {"GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-ERMS"}};
  measure({}, other);
  EXPECT_EQ(counts(), plain);

  EXPECT_GT(plain[2], 0);
  if (!kKnownCompiler) GTEST_SKIP() << "other compiler: it calls the C library for what were loops";
  // What the C library would choose on other CPUs: nothing hidden, and only AVX2 hidden.
  for (const char* tunables : {"host.glibc_tunables=glibc.cpu.hwcaps=-AVX2",
                               "host.glibc_tunables=glibc.cpu.x86_rep_movsb_threshold=4096"}) {
    measure({tunables});
    EXPECT_EQ(counts(), plain) << tunables;
  }
}

TEST_F(WorkloadCli, AnotherPathOfTheProgramMovesNoCount) {
  measure();
  const std::vector<double> plain = counts();
  const std::filesystem::path copy = folder_ / (std::string(120, 'p') + "_shallow_resnet_host");
  std::filesystem::copy(NCU_REGIONS_TEST_RESNET, copy);

  cli({"check", "--name", "t", "--region", "A", "--region", "A::A1", "--region", "B", "--",
       copy.string()});

  EXPECT_EQ(counts(), plain);
}

}  // namespace
}  // namespace ncu_regions
