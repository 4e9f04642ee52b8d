// Zoo: a GoogleTest program whose cases are regions. Each prints where it stands.
#include <ncu_regions/gtest_regions.h>
#include <stdio.h>

namespace {

void print_case() {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  printf("%s.%s %d\n", test.test_suite_name(), test.name(), test.line());
}

TEST(Suite, Whole) { print_case(); }

TEST(Suite, Narrow) {
  NCU_REGIONS_BODY();
  print_case();
}

}  // namespace

// Without GoogleTest's own words: they tell times.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  return RUN_ALL_TESTS();
}
