// Ranges of one process that are opened and closed in odd ways.
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

class ZooRanges : public ZooTest {
 protected:
  Sighting ranges(const std::string& mode) { return visit({NCU_REGIONS_ZOO_RANGES, mode}); }
};

TEST_F(ZooRanges, PopsWithoutAPushAreLeftOutAndNoted) {
  const Sighting seen = ranges("pop-without-push");

  EXPECT_THAT(seen.instances(), ElementsAre(Pair("balanced", 1)));
  EXPECT_THAT(seen.notes(), ElementsAre(HasSubstr("3 pops without a push")));
}

TEST_F(ZooRanges, RangesThatAreNeverClosedAreNoted) {
  const Sighting seen = ranges("push-without-pop");

  EXPECT_THAT(seen.instances(),
              ElementsAre(Pair("left open", 1), Pair("left open/left open inside", 1),
                          Pair("left open/left open inside/closed", 1)));
  EXPECT_THAT(seen.notes(), ElementsAre(HasSubstr("2 ranges were still open")));
}

TEST_F(ZooRanges, ARangeWithoutAMessageIsCalledUnnamed) {
  const Sighting seen = ranges("without-message");

  EXPECT_THAT(seen.instances(), ElementsAre(Pair("(unnamed)", 4), Pair("(unnamed)/(unnamed)", 1),
                                            Pair("(unnamed)/(unnamed)/(unnamed)", 1)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooRanges, ADomainIsItsNameAndWithoutOneItIsTheDefaultDomain) {
  const Sighting seen = ranges("odd-domains");

  EXPECT_THAT(seen.instances(),
              UnorderedElementsAre(Pair("(unnamed)", 1), Pair("in the empty domain", 1),
                                   Pair("twin@outer", 1), Pair("twin@outer/registered", 1),
                                   Pair("twin@registered", 1)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooRanges, ThreeHundredDomainsAreKeptApart) {
  const auto instances = ranges("many-domains").instances();

  EXPECT_EQ(instances.size(), 600);
  for (int i = 0; i < 300; ++i) {
    const std::string outer = "domain " + std::to_string(i) + "@outer";
    EXPECT_EQ(instances.count(outer), 1) << outer;
    EXPECT_EQ(instances.count(outer + "/inner"), 1) << outer;
  }
}

TEST_F(ZooRanges, StartEndRangesArePairedByTheirIdWhereverTheyEnd) {
  const Sighting seen = ranges("start-end");

  EXPECT_THAT(
      seen.instances(),
      UnorderedElementsAre(Pair("startend:handed over", 1), Pair("startend:crossing", 2),
                           Pair("startend:ended twice", 1), Pair("startend:never ended", 1)));
  EXPECT_THAT(seen.notes(), ElementsAre(HasSubstr("2 pops without a push, or ends without a start"),
                                        HasSubstr("1 ranges were still open")));
}

TEST_F(ZooRanges, MarksCategoriesAndThreadNamesAreNoRanges) {
  const Sighting seen = ranges("no-ranges");

  EXPECT_EQ(seen.discover.exit_code, 3);
  EXPECT_THAT(seen.discover.err, HasSubstr("uses NVTX and opened no range"));
  EXPECT_THAT(seen.instances(), IsEmpty());
}

TEST_F(ZooRanges, AMillionRangesAreCountedExactlyInFilesOfAModestSize) {
  const Sighting seen = ranges("million");

  EXPECT_THAT(seen.instances(), ElementsAre(Pair("again", 1000000)));
  EXPECT_THAT(seen.notes(), IsEmpty());
  EXPECT_LT(seen.event_bytes, 2000000 * 24 + 3 * 65536);
  EXPECT_LT(std::filesystem::file_size(folder_ / "run" / "capture.host.jsonl"), 10000000);
}

TEST_F(ZooRanges, AThousandNestedRangesAreShownOnAReadablePage) {
  const Sighting seen = visit({NCU_REGIONS_ZOO_RANGES, "recursion", "1000"});

  EXPECT_EQ(seen.instances().size(), 1000);
  EXPECT_THAT(seen.notes(), IsEmpty());
  EXPECT_LT(seen.discover.out.size(), 1 << 20);
  EXPECT_THAT(seen.discover.out, testing::HasSubstr("and 500 other regions"));
}

TEST_F(ZooRanges, RangesThatAreNestedWithoutEndAreRefusedWithTheReason) {
  const ProgramResult result = cli({"discover", "--", NCU_REGIONS_ZOO_RANGES, "recursion", "5000"});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, testing::HasSubstr("is a pop missing in a loop?"));
}

TEST_F(ZooRanges, ErrnoIsTheProgramsOwn) {
  const Sighting seen = visit_quickly({NCU_REGIONS_ZOO_RANGES, "errno"});

  EXPECT_EQ(seen.instances().size(), 2 * 3000);
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooRanges, PushAndPopReturnTheLevelsThatNvtxDocuments) {
  const Sighting seen = ranges("levels");

  EXPECT_THAT(seen.notes(), ElementsAre(HasSubstr("1 pops without a push")));
}

TEST_F(ZooRanges, LibrariesWithTheirOwnNvtxAreClosedAndOpenedAgain) {
  const Sighting seen = visit(
      {NCU_REGIONS_ZOO_LOADER, "in-turn", NCU_REGIONS_ZOO_PLUGIN_ONE, NCU_REGIONS_ZOO_PLUGIN_TWO});

  EXPECT_THAT(
      seen.instances(),
      UnorderedElementsAre(Pair("plugin one", 3), Pair("plugin two", 3),
                           Pair("plugin two/executable, inside", 1), Pair("executable", 1),
                           Pair("executable/plugin one", 3), Pair("executable/plugin two", 3),
                           Pair("executable/plugin one/executable, inside", 3),
                           Pair("executable/plugin two/executable, inside", 3)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooRanges, ADomainIsTheSameInEveryLibrary) {
  const Sighting seen = visit({NCU_REGIONS_ZOO_LOADER, "one-domain", NCU_REGIONS_ZOO_PLUGIN_ONE,
                               NCU_REGIONS_ZOO_PLUGIN_TWO});

  EXPECT_THAT(seen.instances(),
              ElementsAre(Pair("shared@executable", 1), Pair("shared@executable/plugin one", 1),
                          Pair("shared@executable/plugin one/plugin two", 1)));
}

TEST_F(ZooRanges, APayloadRangeIsCalledByTheMessageInItOrJustPayload) {
  const std::vector<std::string> program = {NCU_REGIONS_ZOO_PAYLOADS, "payloads"};
  NCU_REGIONS_SKIP_WITHOUT("nvtx-payload", run_program(program).exit_code != 77,
                           "these NVTX headers have no payloads");
  const Sighting seen = visit(program);

  std::string path = "payloads@from the payload";
  std::map<std::string, std::uint64_t> expected = {{"in the default domain", 1}, {path, 1}};
  for (const char* label : {"from the payload", "(payload)", "(payload)", "(payload)", "(payload)"})
    expected[path += std::string("/") + label] = 1;
  EXPECT_EQ(seen.instances(), expected);
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooRanges, OnlyAMessageThatIsAPointerIsReadFromAPayload) {
  const std::vector<std::string> program = {NCU_REGIONS_ZOO_PAYLOADS, "no-pointers"};
  NCU_REGIONS_SKIP_WITHOUT("nvtx-payload", run_program(program).exit_code != 77,
                           "these NVTX headers have no payloads");

  EXPECT_THAT(visit(program).instances(),
              UnorderedElementsAre(Pair("text inside@(payload)", 1), Pair("numbers@(payload)", 1)));
}

}  // namespace
}  // namespace ncu_regions
