#include "harness/core/text.h"

#include <gtest/gtest.h>

#include "harness/core/utf8.h"

namespace ncu_regions {
namespace {

TEST(Text, NearestNameIsTheOneThatWasProbablyMeant) {
  const std::vector<std::string> known = {"profiler", "timeout_s", "metrics"};

  EXPECT_EQ(nearest_name("proflier", known), "profiler");
  EXPECT_EQ(nearest_name("timeout", known), "timeout_s");
  EXPECT_EQ(nearest_name("xyzzy", known), std::nullopt);
}

TEST(Text, GlobKnowsStarAndQuestionMarkOnly) {
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("A::*", "A::A1"));
  EXPECT_TRUE(glob_match("*x*z", "axbyz"));
  EXPECT_TRUE(glob_match("a?c", "abc"));
  EXPECT_FALSE(glob_match("A::*", "B::A1"));
  EXPECT_FALSE(glob_match("[ab]", "a"));
}

TEST(Text, GlobOfManyStarsDoesNotExplode) {
  const std::string text(5000, 'a');
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "*a";

  EXPECT_FALSE(glob_match(pattern + "b", text));
}

TEST(Text, ShortestReadsBackAsTheSameDouble) {
  for (const double value : {0.1, 1e300, 123456789.0, -2.5e-7}) {
    EXPECT_EQ(std::stod(shortest(value)), value);
  }
  EXPECT_EQ(shortest(1000), "1000");
}

TEST(Text, NumbersAreGroupedForPeople) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-1234.5), "-1,234.50");
  EXPECT_EQ(grouped(1e300).size(), 401u);
}

TEST(Text, PrintableCannotForgeALineColourAScreenOrReverseText) {
  EXPECT_EQ(printable("a\nb\x1b[31m"), "a\\x0ab\\x1b[31m");
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "abc"),
            "\\xe2\\x80\\xae"
            "abc");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m");
  EXPECT_EQ(printable("\xe2\x80\xa8"), "\\xe2\\x80\\xa8");
  EXPECT_EQ(printable("\xef\xbf\xbf"), "\\xef\\xbf\\xbf");
  EXPECT_EQ(printable("größe"), "größe");
}

TEST(Text, ShellWordsAreQuotedWhenTheyNeedIt) {
  EXPECT_EQ(shell_word("/a/b.c"), "/a/b.c");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(Text, TagsThatCtestObeysAreBroken) {
  EXPECT_EQ(without_ctest_tags("<CTestMeasurementFile x>"), "&lt;CTestMeasurementFile x>");
  EXPECT_EQ(without_ctest_tags("<DartMeasurement"), "&lt;DartMeasurement");
  EXPECT_EQ(without_ctest_tags("conv<float>"), "conv<float>");
}

TEST(Utf8, OverlongSurrogateAndCutSequencesAreNotText) {
  EXPECT_EQ(valid_utf8("\xc0\x80"), "\\xc0\\x80");
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(valid_utf8("a\xe2\x82"), "a\\xe2\\x82");
  EXPECT_EQ(valid_utf8("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
}

}  // namespace
}  // namespace ncu_regions
