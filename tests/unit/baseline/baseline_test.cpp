#include "harness/compare/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/runs/baseline_file.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

Session session(const std::string& id, const std::string& date = "2026-01-02") {
  return {id, date, "abc", "why", {{"libc", "x"}}, 2, {}};
}

Baseline some_baseline() {
  Baseline baseline;
  baseline.workload = "net";
  baseline.preset = "default";
  baseline.device = "host-x86_64";
  baseline.sessions = {session("s1")};
  baseline.values = {{{"", {"B"}}, "m", "inst", {{"s1", {7}}}},
                     {{"", {"A", "a/b"}}, "m", "inst", {{"s1", {95395124, std::nullopt, 1.5}}}}};
  return baseline;
}

// "m" is never below 0, "d" may be.
const MetricTable& some_metrics() {
  static const MetricTable kTable = [] {
    MetricInfo count;
    count.pattern = "m";
    count.unit = "inst";
    MetricInfo difference;
    difference.pattern = "d";
    difference.unit = "byte";
    difference.is_signed = true;
    MetricInfo exact = count;
    exact.pattern = "exact";
    exact.roll_up = RollUp::kSum;
    exact.deterministic = true;
    return MetricTable({count, difference, exact});
  }();
  return kTable;
}

TEST(Baseline, ReadsBackWhatWasWritten) {
  const TempFolder folder;
  const auto file = baseline_file(folder.path(), some_baseline());
  write_baseline(file, some_baseline());

  const Baseline read = read_baseline(file, {some_baseline(), some_metrics()}).value();

  EXPECT_EQ(file, folder.path() / "host-x86_64" / "net.default.host.json");
  EXPECT_EQ(to_text(read), to_text(some_baseline()));
  EXPECT_EQ(read.find({"", {"A", "a/b"}}, "m")->samples.at("s1").back(), 1.5);
}

TEST(Baseline, KeepsWhatItsValuesWereMadeOf) {
  Baseline baseline = some_baseline();
  RegionParts parts;
  parts.region = {"", {"B"}};
  parts.samples = 3;
  parts.counters = {{"m", {1, 2, 3.5, 3}}, {"n", {7, 7, 7, 3}}, {"o", {5, 5, 5, 1}}};
  parts.is_cut = true;
  parts.kernels = {{"conv<a, \"b\">", 4, {{"m", 12}}}, {"add", 1}};
  parts.rules = RuleParts{{"conv", ""},
                          {{"conv", "SOL", "a title", 12.5}, {"", "Occ", "other", std::nullopt}}};
  replace_parts(baseline, parts);

  const std::string text = to_text(baseline);
  const Baseline read = parse_baseline(text, "b.json");

  EXPECT_THAT(text, HasSubstr("\n,{\"kernel\":\"add\",\"launches\":1}\n"));
  EXPECT_THAT(text,
              HasSubstr("\"counters\":{\"m\":[1,2,3.5],\"n\":7,\"o\":[5,5,5,1]},\"cut\":true"));
  EXPECT_EQ(to_text(read), text);
  ASSERT_NE(read.find_parts({"", {"B"}}), nullptr);
  EXPECT_EQ(read.find_parts({"", {"B"}})->rules, parts.rules);
  EXPECT_EQ(read.find_parts({"", {"A"}}), nullptr);
  replace_parts(baseline, parts);
  EXPECT_EQ(baseline.parts.size(), 1u);
}

TEST(Baseline, RefusesPartsThatItDidNotWrite) {
  const auto refusal = [](const std::string& block) {
    std::string text = to_text(some_baseline());
    text.replace(text.rfind("\n}"), 2, ",\n\"parts\": [\"x\"" + block + "]}");
    return error_of(ErrorKind::kBaseline, [&] { parse_baseline(text, "b.json"); });
  };

  EXPECT_THAT(refusal(",[\"A\"]"), HasSubstr("no line of counters"));
  EXPECT_THAT(refusal(",[\"A\",{\"captures\":1}]"), HasSubstr("has no 'counters'"));
  EXPECT_THAT(refusal(",[\"A\",{\"captures\":1,\"counters\":{\"m\":[1,2]}}]"),
              HasSubstr("has 2 numbers"));
  const std::string good = ",[\"A\",{\"captures\":1,\"counters\":{}}]";
  EXPECT_THAT(refusal(good + good), HasSubstr("stand twice"));
}

TEST(Baseline, HasOneLinePerValueInAFixedOrder) {
  const std::vector<std::string> lines = split(to_text(some_baseline()), '\n');

  EXPECT_EQ(lines[10], R"(,["A/a\\/b")");
  EXPECT_EQ(lines[11], R"(,{"metric":"m","unit":"inst","samples":{"s1":[95395124,null,1.5]}})");
  EXPECT_EQ(lines[12], "]");
  EXPECT_EQ(lines[13], R"(,["B")");
}

