#include "harness/artifacts/host_capture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kCapture[] =
    R"({"format":"ncu-regions host capture","schema":1,"pass":"time","metric":"host__time_duration.sum","pid":7}
{"path":0,"label":"A"}
{"path":1,"label":"A::A1","parent":0}
{"path":2,"label":"x","domain":"own","start_end":true}
{"range":1,"thread":0,"value":5}
{"range":0,"thread":0,"value":9,"open_at_exit":true}
{"kernel":"conv","grid":[4,2,1],"block":[16,8,1],"thread":0,"in":[1,2],"value":3}
{"end":true,"ranges":2,"kernels":1,"unmatched_pops":2,"lost_events":0,"other_processes":0}
)";

std::string with(const std::string& from, const std::string& to) {
  std::string text = kCapture;
  return text.replace(text.find(from), from.size(), to);
}

std::string refusal(const std::string& text) {
  return error_of(ErrorKind::kMeasurement, [&] { parse_host_capture(text, "c.jsonl"); });
}

TEST(HostCapture, PathsResultsAndNotesAreReadBack) {
  const Capture capture = parse_host_capture(kCapture, "c.jsonl");

  EXPECT_EQ(capture.kind, CaptureKind::kHost);
  EXPECT_EQ(capture.pass, "time");
  ASSERT_EQ(capture.paths.size(), 3u);
  EXPECT_EQ(capture.paths[1], (RegionPath{"", {"A", "A::A1"}}));
  EXPECT_EQ(capture.paths[2], (RegionPath{"own", {"x"}, true}));
  ASSERT_EQ(capture.results.size(), 3u);
  EXPECT_EQ(capture.results[0].metrics.at("host__time_duration.sum"), 5);
  EXPECT_THAT(capture.results[2].paths, ElementsAre(1, 2));
  EXPECT_EQ(capture.results[2].name, "conv");
  EXPECT_EQ(capture.notes.size(), 2u);  // the pops and the open range
}

TEST(HostCapture, AValueThatIsNullIsAbsentNeverZero) {
  const Capture capture = parse_host_capture(with("\"value\":5", "\"value\":null"), "c.jsonl");

  EXPECT_TRUE(capture.results[0].metrics.empty());
}

TEST(HostCapture, AFileThatIsCutOffAnywhereIsRefused) {
  const std::string whole = kCapture;
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    refusal(whole.substr(0, size));
  }
}

TEST(HostCapture, WrongFilesAreRefusedWithFileAndLine) {
  EXPECT_THAT(refusal(with("\"schema\":1", "\"schema\":2")), HasSubstr("c.jsonl:1"));
  EXPECT_THAT(refusal("hello\n"), HasSubstr("not a JSON object"));
  EXPECT_THAT(refusal("{}\n"), HasSubstr("not a host capture"));
  EXPECT_THAT(refusal(with("\"range\":1", "\"range\":9")), HasSubstr("not defined"));
  EXPECT_THAT(refusal(with("\"range\":1", "\"range\":-1")), HasSubstr("c.jsonl:5"));
  EXPECT_THAT(refusal(with("\"path\":1", "\"path\":5")), HasSubstr("out of order"));
  EXPECT_THAT(refusal(with("\"ranges\":2", "\"ranges\":3")), HasSubstr("other ranges"));
  EXPECT_THAT(refusal(with("\"thread\":0", "\"thread\":\"x\"")), HasSubstr("wrong type"));
  EXPECT_THAT(refusal(std::string(kCapture) + "{}\n"), HasSubstr("after its end"));
}

}  // namespace
}  // namespace ncu_regions
