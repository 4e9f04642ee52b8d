#include "harness/render/markdown.h"

#include <gtest/gtest.h>

namespace ncu_regions {
namespace {

TEST(Markdown, NamesAreCodeWhateverTheyContain) {
  EXPECT_EQ(markdown_name("A::A1"), "`A::A1`");
  EXPECT_EQ(markdown_name("conv<float, 3>(int*)"), "`conv<float, 3>(int*)`");
  EXPECT_EQ(markdown_name("a`b"), "``a`b``");
  EXPECT_EQ(markdown_name("`"), "`` ` ``");
  EXPECT_EQ(markdown_name("a|b"), "`a\\|b`");
  EXPECT_EQ(markdown_name("a\n\n# b"), "`a\\x0a\\x0a# b`");
}

TEST(Markdown, TextCannotBecomeMarkup) {
  EXPECT_EQ(markdown_text("<b>*x*</b> [a](b) |"), "\\<b\\>\\*x\\*\\</b\\> \\[a\\](b) \\|");
  EXPECT_EQ(markdown_text("see @you #12"),
            "see \\@\xe2\x81\xa0you \\#\xe2\x81\xa0"
            "12");
  EXPECT_EQ(markdown_text("http://x www.y"), "http&#58;//x www\\.y");
  EXPECT_EQ(markdown_text(":smile: A::A1"), ":\xe2\x81\xa0smile: A::A1");
  EXPECT_EQ(markdown_text("__x__ a_b"), "\\_\\_x\\_\\_ a_b");
  EXPECT_EQ(markdown_text("- x"), "\\- x");
  EXPECT_EQ(markdown_text("1. x"), "1\\. x");
  EXPECT_EQ(markdown_text("0.1 %"), "0.1 %");
  EXPECT_EQ(markdown_inline(" - x"), " - x");
  EXPECT_EQ(markdown_text("    x"), "&#32;   x");
  EXPECT_EQ(markdown_text("of deadbeef1"),
            "of deadb\xe2\x81\xa0"
            "eef1");
  EXPECT_EQ(markdown_text("1234 and GH-7"),
            "1234 and GH-\xe2\x81\xa0"
            "7");
}

TEST(Markdown, NumbersAreForPeople) {
  EXPECT_EQ(with_unit(1500000, "ns"), "1.500 ms");
  EXPECT_EQ(relative_change(100, 103.3), "+3.30 %");
  EXPECT_EQ(relative_change(100000, 100001), "+0.0010 %");
  EXPECT_EQ(relative_change(0, 5), "new");
  EXPECT_EQ(relative_change(5, 5), "none");
  EXPECT_EQ(relative_change(5, 0), "-100.00 %");
}

}  // namespace
}  // namespace ncu_regions