// Lines that stand in one and not in the other.
std::vector<std::string> lines_only_in(const Baseline& one, const Baseline& other) {
  const std::vector<std::string> others = split(to_text(other), '\n');
  std::vector<std::string> lines = split(to_text(one), '\n');
  std::erase_if(lines, [&](const std::string& l) { return std::ranges::count(others, l) > 0; });
  return lines;
}

TEST(Baseline, AcceptingOneValueChangesThatLineAndAddsOneSession) {
  Baseline changed = some_baseline();
  replace_samples(changed, {{"", {"B"}}, "m", "inst", {{"s2", {9}}}}, session("s2"));

  EXPECT_THAT(lines_only_in(some_baseline(), changed), testing::ElementsAre(HasSubstr("[7]")));
  EXPECT_THAT(lines_only_in(changed, some_baseline()),
              testing::ElementsAre(HasSubstr(R"("id":"s2")"), HasSubstr("[9]")));
}

TEST(Baseline, ANewRegionOrMetricTouchesNoOtherLine) {
  for (const char* label : {"A", "AA", "C"}) {
    Baseline changed = some_baseline();
    replace_samples(changed, {{"", {label}}, "m", "inst", {{"s1", {9}}}}, session("s1"));
    EXPECT_TRUE(lines_only_in(some_baseline(), changed).empty()) << label;
  }
  Baseline changed = some_baseline();
  replace_samples(changed, {{"", {"B"}}, "z", "inst", {{"s1", {9}}}}, session("s1"));
  EXPECT_TRUE(lines_only_in(some_baseline(), changed).empty());
}

TEST(Baseline, SessionsOfUnchangedCodeAreAddedAndTheFiveNewestKept) {
  Baseline baseline = some_baseline();
  for (int i = 2; i <= 7; ++i) {
    const std::string id = "s" + std::to_string(i);
    add_samples(baseline, {{"", {"B"}}, "m", "inst", {{id, {7, 8}}}},
                session(id, "2026-02-0" + std::to_string(i)));
  }
  const StoredValue* value = baseline.find({"", {"B"}}, "m");
  ASSERT_EQ(value->samples.size(), kSessionsKept);
  EXPECT_EQ(value->samples.begin()->first, "s3");
  EXPECT_NE(baseline.find_session("s1"), nullptr);  // the other value has it still
  EXPECT_EQ(baseline.find_session("s2"), nullptr);
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
  EXPECT_FALSE(read_baseline("/no/such/file", {some_baseline(), some_metrics()}).has_value());
}

TEST(Baseline, AFileThatCannotBeTrustedIsRefused) {
  const TempFolder folder;
  const std::string good = to_text(some_baseline());
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    write_file(folder / "b.json", from.empty() ? to : text);
    return error_of(ErrorKind::kBaseline, [&] {
      read_baseline(folder / "b.json", {some_baseline(), some_metrics()});
    });
  };
  EXPECT_THAT(refusal("", "not json"), HasSubstr("not JSON"));
  EXPECT_THAT(refusal("\"schema\": 2", "\"schema\": 99"), HasSubstr("schema 99"));
  EXPECT_THAT(refusal("\"kind\": \"host\"", "\"kind\": \"x\""), HasSubstr("capture kind"));
  EXPECT_THAT(refusal("\"id\":\"s1\"", "\"id\":\"s9\""), HasSubstr("session 's1'"));
  EXPECT_THAT(refusal("[7]", "[null]"), HasSubstr("has no sample"));
  EXPECT_THAT(refusal("[7]", "[]"), HasSubstr("has no sample"));
  EXPECT_THAT(refusal("[7]", "7"), HasSubstr("are no list"));
  EXPECT_THAT(refusal("[7]", "[\"7\"]"), HasSubstr("wrong type"));
  EXPECT_THAT(refusal("[7]", "[1e999]"), HasSubstr("JSON"));
  EXPECT_THAT(refusal(",[\"B\"", ",[\"\""), HasSubstr("empty label"));
  EXPECT_THAT(refusal(",[\"B\"", R"(,["A/a\\/b")"), HasSubstr("stands twice"));
  EXPECT_THAT(refusal("\"unit\"", "\"uint\""), HasSubstr("unknown key 'uint'"));
  EXPECT_THAT(refusal(",\"reason\":\"why\"", ""), HasSubstr("no 'reason'"));
  EXPECT_THAT(refusal("\n,{\"id\":\"s1\"", "\n,{\"id\":\"s1\",\"x\":1"), HasSubstr("'x'"));
  EXPECT_THAT(refusal("\"sessions\": [\"", "\"sessions\": [7,\""), HasSubstr("begins with a text"));
  EXPECT_THAT(refusal("\"captures\":2", "\"captures\":-2"), HasSubstr("a whole number, not -2"));
  EXPECT_THAT(refusal("\"captures\":2", "\"captures\":2.5"), HasSubstr("a whole number, not 2.5"));
  EXPECT_THAT(refusal("\"captures\":2", "\"captures\":[]"), HasSubstr("a whole number, not array"));
}

