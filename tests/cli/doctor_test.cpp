// doctor: what this machine can measure, and the truth of it.
#include <chrono>

#include "harness/machine/machine.h"
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class DoctorCli : public CliTest {
 protected:
  // A shell script that answers like ncu.
  std::string fake_ncu(const std::string& script) {
    write_file(folder_ / "ncu", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(folder_ / "ncu", std::filesystem::perms::owner_all);
    return (folder_ / "ncu").string();
  }
  // The finding of this topic in the JSON.
  static nlohmann::json finding(const ProgramResult& result, const std::string& topic) {
    const auto json = nlohmann::json::parse(result.out);
    for (const auto& entry : json.at("findings")) {
      if (entry.at("topic") == topic) return entry;
    }
    return {};
  }
  static bool has_driver() {
    return std::filesystem::exists("/proc/driver/nvidia/version") || find_program("nvidia-smi");
  }
};

TEST_F(DoctorCli, WithoutADriverItSaysSoFirstAndExits77) {
  if (has_driver()) GTEST_SKIP() << "this machine has a driver";

  const ProgramResult result = cli({"doctor"});

  EXPECT_EQ(result.exit_code, 77);
  EXPECT_THAT(result.out, StartsWith("GPU: cannot be measured here: no NVIDIA driver"));
  EXPECT_THAT(result.out, HasSubstr("\nprofiler: host, "));
  EXPECT_THAT(result.out, HasSubstr("/proc/driver/nvidia/version is not there"));
  EXPECT_EQ(result.err, "");
}

TEST_F(DoctorCli, TheExitCodeIsWhatTheJsonSays) {
  const ProgramResult result = cli({"doctor", "--json"});
  const auto json = nlohmann::json::parse(result.out);

  EXPECT_EQ(json.at("schema"), 1);
  EXPECT_EQ(result.exit_code, json.at("gpu").at("measurable").get<bool>() ? 0 : 77);
  EXPECT_EQ(finding(result, "valgrind").at("status"), has_valgrind() ? "ok" : "missing");
}

TEST_F(DoctorCli, TheNcuThatWasNamedIsTheOneShown) {
  if (has_driver()) GTEST_SKIP() << "this machine has a driver";
  const std::string ncu = fake_ncu(
      "case $1 in --version) echo Version 2031.4.0.0;; *) echo '==ERROR== No luck.'; exit 1;; "
      "esac");

  const ProgramResult result = cli({"doctor", "--json"}, {{}, {{"NCU_REGIONS_NCU", ncu}}});

  EXPECT_EQ(nlohmann::json::parse(result.out).at("ncu").at("path"), ncu);
  EXPECT_THAT(finding(result, "ncu").at("text").get<std::string>(), HasSubstr("2031.4.0.0"));
  EXPECT_THAT(finding(result, "driver").at("text").get<std::string>(),
              HasSubstr("ncu says: No luck."));
}

TEST_F(DoctorCli, AnNcuThatHangsIsNotWaitedForLong) {
  const std::string ncu = fake_ncu("exec tail -f /dev/null");
  const auto begin = std::chrono::steady_clock::now();

  const ProgramResult result = cli({"doctor", "--json"}, {{}, {{"NCU_REGIONS_NCU", ncu}}});

  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(8));
  EXPECT_EQ(result.exit_code, 77);
  EXPECT_EQ(finding(result, "ncu").at("status"), "missing");
}

TEST_F(DoctorCli, ATemporaryFolderThatIsNotThereIsFound) {
  const ProgramResult result = cli({"doctor", "--json"}, {{}, {{"TMPDIR", "/no/such/folder"}}});

  EXPECT_EQ(result.exit_code, 77);
  EXPECT_EQ(finding(result, "temporary files").at("status"), "missing");
}

// What CTest reads. There is no GPU here: its two answers are those of a script.
TEST_F(DoctorCli, GpusAreWrittenAsResourcesOfCTest) {
  const auto with_smi = [&](const std::string& answer) {
    make_folder(folder_ / "bin");
    write_file(folder_ / "bin/nvidia-smi",
               "#!/bin/sh\ncase $1 in *query-gpu*) echo '" + answer + "';; esac\n");
    std::filesystem::permissions(folder_ / "bin/nvidia-smi", std::filesystem::perms::owner_all);
    ProgramOptions options;
    options.environment["PATH"] = (folder_ / "bin").string() + ":/usr/bin:/bin";
    return cli({"doctor", "--resources", "sub/gpus.json"}, options);
  };
  EXPECT_EQ(with_smi("").exit_code, 77);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "sub"));

  const ProgramResult result =
      with_smi("0, GPU-1A-2b, NVIDIA X, 550.1, 40, 1000, 2000, 300, Enabled, [N/A], 0x0");

  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("1 GPU, one slot each; use it with: ctest --resource-spec-file"));
  EXPECT_EQ(nlohmann::json::parse(read_file(folder_ / "sub/gpus.json")),
            nlohmann::json::parse(R"({"version": {"major": 1, "minor": 0},
                                      "local": [{"gpus": [{"id": "gpu_1a_2b", "slots": 1}]}]})"));
}

TEST_F(DoctorCli, WrongCallsAreExit2) {
  EXPECT_EQ(cli({"doctor", "--jason"}).exit_code, 2);
  EXPECT_EQ(cli({"doctor", "extra"}).exit_code, 2);
  EXPECT_THAT(cli({"doctor", "--", "./program"}).err, HasSubstr("runs no program"));
}

TEST_F(DoctorCli, HelpIsItsPage) {
  EXPECT_EQ(cli({"doctor", "--help"}).out,
            read_file(std::string(NCU_REGIONS_TEST_PAGES) + "/doctor.md"));
}

}  // namespace
}  // namespace ncu_regions
