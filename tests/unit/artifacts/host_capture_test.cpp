#include "harness/artifacts/host_capture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/error_of.h"
#include "tests/support/mutations.h"

namespace ncu_regions {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr char kCapture[] =
    R"({"format":"ncu-regions host capture","schema":2,"pass":"time","metrics":["host__time_duration.sum"]}
{"process":0,"pid":7}
{"process":1,"pid":8,"rank":"1","rank_from":"PMI_RANK"}
{"path":0,"label":"A"}
{"path":1,"label":"A::A1","parent":0}
{"path":2,"label":"x","domain":"own","start_end":true}
{"range":1,"process":0,"thread":0,"instances":2,"values":[[5,6]]}
{"range":0,"process":1,"thread":3,"instances":1,"open_at_exit":1,"values":[[9]]}
{"kernel":"conv","grid":[4,2,1],"block":[16,8,1],"process":0,"thread":0,"in":[1,2],"launches":1,"values":[[3]]}
{"overlap":[0,2]}
{"end":true,"instances":3,"launches":1,"unmatched_pops":2,"lost_events":0,"silent_processes":0}
)";

std::string with(const std::string& from, const std::string& to) {
  std::string text = kCapture;
  return text.replace(text.find(from), from.size(), to);
}

std::string refusal(const std::string& text) {
  return error_of(ErrorKind::kMeasurement, [&] { parse_host_capture(text, "c.jsonl"); });
}

// A counting pass; before kernels were counted their lines had no values.
TEST(HostCapture, CountsOfKernelsAreReadAndMayBeMissing) {
  const auto counts = [](const std::string& line) {
    const std::string head = with(R"("pass":"time","metrics":["host__time_duration.sum"])",
                                  R"("pass":"count","metrics":["host__inst_executed.sum"])");
    std::string text = head;
    const std::string values = R"("launches":1,"values":[[3]])";
    text.replace(text.find(values), values.size(), line);
    const std::string end = R"("launches":1,"unmatched)";
    text.replace(text.find(end), end.size(), R"("launches":2,"unmatched)");
    return parse_host_capture(text, "c.jsonl").results.back().values;
  };

  EXPECT_THAT(counts(R"("launches":2,"values":[[70,71]])"), ElementsAre(ElementsAre(70, 71)));
  EXPECT_THAT(counts(R"("launches":2,"values":[[70,null]])"),
              ElementsAre(ElementsAre(70, testing::IsNan())));
  EXPECT_TRUE(counts(R"("launches":2)").empty());
}

std::string with_sources(const std::string& list) {
  return with(R"("label":"A::A1","parent":0)", R"("label":"A::A1","parent":0,"sources":)" + list);
}

TEST(HostCapture, TheFirstPlaceWhereAPathIsOpenedIsTheOneThatCounts) {
  const auto sources = [](const std::string& list) {
    return parse_host_capture(with_sources(list), "c.jsonl").sources;
  };

  EXPECT_THAT(sources(R"([{"file":"a\nb.cpp","line":12},{"file":"c.cpp","line":3}])"),
              ElementsAre(Pair(1, SourceLine{"a\nb.cpp", 12})));
  EXPECT_TRUE(sources("[]").empty());
  EXPECT_TRUE(parse_host_capture(kCapture, "c.jsonl").sources.empty());
}

TEST(HostCapture, APlaceThatCannotBeIsRefused) {
  const std::string name(4097, 'x');
  for (const std::string& place :
       {std::string(R"({"file":"a.cpp","line":0})"), std::string(R"({"file":"","line":1})"),
        std::string(R"({"file":"a.cpp","line":10000001})"),
        R"({"file":")" + name + R"(","line":1})"}) {
    EXPECT_THAT(refusal(with_sources("[" + place + "]")), HasSubstr("cannot be"));
  }
  for (const char* list : {"7", R"([{"file":"a.cpp"}])", R"([{"file":1,"line":1}])",
                           R"([{"file":"a.cpp","line":-1}])", R"([{"file":"a.cpp","line":1.5}])"}) {
    EXPECT_THAT(refusal(with_sources(list)), HasSubstr("c.jsonl:5: "));
  }
}

TEST(HostCapture, PathsResultsAndNotesAreReadBack) {
  const Capture capture = parse_host_capture(kCapture, "c.jsonl");

  EXPECT_EQ(capture.kind, CaptureKind::kHost);
  EXPECT_EQ(capture.pass, "time");
  ASSERT_EQ(capture.paths.size(), 3u);
  EXPECT_EQ(capture.paths[1], (RegionPath{"", {"A", "A::A1"}}));
  EXPECT_EQ(capture.paths[2], (RegionPath{"own", {"x"}, true}));
  ASSERT_EQ(capture.results.size(), 3u);
  EXPECT_EQ(capture.results[0].count, 2u);
  EXPECT_THAT(capture.results[0].values, ElementsAre(ElementsAre(5, 6)));
  EXPECT_EQ(capture.results[1].scope, 1u);
  EXPECT_EQ(capture.results[1].thread, 3u);
  EXPECT_THAT(capture.results[2].paths, ElementsAre(1, 2));
  EXPECT_EQ(capture.results[2].name, "conv");
  EXPECT_THAT(capture.overlaps, ElementsAre(Pair(0, 2)));
  EXPECT_EQ(capture.notes.size(), 2u);  // the pops and the open range
}

