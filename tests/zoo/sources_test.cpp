// Where regions are opened: what the program says, and nothing for what it says nothing about.
#include <sstream>

#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

using Lines = std::map<std::string, std::uint32_t>;

class ZooSources : public ZooTest {
 protected:
  // Written form -> line, of the regions that have one. Their file must be this one.
  static Lines lines(const Sighting& seen, const std::string& file) {
    Lines lines;
    if (!seen.capture) return lines;
    for (const auto& [path, source] : seen.capture->sources) {
      EXPECT_TRUE(source.file.ends_with(file)) << source.file;
      lines[written_form(seen.capture->paths.at(path))] = source.line;
    }
    return lines;
  }
  // What the program printed: "<region> <line>".
  static Lines printed(const Sighting& seen) {
    Lines lines;
    std::istringstream out(seen.plain.out);
    for (std::string line; std::getline(out, line);) {
      const std::size_t space = line.rfind(' ');
      const std::string number = line.substr(space + 1);
      if (number != "done") {
        lines[line.substr(0, space)] = static_cast<std::uint32_t>(std::stoul(number));
      }
    }
    return lines;
  }
  void expect_as_printed(const std::string& mode) {
    const Sighting seen = visit({NCU_REGIONS_ZOO_SOURCES, mode});
    EXPECT_EQ(lines(seen, "zoo_sources.cpp"), printed(seen));
    EXPECT_FALSE(printed(seen).empty());
    EXPECT_THAT(seen.notes(), IsEmpty());
  }
};

TEST_F(ZooSources, EveryKindOfRangeSaysWhereItIsOpened) { expect_as_printed("every-kind"); }

TEST_F(ZooSources, TheFirstPlaceOfAPathCountsAndPathsAreToldApart) {
  expect_as_printed("many-places");
}

TEST_F(ZooSources, PlainRangesBesideThemAndLaunchesHaveNone) { expect_as_printed("others"); }

TEST_F(ZooSources, EveryThreadTellsItsOwn) { expect_as_printed("threads"); }

TEST_F(ZooSources, ACopyOfAProcessGoesOnTelling) { expect_as_printed("forks"); }

TEST_F(ZooSources, WhatWasToldWithoutARangeThatFollowsIsForgotten) {
  const Sighting seen = visit({NCU_REGIONS_ZOO_SOURCES, "told-and-not-opened"});

  EXPECT_THAT(lines(seen, ""), IsEmpty());
  EXPECT_EQ(seen.instances().size(), 6u);
}

TEST_F(ZooSources, NamesOfFilesAreHostileText) {
  const Sighting seen = visit({NCU_REGIONS_ZOO_SOURCES, "odd-files"});

  ASSERT_TRUE(seen.capture);
  EXPECT_THAT(seen.capture->sources, ElementsAre(Pair(0, SourceLine{"one\n\\xff.cpp", 1}),
                                                 Pair(1, SourceLine{"two\n\\xff.cpp", 1})));
}

TEST_F(ZooSources, ProgramsWithoutTheHeaderHaveNone) {
  const Sighting seen = visit({NCU_REGIONS_ZOO_RANGES, "push-without-pop"});

  EXPECT_FALSE(seen.instances().empty());
  EXPECT_THAT(lines(seen, ""), IsEmpty());
}

TEST_F(ZooSources, CasesOfGoogleTestStandWhereTheyAreDefined) {
  const Sighting seen = visit({NCU_REGIONS_ZOO_CASES});

  EXPECT_EQ(lines(seen, "zoo_cases.cpp"), printed(seen));
  EXPECT_EQ(printed(seen).size(), 2u);
}

}  // namespace
}  // namespace ncu_regions
