#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ncu_regions/annotate.h>

#include <type_traits>
#include <utility>

#include "tests/unit/workloads/nvtx_recorder.h"

namespace ncu_regions {
namespace {

using ::testing::ElementsAre;

static_assert(!std::is_copy_constructible_v<Range> && !std::is_move_constructible_v<Range>);
static_assert(!std::is_copy_constructible_v<StartEndRange>);
static_assert(std::is_nothrow_move_constructible_v<StartEndRange>);
static_assert(std::is_nothrow_move_assignable_v<StartEndRange>);
static_assert(std::is_nothrow_constructible_v<Range, const char*>);
static_assert(std::is_nothrow_constructible_v<Range, const Domain&, const char*>);
// A file and a line may follow; the name of a domain is no label.
static_assert(std::is_nothrow_constructible_v<Range, const char*, const char*, unsigned>);
static_assert(!std::is_constructible_v<Range, const char*, const char*>);
static_assert(!std::is_constructible_v<StartEndRange, const char*, const char*>);
static_assert(!std::is_copy_constructible_v<Domain>);
// No destructor to run at exit: ranges may still come after it.
static_assert(std::is_trivially_destructible_v<Domain>);
static_assert(std::is_trivially_destructible_v<RegisteredString>);

TEST(Annotate, RangesCloseInReverseOrderOfOpening) {
  take_nvtx_events();
  {
    const Range outer("outer");
    const Range inner("inner");
  }

  EXPECT_THAT(take_nvtx_events(), ElementsAre("push outer", "push inner", "pop", "pop"));
}

// A tool that is not ours: nobody set NCU_REGIONS_EVENTS.
TEST(Annotate, OtherToolsAreNotToldWhereARangeIsOpened) {
  take_nvtx_events();
  { const Range range("range", "file.cpp", 12); }
  { const StartEndRange range("range", "file.cpp", 12); }

  EXPECT_EQ(annotate_detail::source_domain, nullptr);
  EXPECT_THAT(take_nvtx_events(), ElementsAre("push range", "pop", "start range", "end range"));
}

TEST(Annotate, RangesInADomainCloseInThatDomain) {
  const Domain domain("mine");
  const RegisteredString label(domain, "registered");
  take_nvtx_events();
  { const Range range(domain, "plain"); }
  { const Range range(domain, label); }

  EXPECT_THAT(take_nvtx_events(),
              ElementsAre("push mine@plain", "pop mine@", "push mine@registered", "pop mine@"));
}

TEST(Annotate, MovedStartEndRangeEndsOnce) {
  const Domain domain("mine");
  take_nvtx_events();
  {
    StartEndRange first("first");
    StartEndRange second(domain, "second");
    second = std::move(first);
    const StartEndRange third(std::move(second));
  }

  EXPECT_THAT(take_nvtx_events(),
              ElementsAre("start first", "start mine@second", "end mine@second", "end first"));
}

TEST(Annotate, StartEndRangeCanEndEarly) {
  take_nvtx_events();
  {
    StartEndRange range("early");
    range.end();
    range.end();
    const Range after("after");
  }

  EXPECT_THAT(take_nvtx_events(), ElementsAre("start early", "end early", "push after", "pop"));
}

TEST(Annotate, LaunchDomainHasItsPublishedName) {
  EXPECT_STREQ(kLaunchDomainName, "ncu_regions.launch");
}

}  // namespace
}  // namespace ncu_regions