TEST(Baseline, AKeyThatStandsTwiceIsRefusedWhereverItStands) {
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string text = to_text(some_baseline());
    text.replace(text.find(from), from.size(), to);
    return error_of(ErrorKind::kBaseline, [&] { parse_baseline(text, "b.json"); });
  };
  EXPECT_THAT(refusal("\"schema\": 2", "\"schema\": 2, \"schema\": 2"),
              HasSubstr("the key 'schema' stands twice in one object"));
  EXPECT_THAT(refusal("\"s1\":[7]", "\"s1\":[7],\"s1\":[9]"),
              HasSubstr("the key 's1' stands twice"));
  EXPECT_THAT(refusal("\"libc\":\"x\"", "\"libc\":\"x\",\"libc\":\"y\""),
              HasSubstr("the key 'libc' stands twice"));
}

TEST(Baseline, ConflictMarkersAreNamedWithTheirLine) {
  for (const char* marker : {"<<<<<<< HEAD", "||||||| abc", "=======", ">>>>>>> other"}) {
    std::string text = to_text(some_baseline());
    text.insert(text.find("\"sessions\""), std::string(marker) + "\n");
    EXPECT_THAT(error_of(ErrorKind::kBaseline, [&] { parse_baseline(text, "b.json"); }),
                HasSubstr("b.json: line 7 is a conflict marker of git ('" + std::string(marker)));
  }
}

TEST(Baseline, IsRefusedForAnotherUseThanItsOwn) {
  const TempFolder folder;
  write_baseline(folder / "b.json", some_baseline());
  const auto refusal = [&](const Baseline& key) {
    return error_of(ErrorKind::kBaseline, [&] {
      read_baseline(folder / "b.json", {key, some_metrics()});
    });
  };
  Baseline key = some_baseline();
  key.workload = "other";
  EXPECT_THAT(refusal(key), HasSubstr("is the baseline of workload 'net', and is used for workload "
                                      "'other'"));
  key = some_baseline();
  key.preset = "cache";
  EXPECT_THAT(refusal(key), HasSubstr("preset 'default', and is used for preset 'cache'"));
  key = some_baseline();
  key.kind = CaptureKind::kRange;
  EXPECT_THAT(refusal(key), HasSubstr("kind 'host', and is used for kind 'range'"));
  key = some_baseline();
  key.device = "host-aarch64";
  EXPECT_THAT(refusal(key), HasSubstr("device 'host-x86_64', and is used for device"));
}

TEST(Baseline, ValuesThatTheMetricCannotHaveAreRefused) {
  const TempFolder folder;
  const auto use = [&](const StoredValue& value) {
    Baseline baseline = some_baseline();
    baseline.values = {value};
    write_baseline(folder / "b.json", baseline);
    read_baseline(folder / "b.json", {some_baseline(), some_metrics()});
  };
  const RegionPath region = {"", {"B"}};
  EXPECT_THAT(error_of(ErrorKind::kBaseline,
                       [&] {
                         use({region, "m", "ns", {{"s1", {7}}}});
                       }),
              HasSubstr("B m is stored in the unit 'ns', and that of the metric is 'inst'"));
  EXPECT_THAT(error_of(ErrorKind::kBaseline,
                       [&] {
                         use({region, "m", "inst", {{"s1", {7, -5}}}});
                       }),
              HasSubstr("B m has the sample -5, and this metric is never below 0"));
  EXPECT_THAT(error_of(ErrorKind::kBaseline,
                       [&] {
                         use({region, "m", "inst", {{"s1", {1e300}}}});
                       }),
              HasSubstr("B m has the sample 1e+300, and this metric is never 2^64 or more"));
  EXPECT_THAT(error_of(ErrorKind::kBaseline,
                       [&] {
                         use({region, "exact", "inst", {{"s1", {7.5}}}});
                       }),
              HasSubstr("B exact has the sample 7.5, and this metric is never a fraction"));
  use({region, "d", "byte", {{"s1", {-5}}}});
  use({region, "unknown", "", {{"s1", {-5}}}});
}

TEST(Baseline, APathThatCannotBeFollowedIsNotAMissingBaseline) {
  const TempFolder folder;
  std::filesystem::create_symlink("nowhere", folder / "dangling");
  std::filesystem::create_symlink("loop", folder / "loop");
  write_file(folder / "file", "x");
  for (const char* file : {"dangling", "dangling/b.json", "loop/b.json", "file/b.json"}) {
    EXPECT_THAT(error_of(ErrorKind::kMeasurement,
                         [&] {
                           read_baseline(folder / file, {some_baseline(), some_metrics()});
                         }),
                HasSubstr("cannot read " + (folder / file).string()));
  }
}

}  // namespace
}  // namespace ncu_regions
