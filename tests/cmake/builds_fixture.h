// CMake tests: projects in a folder of the test, configured against this build of ncu-regions.
#pragma once

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "harness/core/files.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {

class Builds : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) {
    make_folder((folder_ / file).parent_path());
    write_file(folder_ / file, text);
  }

  static std::string project_text(const std::string& body,
                                  const std::string& testing = "include(CTest)") {
    return "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES NONE)\n" + testing +
           "\nfind_package(NcuRegions REQUIRED COMPONENTS harness)\n" + body + "\n";
  }

  ProgramResult cmake(const std::string& build, const std::vector<std::string>& further = {}) {
    std::vector<std::string> words = {NCU_REGIONS_TEST_CMAKE,
                                      "-S",
                                      (folder_ / "source").string(),
                                      "-B",
                                      (folder_ / build).string(),
                                      "-G",
                                      "Ninja",
                                      "-DNcuRegions_DIR=" NCU_REGIONS_TEST_PACKAGE,
                                      "-Dresnet=" NCU_REGIONS_TEST_RESNET,
                                      "-Dranges=" NCU_REGIONS_TEST_RANGES};
    words.insert(words.end(), further.begin(), further.end());
    return run_program(words);
  }

  void configure(const std::string& build, const std::string& body,
                 const std::vector<std::string>& further = {}) {
    write("source/CMakeLists.txt", project_text(body));
    const ProgramResult result = cmake(build, further);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }

  ProgramResult ctest(const std::string& build, std::vector<std::string> further = {},
                      ProgramOptions options = {}) {
    std::vector<std::string> words = {NCU_REGIONS_TEST_CTEST, "--test-dir",
                                      (folder_ / build).string(), "--no-tests=error"};
    words.insert(words.end(), further.begin(), further.end());
    options.environment.try_emplace("NCU_REGIONS_BASE", "");
    return run_program(words, options);
  }

  void accept(const std::string& build, const std::string& name) {
    const ProgramResult result =
        run_program({NCU_REGIONS_TEST_CLI, "accept", "--run",
                     (folder_ / build / "ncu-regions" / name).string(), "--reason", "first"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }

  nlohmann::json run_record(const std::string& build, const std::string& name) const {
    return nlohmann::json::parse(
        read_file(folder_.path() / build / "ncu-regions" / name / "run.json"));
  }

  // Test.xml of the newest dashboard run.
  std::string dashboard_file(const std::string& build) const {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(folder_.path() / build / "Testing")) {
      if (entry.path().filename() == "Test.xml") return read_file(entry.path());
    }
    return "";
  }

  // CMake breaks its messages into lines.
  static std::string flat(const std::string& text) {
    return std::regex_replace(text, std::regex("[ \n]+"), " ");
  }

  // Lines that match.
  static std::size_t count(const std::string& text, const std::string& pattern) {
    const std::regex expression(pattern);
    return static_cast<std::size_t>(std::distance(
        std::sregex_iterator(text.begin(), text.end(), expression), std::sregex_iterator()));
  }

  TempFolder folder_;
};

}  // namespace ncu_regions
