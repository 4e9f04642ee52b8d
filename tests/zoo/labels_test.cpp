// Labels that are hard to write down.
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

class ZooLabels : public ZooTest {
 protected:
  Sighting labels(const std::string& mode) { return visit({NCU_REGIONS_ZOO_LABELS, mode}); }

  // The labels of the outermost push/pop ranges, as the capture has them.
  static std::vector<std::string> outermost(const Sighting& seen) {
    std::vector<std::string> labels;
    if (!seen.capture) return labels;
    for (const RegionPath& path : seen.capture->paths) {
      if (path.labels.size() == 1 && !path.start_end) labels.push_back(path.labels[0]);
    }
    return labels;
  }
};

// Bytes that are not UTF-8 are written as \xHH; everything else is kept as it is.
const std::vector<std::string> kTexts = {"a \"quoted\" label",
                                         "it's",
                                         "two\nlines",
                                         "back\\slash",
                                         "a/b",
                                         "a@b",
                                         "startend:x",
                                         "\\xff\\xfe",
                                         "\\xc3",
                                         "\\xed\\xa0\\x80",
                                         "\x01",
                                         "\x7f",
                                         "\t\r\n",
                                         "{\"end\":true}",
                                         " ",
                                         "%s%n%d",
                                         "\xe2\x80\xae",
                                         "a\x1b[31mred"};

TEST_F(ZooLabels, EveryTextIsItsOwnRegion) {
  const Sighting seen = labels("texts");

  EXPECT_EQ(outermost(seen), kTexts);
  EXPECT_EQ(seen.instances().size(), 2 * kTexts.size() + 1);
  EXPECT_EQ(seen.instances().at("startend:x"), 1);
  EXPECT_EQ(seen.instances().at("\\startend:x/inside"), 1);
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooLabels, NoTextReachesTheTerminalAsItIs) {
  const std::string shown = labels("texts").discover.out;

  for (const char* raw : {"\x01", "\x7f", "\x1b", "\xff", "\xe2\x80\xae", "\r", "two\nlines"}) {
    EXPECT_THAT(shown, testing::Not(HasSubstr(raw)));
  }
}

// What discover writes must be what check understands, whatever the labels are.
TEST_F(ZooLabels, EveryRegionThatDiscoverDeclaresIsFoundByCheck) {
  for (const std::string mode : {"texts", "wide", "reused"}) {
    const ProgramResult discover = cli(
        {"discover", "--write", mode + ".yaml", "--name", "t", "--", NCU_REGIONS_ZOO_LABELS, mode});
    ASSERT_EQ(discover.exit_code, 0) << discover.err;
    const ProgramResult check =
        cli({"check", "--workload", mode + ".yaml", "metrics=[region__instances]"});
    EXPECT_EQ(check.exit_code, 4) << mode << check.out << check.err;
  }
}

TEST_F(ZooLabels, ARangeWithAnEmptyTextIsUnnamed) {
  const Sighting seen = labels("no-text");

  ASSERT_TRUE(seen.capture) << seen.refusal;
  ASSERT_EQ(seen.capture->paths.size(), 3);
  EXPECT_EQ(seen.capture->paths[2].labels,
            (std::vector<std::string>{"(unnamed)", "(unnamed)", "inside"}));
  EXPECT_EQ(seen.capture->results.size(), 3);
}

TEST_F(ZooLabels, LongTextsAreNotCut) {
  const Sighting seen = labels("long");

  const std::string small(64 << 10, 'x'), large(1 << 20, 'x');
  EXPECT_THAT(seen.instances(), UnorderedElementsAre(Pair(small, 2), Pair(small + "y", 1),
                                                     Pair(large, 2), Pair(large + "y", 1)));
}

TEST_F(ZooLabels, WideTextBecomesUtf8AndWhatIsNoCharacterIsReplaced) {
  const Sighting seen = labels("wide");

  const std::string replaced = "\xef\xbf\xbd";
  EXPECT_THAT(
      seen.instances(),
      UnorderedElementsAre(Pair("wide", 2), Pair("\xc3\xbc\xe2\x82\xac", 1),
                           Pair("\xf0\x9f\x98\x80", 1), Pair(replaced + replaced, 1),
                           Pair("a" + replaced + "b", 1), Pair(replaced, 1), Pair("(unnamed)", 1)));
}

TEST_F(ZooLabels, ALabelIsItsTextAndNotItsAddress) {
  EXPECT_THAT(labels("reused").instances(),
              UnorderedElementsAre(Pair("buffer 0", 334), Pair("buffer 1", 333),
                                   Pair("buffer 2", 333), Pair("freed", 1000)));
}

TEST_F(ZooLabels, TwentyThousandLabelsAreKeptApart) {
  const Sighting seen = visit_quickly({NCU_REGIONS_ZOO_LABELS, "many"});

  const auto instances = seen.instances();
  EXPECT_EQ(instances.size(), 20000);
  EXPECT_EQ(instances.at("label 19999"), 1);
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooLabels, TwentyThousandRegionsAreShownOnAReadablePage) {
  const ProgramResult result = cli({"discover", "--", NCU_REGIONS_ZOO_LABELS, "many"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_LT(result.out.size(), 1 << 20);
}

}  // namespace
}  // namespace ncu_regions
