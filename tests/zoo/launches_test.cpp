// Odd launches in the counting pass: a kernel's instructions are exact, or missing.
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;

class ZooLaunches : public ZooTest {
 protected:
  void SetUp() override {
    NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "instructions cannot be counted");
  }
  // Kernels in the region or below it -> instructions, or null. Two runs must agree.
  std::map<std::string, Json> kernels(const std::string& mode, const std::string& region = "step") {
    const std::map<std::string, Json> first = kernels_once(mode, region);
    EXPECT_EQ(kernels_once(mode, region), first);
    return first;
  }
  double sum(const std::map<std::string, Json>& kernels) {
    double sum = 0;
    for (const auto& [name, instructions] : kernels) sum += instructions.get<double>();
    return sum;
  }
  const std::string instructions_ = "host__inst_executed.sum";

 private:
  std::map<std::string, Json> kernels_once(const std::string& mode, const std::string& region) {
    cli({"check", "--name", "t", "--region", region, "--", NCU_REGIONS_ZOO_LAUNCHES, mode});
    std::map<std::string, Json> kernels;
    const Json report = json("regions/report.json");
    for (const Json& entry : report.at("regions")) {
      if (entry.at("path") != region) continue;
      const Json own = json("regions/" + entry.at("files").at("json").get<std::string>());
      for (const Json& kernel : own.at("kernels_below")) {
        kernels[kernel.at("name")] = kernel.value("instructions", Json());
      }
    }
    EXPECT_FALSE(kernels.empty()) << mode;
    return kernels;
  }
};

TEST_F(ZooLaunches, EveryThreadsLaunchesAreCounted) {
  const auto found = kernels("threads");

  ASSERT_EQ(found.size(), 1u);
  const double all = found.at("grow");
  EXPECT_GT(all, 3 * 6000 * 2);
  EXPECT_LE(all, value("step", instructions_));
  EXPECT_LT(value("step", instructions_) - all, 1000);
}

TEST_F(ZooLaunches, CopiesOfAProcessAreCountedAndAdded) {
  const auto found = kernels("forks");

  const double all = found.at("grow");
  EXPECT_EQ(static_cast<long>(all) % 9, 0);
  EXPECT_LE(all, value("step", instructions_));
}

TEST_F(ZooLaunches, ALaunchInsideAnotherCountsOnce) {
  const auto found = kernels("nested");

  EXPECT_GT(found.at("inner"), found.at("outer"));
  EXPECT_GT(found.at("outer"), 2000);
  EXPECT_LE(sum(found), value("step", instructions_));
  EXPECT_LT(value("step", instructions_) - sum(found), 1000);
}

TEST_F(ZooLaunches, ALaunchThatReachesOutOfItsRegionOrNeverEndsHasNone) {
  for (const std::string mode : {"reaches-out", "never-ends"}) {
    for (const auto& [kernel, instructions] : kernels(mode)) {
      EXPECT_EQ(instructions.is_null(), kernel != "whole") << mode << ": " << kernel;
    }
    EXPECT_GT(value("step", instructions_), 2000) << mode;
  }
}

TEST_F(ZooLaunches, LaunchesWhileAStartEndRangeIsOpenAreCounted) {
  const auto found = kernels("start-end", "startend:step");

  ASSERT_EQ(found.size(), 1u);
  EXPECT_GT(found.at("grow"), 2000);
  EXPECT_LE(sum(found), value("startend:step", instructions_));
}

TEST_F(ZooLaunches, WhereThePassesSawOtherLaunchesThereAreNone) {
  EXPECT_TRUE(kernels("not-the-same").at("always").is_null());
  EXPECT_EQ(value("step", instructions_), -1);
  EXPECT_GT(kernels("not-the-same", "steady").at("always"), 2000);
}

}  // namespace
}  // namespace ncu_regions
