#include "harness/machine/fingerprint.h"

#include <gtest/gtest.h>

namespace ncu_regions {
namespace {

TEST(Fingerprint, OnlyFlagsThatChangeCodeCount) {
  EXPECT_EQ(code_generation_flags(" -g -O3 -DNDEBUG -Wall -march=native -I/x -O2 -fno-plt"),
            "-O2 -fno-plt -march=native");
  EXPECT_EQ(code_generation_flags("-fdiagnostics-color -fdebug-prefix-map=a=b"), "");
}

TEST(Fingerprint, ACountDependsOnTheCompilerAndNotOnTheCpu) {
  const Fingerprint before = {{"compiler", "GNU 12.2.0"}, {"cpu_model", "a"}};
  const Fingerprint now = {{"compiler", "GNU 13.1.0"}, {"cpu_model", "b"}};

  const FingerprintComparison count = compare_fingerprints(before, now, "host_count");

  ASSERT_EQ(count.must_match.size(), 1u);
  EXPECT_EQ(count.must_match[0].field, "compiler");
  EXPECT_EQ(compare_fingerprints(before, now, "host_time").must_match.size(), 2u);
  EXPECT_TRUE(compare_fingerprints(before, now, "structure").must_match.empty());
}

TEST(Fingerprint, AFieldThatOnlyOneSideHasIsADifference) {
  const FingerprintComparison result = compare_fingerprints({{"flags", "-O2"}}, {}, "host_count");

  ASSERT_EQ(result.must_match.size(), 1u);
  EXPECT_EQ(result.must_match[0].now, "(not recorded)");
}

TEST(Fingerprint, OtherArgumentsAreComparedWithAWarning) {
  const FingerprintComparison result =
      compare_fingerprints({{"arguments", ""}}, {{"arguments", "--n 3"}}, "host_count");

  EXPECT_TRUE(result.must_match.empty());
  EXPECT_EQ(result.warn.size(), 1u);
}

TEST(Fingerprint, ABaselineStoresOnlyWhatItsMetricsDependOn) {
  const Fingerprint all = {{"cpu_model", "a"}, {"compiler", "c"}, {"arguments", "x"}};

  EXPECT_EQ(relevant_fields(all, {"structure", "host_count"}),
            (Fingerprint{{"compiler", "c"}, {"arguments", "x"}}));
}

TEST(Fingerprint, OfABenchmarkTheMachineMustMatchAndVersionsAreANote) {
  BenchmarkFacts facts;
  facts.cpus = "2";
  facts.mhz = "2600";
  facts.library_build = "release";
  facts.executable = "sort\xff";
  const Fingerprint before = benchmark_fingerprint(facts);
  EXPECT_EQ(before.at("executable"), "sort\\xff");
  EXPECT_FALSE(before.contains("library_version"));  // it was not known
  facts.cpus = "4";
  facts.mhz = "3000";
  facts.library_version = "v1.9.1";

  const FingerprintComparison time =
      compare_fingerprints(before, benchmark_fingerprint(facts), "benchmark_time");
  ASSERT_EQ(time.must_match.size(), 1u);
  EXPECT_EQ(time.must_match[0].field, "num_cpus");
  EXPECT_EQ(time.warn.size(), 2u);
  facts.library_build = "debug";
  const FingerprintComparison count =
      compare_fingerprints(before, benchmark_fingerprint(facts), "benchmark_count");
  ASSERT_EQ(count.must_match.size(), 1u);
  EXPECT_EQ(count.must_match[0].field, "library_build");
}

}  // namespace
}  // namespace ncu_regions
