// CLI tests: runs the built ncu-regions in a folder of its own.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/core/files.h"
#include "harness/machine/probe.h"
#include "tests/support/program.h"
#include "tests/support/require.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {

inline const std::string kInst = "host__inst_executed.sum";

// Whose instructions are known to the last one.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ == 12
inline constexpr bool kKnownCompiler = true;
#else
inline constexpr bool kKnownCompiler = false;
#endif

class CliTest : public testing::Test {
 protected:
  // Readers believe every outcome that a check really wrote.
  void TearDown() override {
    if (!std::filesystem::exists(run() / "verdicts.json")) return;
    EXPECT_THAT(run_program({NCU_REGIONS_TEST_CLI, "summarize", run().string()}).out,
                testing::Not(testing::HasSubstr("cannot believe")));
  }
  // ncu-regions <args...> in the test's folder.
  ProgramResult cli(std::vector<std::string> args, ProgramOptions options = {}) {
    args.insert(args.begin(), NCU_REGIONS_TEST_CLI);
    if (options.working_directory.empty()) options.working_directory = folder_.path();
    options.environment.try_emplace("TMPDIR", scratch_.path().string());  // what a failure leaves
    return run_program(args, options);
  }
  // check of the test program `ranges` in `mode`, with these regions.
  ProgramResult check(const std::vector<std::string>& mode, const std::vector<std::string>& regions,
                      std::vector<std::string> further = {}, const ProgramOptions& options = {}) {
    std::vector<std::string> args = {"check", "--name", "t"};
    for (const std::string& region : regions) args.insert(args.end(), {"--region", region});
    args.insert(args.end(), further.begin(), further.end());
    args.insert(args.end(), {"--", NCU_REGIONS_TEST_RANGES});
    args.insert(args.end(), mode.begin(), mode.end());
    return cli(args, options);
  }
  nlohmann::json json(const std::string& file) {
    return nlohmann::json::parse(read_file(run() / file));
  }
  // Inclusive value of a region in report.json; -1 when it was not measured.
  double value(const std::string& region, const std::string& metric) {
    const nlohmann::json report = json("regions/report.json");
    for (const auto& entry : report.at("regions")) {
      if (entry.at("path") != region) continue;
      const auto measured = entry.at("metrics").find(metric);
      if (measured == entry.at("metrics").end() || measured->at("inclusive").is_null()) return -1;
      return measured->at("inclusive").get<double>();
    }
    return -1;
  }
  std::filesystem::path run() const { return folder_ / "ncu-regions" / "t"; }
  static bool has_valgrind() { return find_program("valgrind").has_value(); }

  TempFolder folder_;
  TempFolder scratch_;
};

}  // namespace ncu_regions
