#include <gtest/gtest.h>
#include <ncu_regions/gtest_regions.h>

#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace {

int work(int size) {
  std::vector<int> values(static_cast<std::size_t>(size), 1);
  return std::accumulate(values.begin(), values.end(), 0);
}

TEST(Some, Runs) { EXPECT_EQ(work(100), 100); }
TEST(Some, SkipsItself) { GTEST_SKIP() << "needs a <GPU> with 80 GB"; }
TEST(Some, DISABLED_Never) { FAIL(); }
TEST(Some, NotSelected) { FAIL(); }

// Its set-up is a hundred times its body.
class Narrow : public testing::Test {
 protected:
  void SetUp() override { EXPECT_EQ(work(100000), 100000); }
};

TEST_F(Narrow, Whole) { EXPECT_EQ(work(1000), 1000); }

TEST_F(Narrow, BodyAlone) {
  NCU_REGIONS_BODY();
  EXPECT_EQ(work(1000), 1000);
}

class NarrowSizes : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { EXPECT_EQ(work(100000), 100000); }
};
TEST_P(NarrowSizes, BodyAlone) {
  NCU_REGIONS_BODY();
  EXPECT_EQ(work(GetParam()), GetParam());
}
INSTANTIATE_TEST_SUITE_P(Two, NarrowSizes, testing::Values(1000, 2000));

// Its body is never reached.
class NarrowSkips : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { GTEST_SKIP() << "needs more"; }
};
TEST_P(NarrowSkips, BodyAlone) {
  NCU_REGIONS_BODY();
  FAIL();
}
INSTANTIATE_TEST_SUITE_P(Two, NarrowSkips, testing::Values(1));

// What GoogleTest prints of them is in the list of cases.
class Texts : public testing::TestWithParam<const char*> {};
TEST_P(Texts, HaveALength) { EXPECT_GT(std::string(GetParam()).size(), 0u); }
INSTANTIATE_TEST_SUITE_P(Odd, Texts, testing::Values("[", "a;b", "# C:\\dir\\", "{"));

// A part of it runs in other processes.
TEST(SomeDeathTest, Dies) {
  NCU_REGIONS_BODY();
  EXPECT_DEATH(std::abort(), "");
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(std::abort(), "");
}

template <typename T>
class NarrowTyped : public Narrow {};
TYPED_TEST_SUITE(NarrowTyped, testing::Types<int>);
TYPED_TEST(NarrowTyped, BodyAlone) {
  NCU_REGIONS_BODY();
  EXPECT_EQ(work(1000), TypeParam{1000});
}

}  // namespace
