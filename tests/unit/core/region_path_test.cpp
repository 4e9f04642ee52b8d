#include "harness/core/region_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "harness/core/error.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RegionPath, WrittenFormJoinsLabelsAndPutsTheDomainInFront) {
  EXPECT_EQ(written_form({"", {"A", "A::A1"}}), "A/A::A1");
  EXPECT_EQ(written_form({"net", {"A"}}), "net@A");
}

TEST(RegionPath, WrittenFormReadsBackForAnyNames) {
  const RegionPath odd = {"do@main\\", {"a/b", "@", "\\", "x\ny", "::"}};

  EXPECT_EQ(parse_written_form(written_form(odd)), odd);
}

TEST(RegionPath, AStartEndRangeIsAnotherRegionThanAPushPopRangeOfTheSameName) {
  const RegionPath range = {"net", {"A"}, true};
  const RegionPath looks_alike = {"", {"startend:A", "startend:B"}};

  EXPECT_EQ(written_form(range), "net@startend:A");
  EXPECT_EQ(parse_written_form("net@startend:A"), range);
  EXPECT_EQ(display_form(range), "net@A (start/end)");
  EXPECT_EQ(parse_written_form(written_form(looks_alike)), looks_alike);
  EXPECT_FALSE(parse_written_form("\\startend:A").start_end);
  const std::vector<RegionPath> known = {{"", {"A"}}, {"", {"A"}, true}, {"", {"x"}, true}};
  EXPECT_EQ(find_region(known, "A"), &known[0]);
  EXPECT_EQ(find_region(known, "startend:A"), &known[1]);
  EXPECT_EQ(find_region(known, "x"), &known[2]);
}

TEST(RegionPath, EmptyLabelsAndDanglingEscapesAreRefused) {
  for (const char* text :
       {"", "A/", "/A", "A//B", "A\\", "d@", "A/d@B", "startend:", "startend:A/B"}) {
    EXPECT_THROW(parse_written_form(text), Error) << text;
  }
}

TEST(RegionPath, DisplayFormIsTheLastLabelOnlyWhenItRepeatsItsParent) {
  EXPECT_EQ(display_form({"", {"A", "A::A1"}}), "A::A1");
  EXPECT_EQ(display_form({"", {"A", "B"}}), "A/B");
  EXPECT_EQ(display_form({"", {"A", "AA::B"}}), "A/AA::B");
  EXPECT_EQ(display_form({"", {"BM_Sort/8"}}), "BM_Sort/8");
  EXPECT_EQ(display_form({"", {"A", "B/8"}}), "A/B\\/8");
  EXPECT_EQ(display_form({"", {"a@b/c"}}), "a\\@b\\/c") << "that would look like a domain";
}

TEST(RegionPath, ALabelAloneFindsItsRegionAnywhere) {
  const std::vector<RegionPath> known = {{"", {"A"}}, {"", {"A", "A::A1"}}, {"", {"B"}}};

  EXPECT_EQ(find_region(known, "A::A1"), &known[1]);
  EXPECT_EQ(find_region(known, "A/A::A1"), &known[1]);
  EXPECT_EQ(find_region(known, "C"), nullptr);
}

TEST(RegionPath, TheWrittenFormWinsOverALabelElsewhere) {
  const std::vector<RegionPath> known = {{"", {"Z", "A"}}, {"", {"A"}}};

  EXPECT_EQ(find_region(known, "A"), &known[1]);
}

TEST(RegionPath, ALabelOfTwoRegionsIsAnErrorThatListsThem) {
  const std::vector<RegionPath> known = {{"", {"A", "x"}}, {"", {"B", "x"}}};

  const std::string message = message_of([&] { find_region(known, "x"); });

  EXPECT_THAT(message, HasSubstr("A/x"));
  EXPECT_THAT(message, HasSubstr("B/x"));
}

TEST(RegionPath, NamesInMessagesCannotForgeALine) {
  const std::vector<RegionPath> known = {{"", {"a\n::error::x", "A"}}, {"", {"b", "A"}}};

  EXPECT_THAT(message_of([&] { find_region(known, "A"); }), HasSubstr("a\\x0a::error::x/A"));
}

}  // namespace
}  // namespace ncu_regions
