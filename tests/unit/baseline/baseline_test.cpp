#include "harness/baseline/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/core/files.h"
#include "harness/core/text.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

Session session(const std::string& id) { return {id, "2026-01-02", "abc", "why", {{"libc", "x"}}}; }

Baseline some_baseline() {
  Baseline baseline;
  baseline.workload = "net";
  baseline.preset = "default";
  baseline.device = "host-x86_64";
  baseline.sessions = {session("s1")};
  baseline.values = {{{"", {"B"}}, "m", "inst", {{"s1", {7}}}},
                     {{"", {"A", "a/b"}}, "m", "inst", {{"s1", {95395124, 1.5}}}}};
  return baseline;
}

TEST(Baseline, ReadsBackWhatWasWritten) {
  const TempFolder folder;
  const auto file = baseline_file(folder.path(), some_baseline());
  write_baseline(file, some_baseline());

  const Baseline read = read_baseline(file).value();

  EXPECT_EQ(file, folder.path() / "host-x86_64" / "net.default.host.json");
  EXPECT_EQ(to_text(read), to_text(some_baseline()));
  EXPECT_EQ(read.find({"", {"A", "a/b"}}, "m")->samples.at("s1").back(), 1.5);
}

TEST(Baseline, HasOneLinePerValueInAFixedOrder) {
  const std::vector<std::string> lines = split(to_text(some_baseline()), '\n');

  EXPECT_THAT(lines[10], HasSubstr(R"({"region":"A/a\\/b","metric":"m")"));
  EXPECT_THAT(lines[10], HasSubstr("[95395124,1.5]"));
  EXPECT_THAT(lines[11], HasSubstr(R"({"region":"B")"));
}

TEST(Baseline, AcceptingOneValueChangesThatLineAndAddsOneSession) {
  Baseline changed = some_baseline();
  replace_samples(changed, {{"", {"B"}}, "m", "inst", {{"s2", {9}}}}, session("s2"));

  const std::vector<std::string> before = split(to_text(some_baseline()), '\n');
  const std::vector<std::string> after = split(to_text(changed), '\n');

  std::size_t common = 0;
  for (const std::string& line : before) {
    common += static_cast<std::size_t>(std::ranges::count(after, line) > 0);
  }
  EXPECT_EQ(after.size(), before.size() + 1);
  EXPECT_EQ(common, before.size() - 2);  // the value, and the comma after the first session
}

TEST(Baseline, SessionsThatNoValueRefersToAreDropped) {
  Baseline baseline = some_baseline();
  for (const StoredValue& value : some_baseline().values) {
    replace_samples(baseline, {value.region, "m", "inst", {{"s2", {1}}}}, session("s2"));
  }

  ASSERT_EQ(baseline.sessions.size(), 1u);
  EXPECT_EQ(baseline.sessions[0].id, "s2");
}

TEST(Baseline, AMissingFileIsNoBaseline) {
  EXPECT_FALSE(read_baseline("/no/such/file").has_value());
}

TEST(Baseline, AFileThatCannotBeTrustedIsRefused) {
  const TempFolder folder;
  const std::string good = to_text(some_baseline());
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    write_file(folder / "b.json", from.empty() ? to : text);
    return error_of(ErrorKind::kBaseline, [&] { read_baseline(folder / "b.json"); });
  };
  EXPECT_THAT(refusal("", "not json"), HasSubstr("not JSON"));
  EXPECT_THAT(refusal("\"schema\": 1", "\"schema\": 99"), HasSubstr("schema 99"));
  EXPECT_THAT(refusal("\"kind\": \"host\"", "\"kind\": \"x\""), HasSubstr("capture kind"));
  EXPECT_THAT(refusal("\"id\":\"s1\"", "\"id\":\"s9\""), HasSubstr("session 's1'"));
  EXPECT_THAT(refusal("[7]", "[null]"), HasSubstr("wrong type"));
  EXPECT_THAT(refusal("\"region\":\"B\"", "\"region\":\"\""), HasSubstr("empty label"));
  EXPECT_THAT(refusal("\"region\":\"B\"", R"("region":"A/a\\/b")"), HasSubstr("stands twice"));
}

}  // namespace
}  // namespace ncu_regions
