#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "harness/core/files.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

std::string first_difference(const std::string& expected, const std::string& actual) {
  const auto before = split(expected, '\n');
  const auto after = split(actual, '\n');
  std::size_t line = 0;
  while (line < std::min(before.size(), after.size()) && before[line] == after[line]) ++line;
  const auto at = [&](const std::vector<std::string>& lines) {
    return line < lines.size() ? lines[line] : std::string("(end of file)");
  };
  return "line " + std::to_string(line + 1) + "\n- " + at(before) + "\n+ " + at(after);
}

}  // namespace

void expect_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path file = std::filesystem::path(NCU_REGIONS_GOLDEN_DIR) / name;
  if (std::getenv("NCU_REGIONS_ACCEPT_GOLDEN") != nullptr) {
    make_folder(file.parent_path());
    write_file(file, text);
    return;
  }
  const std::string expected = std::filesystem::exists(file) ? read_file(file) : "";
  EXPECT_TRUE(expected == text) << file.string() << ": " << first_difference(expected, text)
                                << "\naccept with: NCU_REGIONS_ACCEPT_GOLDEN=1 ctest -L golden";
}

}  // namespace ncu_regions