TEST(HostCapture, AProcessIsCalledByItsRankOrElseByItsNumber) {
  const Capture capture = parse_host_capture(kCapture, "c.jsonl");

  ASSERT_EQ(capture.scopes.size(), 2u);
  EXPECT_EQ(capture.scopes[0].name, "process 0");
  EXPECT_EQ(capture.scopes[1].name, "rank 1");
}

TEST(HostCapture, AValueThatIsNullIsAbsentNeverZero) {
  const Capture one = parse_host_capture(with("[[5,6]]", "[[null,6]]"), "c.jsonl");
  EXPECT_TRUE(std::isnan(one.results[0].values[0][0]));
  const Capture none = parse_host_capture(with(",\"values\":[[5,6]]", ""), "c.jsonl");
  EXPECT_TRUE(none.results[0].values.empty());
}

TEST(HostCapture, APartialCaptureSaysSo) {
  const Capture capture = parse_host_capture(
      with("\"pass\":\"time\"", "\"pass\":\"time\",\"bad_end\":\"was ended by signal 11\""),
      "c.jsonl");

  EXPECT_THAT(capture.notes, Contains(HasSubstr("partial: the program was ended by signal 11")));
}

TEST(HostCapture, LostEventsAreRefusedWithTheReasonOfTheLibrary) {
  std::string text = with("\"lost_events\":0", "\"lost_events\":1");
  EXPECT_THAT(refusal(text), HasSubstr("events were lost while recording"));
  text.replace(text.find("\"pid\":7"), 7, "\"pid\":7,\"lost\":[\"no room on the disk\"]");
  EXPECT_THAT(refusal(text), HasSubstr("no room on the disk"));
}

TEST(HostCapture, AFileThatIsCutOffAnywhereIsRefused) {
  const std::string whole = kCapture;
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    refusal(whole.substr(0, size));
  }
}

TEST(HostCapture, WrongFilesAreRefusedWithFileAndLine) {
  EXPECT_THAT(refusal(with("\"schema\":2", "\"schema\":1")), HasSubstr("c.jsonl:1"));
  EXPECT_THAT(refusal(with("\"pass\":\"time\"", "\"pass\":\"x\"")), HasSubstr("unknown pass"));
  EXPECT_THAT(refusal("hello\n"), HasSubstr("not a JSON object"));
  EXPECT_THAT(refusal("{}\n"), HasSubstr("not a host capture"));
  EXPECT_THAT(refusal(with("\"range\":1", "\"range\":9")), HasSubstr("not defined"));
  EXPECT_THAT(refusal(with("\"range\":1", "\"range\":-1")), HasSubstr("c.jsonl:7"));
  EXPECT_THAT(refusal(with("\"path\":1", "\"path\":5")), HasSubstr("out of order"));
  EXPECT_THAT(refusal(with("\"process\":1,\"pid\"", "\"process\":4,\"pid\"")),
              HasSubstr("out of order"));
  EXPECT_THAT(refusal(with("\"process\":1,\"thread\"", "\"process\":2,\"thread\"")),
              HasSubstr("process that was not defined"));
  EXPECT_THAT(refusal(with("[[5,6]]", "[[5]]")), HasSubstr("another number of values"));
  EXPECT_THAT(refusal(with("[[5,6]]", "[[5,6],[7,8]]")), HasSubstr("another number of values"));
  EXPECT_THAT(refusal(with("\"overlap\":[0,2]", "\"overlap\":[0,9]")), HasSubstr("not defined"));
  EXPECT_THAT(refusal(with("\"instances\":3", "\"instances\":4")), HasSubstr("other ranges"));
  EXPECT_THAT(refusal(with("\"thread\":0", "\"thread\":\"x\"")), HasSubstr("wrong type"));
  EXPECT_THAT(refusal(std::string(kCapture) + "{}\n"), HasSubstr("after its end"));
}

TEST(HostCapture, ADamagedFileIsReadOrRefused) {
  Mutations mutations(3);
  unsigned refused = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    try {
      const Capture capture = parse_host_capture(mutations.of(kCapture), "c.jsonl");
      for (const Result& result : capture.results) ASSERT_LT(result.scope, capture.scopes.size());
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::kMeasurement);
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace ncu_regions
