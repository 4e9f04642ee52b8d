#include "harness/render/region_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace ncu_regions {
namespace {

std::string random_label(std::mt19937_64& random) {
  static const std::string kOdd("/\\:@.<>|\"'*?\n\t\0 ~#%&$", 22);
  std::string label(random() % 40, 'a');
  for (char& c : label) {
    const auto kind = random() % 4;
    c = kind == 0   ? static_cast<char>(random() % 256)
        : kind == 1 ? kOdd[random() % kOdd.size()]
                    : static_cast<char>('a' + random() % 3);
  }
  return label;
}

TEST(RegionFolder, NoTwoOfAHundredThousandRandomLabelsShareOneAndNoneLeadsElsewhere) {
  std::mt19937_64 random(5);
  std::set<std::string> labels;
  while (labels.size() < 100'000) labels.insert(random_label(random));
  std::set<std::string> folders;
  for (const std::string& label : labels) {
    const std::string folder = region_folder({"", {label}});
    ASSERT_TRUE(folders.insert(folder).second) << folder;
    ASSERT_LE(folder.size(), 80u);
    ASSERT_EQ(folder.find_first_not_of(
                  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"),
              std::string::npos)
        << folder;
    ASSERT_NE(folder.front(), '.') << folder;
  }
}

TEST(RegionFolder, TellsApartWhatLooksTheSame) {
  const std::vector<RegionPath> paths = {{"", {"A", "A1"}},    {"", {"A/A1"}},     {"", {"A::A1"}},
                                         {"", {"A A1"}},       {"A", {"A1"}},      {"", {"A@A1"}},
                                         {"", {"A-A1"}},       {"", {"A1"}, true}, {"", {"A1"}},
                                         {"", {"A", "A::A1"}}, {"", {"", "A1"}},   {"", {".."}}};
  std::set<std::string> folders;
  for (const RegionPath& path : paths) folders.insert(region_folder(path));
  EXPECT_EQ(folders.size(), paths.size());
  EXPECT_THAT(region_folder({"", {"A", "A::A1"}}), testing::MatchesRegex("A-A1-[0-9a-f]{12}"));
  EXPECT_THAT(region_folder({"", {"../../etc"}}), testing::MatchesRegex("etc-[0-9a-f]{12}"));
}

}  // namespace
}  // namespace ncu_regions
