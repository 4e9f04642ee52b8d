// Two processes that mpirun starts: under the host profiler, and under the stand-in for ncu.
#include "tests/cli/stand_in_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class Mpi : public StandInTest {
 protected:
  void SetUp() override {
    NCU_REGIONS_SKIP_WITHOUT("mpi", find_program("mpirun").has_value(),
                             "mpirun is not installed (Debian package openmpi-bin)");
    write_file(folder_ / "mpi.yaml",
               "launcher: [mpirun, --allow-run-as-root, --oversubscribe, -n, \"2\"]\n");
    auto scenario = nlohmann::json::parse(R"({"pids": "pids.json", "regions": [
      {"path": ["rank_work"], "instances": 4, "kernels": [{"name": "fill", "time_ns": 1000}]},
      {"path": ["rank_work", "rank_work::inner"], "instances": 4,
       "kernels": [{"name": "work", "launches": 3, "time_ns": 2000}]}]})");
    play(scenario);
  }
  std::vector<std::string> scope_names() {
    std::vector<std::string> names;
    const auto report = json("regions/report.json");
    for (const auto& scope : report.at("scopes")) names.push_back(scope.at("name"));
    return names;
  }
};

TEST_F(Mpi, TheHostProfilerGivesEachRankAndTheAggregate) {
  const ProgramResult result =
      cli({"check", "--name", "t", "--config", "mpi.yaml", "--region", "rank_work", "profiler=host",
           "metrics=[region__instances,host__kernel_launches.sum,host__time_duration.sum]", "--",
           NCU_REGIONS_TEST_TWO_RANKS});
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  EXPECT_THAT(scope_names(), ElementsAre("rank 0", "rank 1"));
  const std::string report = read_file(run() / "regions/report.md");
  EXPECT_THAT(report, AllOf(HasSubstr("## Processes"), HasSubstr("rank 0"), HasSubstr("rank 1")));
}

TEST_F(Mpi, NcuRunsOncePerRankAndTheReportsAreMerged) {
  const ProgramResult result = check_program(
      {NCU_REGIONS_TEST_TWO_RANKS}, {"rank_work", "rank_work::inner"}, {"--config", "mpi.yaml"});
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  EXPECT_THAT(calls(), SizeIs(10));  // census and two samples of two levels, on each rank
  EXPECT_THAT(reports(), testing::Contains("captures/3-range-1/rank_1.ncu-rep"));
  EXPECT_THAT(scope_names(), ElementsAre(HasSubstr("rank 0"), HasSubstr("rank 1")));
  EXPECT_EQ(value("rank_work", "region__instances"), 8);
  EXPECT_EQ(value("rank_work", "region__kernel_launches"), 32);
  const std::string report = read_file(run() / "regions/report.md");
  EXPECT_THAT(report, AllOf(HasSubstr("## Scopes"), HasSubstr("## Aggregate")));
}

TEST_F(Mpi, ALauncherInsideIsStartedByNcuAndOneReportHoldsAllRanks) {
  auto scenario = nlohmann::json::parse(R"({"pids": "pids.json", "process_path": "two_ranks_host",
    "regions": [{"path": ["rank_work"], "instances": 4, "kernels": [{"name": "fill"}]}],
    "captures": [{"processes": 2}]})");
  play(scenario);
  const ProgramResult result = check_program({NCU_REGIONS_TEST_TWO_RANKS}, {"rank_work"},
                                             {"--config", "mpi.yaml", "launcher_position=inside"});
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  EXPECT_THAT(calls(), SizeIs(3));  // census and two samples
  EXPECT_THAT(words(calls()[1], "--target-processes-filter="), ElementsAre("two_ranks_host"));
  EXPECT_THAT(scope_names(), SizeIs(2));
}

}  // namespace
}  // namespace ncu_regions
