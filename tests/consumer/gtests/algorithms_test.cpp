// Tests as they stand in many projects: plain, with fixtures, with parameters, typed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace {

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> values(count);
  std::uint32_t state = 1;
  for (std::uint32_t& value : values) value = state = state * 1664525u + 1013904223u;
  return values;
}

TEST(Sort, Ascending) {
  auto values = numbers(2000);
  std::sort(values.begin(), values.end());
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
}

TEST(Sort, Descending) {
  auto values = numbers(2000);
  std::sort(values.begin(), values.end(), std::greater<>());
  EXPECT_TRUE(std::is_sorted(values.rbegin(), values.rend()));
}

TEST(Sort, StableKeepsOrder) {
  auto values = numbers(1000);
  std::stable_sort(values.begin(), values.end(), [](auto a, auto b) { return a % 7 < b % 7; });
  EXPECT_LE(values.front() % 7, values.back() % 7);
}

TEST(Sum, OfWholeNumbers) {
  const auto values = numbers(5000);
  EXPECT_GT(std::accumulate(values.begin(), values.end(), std::uint64_t{0}), 0u);
}

TEST(Sum, OfNothing) { EXPECT_EQ(std::accumulate((int*)nullptr, (int*)nullptr, 0), 0); }

TEST(Text, Append) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += std::to_string(i);
  EXPECT_EQ(text.size(), 1390u);
}

TEST(Text, Find) {
  const std::string text(3000, 'a');
  EXPECT_EQ(text.find('b'), std::string::npos);
}

class Table : public testing::Test {
 protected:
  Table() {
    for (const auto value : numbers(300)) table_[value % 97] += 1;
  }
  void SetUp() override { ASSERT_FALSE(table_.empty()); }
  std::map<std::uint32_t, int> table_;
};

TEST_F(Table, HasEveryKey) { EXPECT_GT(table_.size(), 50u); }
TEST_F(Table, CountsEverything) {
  int all = 0;
  for (const auto& [key, count] : table_) all += count;
  EXPECT_EQ(all, 300);
}
TEST_F(Table, ForgetsKeys) {
  const std::size_t before = table_.size();
  table_.erase(table_.begin());
  EXPECT_EQ(table_.size(), before - 1);
}

class Sizes : public testing::TestWithParam<int> {};
TEST_P(Sizes, Reverse) {
  auto values = numbers(static_cast<std::size_t>(GetParam()));
  const auto first = values.front();
  std::reverse(values.begin(), values.end());
  EXPECT_EQ(values.back(), first);
}
TEST_P(Sizes, Rotate) {
  auto values = numbers(static_cast<std::size_t>(GetParam()));
  std::rotate(values.begin(), values.begin() + 1, values.end());
  EXPECT_EQ(values.size(), static_cast<std::size_t>(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(Small, Sizes, testing::Values(10, 100, 1000));

template <typename T>
class Typed : public testing::Test {};
using Types = testing::Types<int, double>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, Adds) {
  TypeParam sum = 0;
  for (int i = 0; i < 1000; ++i) sum += static_cast<TypeParam>(i);
  EXPECT_EQ(sum, static_cast<TypeParam>(499500));
}
TYPED_TEST(Typed, Multiplies) {
  TypeParam product = 1;
  for (int i = 0; i < 10; ++i) product *= static_cast<TypeParam>(2);
  EXPECT_EQ(product, static_cast<TypeParam>(1024));
}

}  // namespace
