#include "harness/host/callgrind_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace ncu_regions::host {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kBlock[] =
    "instrumentation: on\n"
    "executed-bbs: 28088\n"
    "events: Ir Dr Dw\n"
    "part: 0\n"
    "threads: 2\n"
    "current-tid: 2\n"
    "events-1: 145467 22 7\n"
    "events-2: 99 3\n"
    "frames-2: 1\n"
    "function-2-0: main\n"
    "events-2-0: 77\n"
    "**123** ncu-regions cut 4 17\n";

CutsOrReason read(const std::string& text, const std::vector<std::string>& events = {"Ir"}) {
  std::istringstream in(text);
  return read_callgrind_log(in, events);
}

Cuts of_123(const std::string& text, const std::vector<std::string>& events = {"Ir"}) {
  return read(text, events).cuts.value().at(123);
}

TEST(CallgrindLog, ABlockGivesTheTotalsOfEveryThread) {
  const Cuts cuts = of_123(std::string("==123== Callgrind\n") + kBlock);

  ASSERT_EQ(cuts.at.size(), 1u);
  const Cut& cut = cuts.at.at({4, 17});
  EXPECT_EQ(cut.current_thread, 2u);
  EXPECT_THAT(cuts.totals(cut, 1), ElementsAre(145467));
  EXPECT_THAT(cuts.totals(cut, 2), ElementsAre(99));
  EXPECT_TRUE(cuts.totals(cut, 3).empty());
}

TEST(CallgrindLog, OnlyTheWantedColumnsAreTakenAndLeftOutOnesAreZero) {
  const Cuts cuts = of_123(kBlock, {"Dr", "Dw"});

  EXPECT_THAT(cuts.totals(cuts.at.at({4, 17}), 1), ElementsAre(22, 7));
  EXPECT_THAT(cuts.totals(cuts.at.at({4, 17}), 2), ElementsAre(3, 0));
}

TEST(CallgrindLog, TrailingZeroColumnsAreLeftOutByCallgrind) {
  std::string block = kBlock;
  block.replace(block.find("events-2: 99 3"), 14, "events-2: ");
  const Cuts cuts = of_123(block);

  EXPECT_THAT(cuts.totals(cuts.at.at({4, 17}), 2), ElementsAre(0));
}

TEST(CallgrindLog, LinesThatAreNotOursAreIgnored) {
  EXPECT_TRUE(read("**9** hello\nanything\n").cuts->empty());
  EXPECT_EQ(of_123(std::string(kBlock) + "**9** ncu-regions cu").at.size(), 1u);
}

TEST(CallgrindLog, AnIncompleteOrUnknownBlockHasAReasonAndNoCounts) {
  const auto refused = [](std::string from, const std::string& to) {
    std::string block = kBlock;
    block.replace(block.find(from), from.size(), to);
    const CutsOrReason result = read(block);
    EXPECT_FALSE(result.cuts);
    return result.reason;
  };
  EXPECT_THAT(refused("events: Ir", "events: Xy"), HasSubstr("no event Ir"));
  EXPECT_THAT(refused("events-2: 99", "events-2: many"), HasSubstr("not a number"));
  EXPECT_THAT(refused("events-2: 99 3", "events-2: 1 2 3 4"), HasSubstr("more totals"));
  EXPECT_THAT(refused("events-2: 99 3\n", ""), HasSubstr("without the totals"));
  EXPECT_THAT(refused("current-tid: 2\n", ""), HasSubstr("without the totals"));
  EXPECT_THAT(refused("cut 4 17", "cut 4"), HasSubstr("no thread"));
}

TEST(CallgrindLog, AForkedChildMayWriteIntoTheLogOfItsParent) {
  std::string of_child = kBlock;
  of_child.replace(of_child.find("**123**"), 7, "**456**");
  const auto cuts = read(kBlock + of_child + kBlock).cuts.value();

  EXPECT_EQ(cuts.size(), 2u);
  EXPECT_EQ(cuts.at(456).at.size(), 1u);
}

TEST(CallgrindLog, BlocksOfTwoProcessesThatAreMixedAreRefused) {
  const std::string block = kBlock;
  const std::size_t middle = block.find("events-1");

  EXPECT_THAT(read(block.substr(0, middle) + block + block.substr(middle)).reason,
              HasSubstr("two processes are mixed"));
}

TEST(CallgrindDumps, EachHoldsWhatItsThreadDidSinceItsDumpBefore) {
  std::istringstream in(
      "pid: 77\npart: 1\nthread: 1\ndesc: Trigger: Client Request: ncu-regions cut 0 3\n"
      "events: Ir\nsummary: 100\nfn=(1) main\n16 100\ntotals: 100\n"
      "part: 2\nthread: 2\ndesc: Trigger: Client Request: ncu-regions cut 1 0\n"
      "events: Ir\ntotals: 7\n"
      "part: 3\nthread: 1\ndesc: Trigger: Client Request: ncu-regions cut 0 4\n"
      "events: Ir\ntotals: 20\n"
      "part: 4\nthread: 1\ndesc: Trigger: Program termination\nevents: Ir\ntotals: 5\n");

  const Cuts cuts = read_callgrind_dumps(in, {"Ir"}).cuts.value().at(77);

  ASSERT_EQ(cuts.at.size(), 3u);
  EXPECT_THAT(cuts.totals(cuts.at.at({0, 3}), 1), ElementsAre(100));
  EXPECT_THAT(cuts.totals(cuts.at.at({1, 0}), 2), ElementsAre(7));
  EXPECT_THAT(cuts.totals(cuts.at.at({0, 4}), 1), ElementsAre(120));
  EXPECT_FALSE(cuts.all_threads);
}

TEST(CallgrindDumps, ADumpWithoutItsThreadIsRefused) {
  std::istringstream in("events: Ir\ntotals: 5\n");

  EXPECT_THAT(read_callgrind_dumps(in, {"Ir"}).reason, HasSubstr("without its thread"));
}

}  // namespace
}  // namespace ncu_regions::host
