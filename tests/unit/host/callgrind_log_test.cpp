#include "harness/host/callgrind_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"

namespace ncu_regions::host {
namespace {

using testing::HasSubstr;

constexpr char kBlock[] =
    "instrumentation: on\n"
    "executed-bbs: 28088\n"
    "events: Ir Dr\n"
    "part: 0\n"
    "threads: 2\n"
    "current-tid: 2\n"
    "events-1: 145467 22\n"
    "events-2: 99\n"
    "frames-2: 1\n"
    "function-2-0: main\n"
    "events-2-0: 77\n"
    "**123** ncu-regions cut 4 17\n";

TEST(CallgrindLog, ABlockGivesTheTotalsOfEveryThread) {
  const Cuts cuts = parse_callgrind_log(std::string("==123== Callgrind\n") + kBlock);

  ASSERT_EQ(cuts.size(), 1u);
  const Cut& cut = cuts.at({4, 17});
  EXPECT_EQ(cut.current_thread, 2u);
  EXPECT_EQ(cut.totals.at(1), 145467u);
  EXPECT_EQ(cut.totals.at(2), 99u);
}

TEST(CallgrindLog, TrailingZeroColumnsAreLeftOutByCallgrind) {
  std::string block = kBlock;
  block.replace(block.find("events-2: 99"), 12, "events-2: ");

  EXPECT_EQ(parse_callgrind_log(block).at({4, 17}).totals.at(2), 0u);
}

TEST(CallgrindLog, LinesThatAreNotOursAreIgnored) {
  EXPECT_TRUE(parse_callgrind_log("**9** hello\nanything\n").empty());
  EXPECT_EQ(parse_callgrind_log(std::string(kBlock) + "**9** ncu-regions cu").size(), 1u);
}

TEST(CallgrindLog, AnIncompleteOrUnknownBlockIsRefused) {
  const auto refused = [](std::string from, const std::string& to) {
    std::string block = kBlock;
    block.replace(block.find(from), from.size(), to);
    return error_of(ErrorKind::kMeasurement, [&] { parse_callgrind_log(block); });
  };
  EXPECT_THAT(refused("events: Ir", "events: Xy"), HasSubstr("not Ir"));
  EXPECT_THAT(refused("events-2: 99", "events-2: many"), HasSubstr("not a number"));
  EXPECT_THAT(refused("events-2: 99\n", ""), HasSubstr("without the totals"));
  EXPECT_THAT(refused("current-tid: 2\n", ""), HasSubstr("without the totals"));
  EXPECT_THAT(refused("cut 4 17", "cut 4"), HasSubstr("no thread"));
}

}  // namespace
}  // namespace ncu_regions::host
