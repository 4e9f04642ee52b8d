// The real ncu on a machine without a driver: nothing is claimed, and the reason is said.
#include "tests/cli/cli_fixture.h"
#include "tests/support/real_ncu.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class NoDriver : public CliTest {
 protected:
  void SetUp() override {
    NCU_REGIONS_SKIP_WITHOUT("ncu", !installed_ncus().empty(),
                             "neither in build/deps/ncu nor on PATH");
    NCU_REGIONS_SKIP_WITHOUT("cuda", std::filesystem::exists(kProgram),
                             "the CUDA build is not there");
    if (std::filesystem::exists("/proc/driver/nvidia/version")) GTEST_SKIP() << "there is a driver";
  }
  ProgramOptions with(const RealNcu& ncu) const {
    return {{}, {{"NCU_REGIONS_NCU", ncu.program.string()}}};
  }
  // The registered test shallow_resnet, without its host build.
  std::filesystem::path build_with(bool has_host, bool requires_gpu) {
    const std::filesystem::path tests = std::filesystem::path("ncu-regions") / "tests.json";
    auto all = nlohmann::json::parse(read_file(NCU_REGIONS_TEST_BUILD / tests));
    for (auto& test : all.at("tests")) {
      if (!has_host) test["host_command"] = nlohmann::json::array();
      test["require_gpu"] = requires_gpu;
      test["run"] = run().string();
      test["baselines"] = (folder_ / "baselines").string();
    }
    make_folder(folder_ / "build/ncu-regions");
    write_file(folder_ / "build" / tests, all.dump());
    return folder_ / "build";
  }
  ProgramResult check_test(const std::filesystem::path& build, const RealNcu& ncu) {
    return cli({"check", "--build", build.string(), "--test", "shallow_resnet",
                "metrics=[gpu__time_duration.sum,region__instances]"},
               with(ncu));
  }

  const std::string kProgram = NCU_REGIONS_TEST_CUDA_RESNET;
};

TEST_F(NoDriver, ACudaProgramIsSkippedWithTheMeaningAndTheRemedy) {
  for (const RealNcu& ncu : installed_ncus()) {
    const ProgramResult result =
        cli({"check", "--region", "A", "ncu_cli.replay_mode=range", "--", kProgram}, with(ncu));
    EXPECT_EQ(result.exit_code, 77) << result.out << result.err;
    EXPECT_THAT(result.out, AllOf(HasSubstr("no NVIDIA driver"), HasSubstr(ncu.version),
                                  HasSubstr("install the driver")));
  }
}

TEST_F(NoDriver, WithRequireGpuItIsAFailure) {
  const ProgramResult result = check_test(build_with(true, true), installed_ncus().back());
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.err, AllOf(HasSubstr("no NVIDIA driver"), HasSubstr("REQUIRE_GPU")));
}

TEST_F(NoDriver, WithAHostBuildTheHostProfilerGoesOnAndSaysSo) {
  const ProgramResult host = check_test(build_with(true, false), installed_ncus().back());
  EXPECT_EQ(host.exit_code, 4) << host.out << host.err;  // measured; no baseline
  EXPECT_THAT(host.out,
              AllOf(HasSubstr("host profiler, not a GPU"), HasSubstr("no NVIDIA driver")));
  const ProgramResult none = check_test(build_with(false, false), installed_ncus().back());
  EXPECT_EQ(none.exit_code, 77) << none.out << none.err;
  EXPECT_THAT(none.out, HasSubstr("no HOST_TARGET"));
}

}  // namespace
}  // namespace ncu_regions
