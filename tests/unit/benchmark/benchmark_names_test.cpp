#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ncu_regions/benchmark_names.h>

namespace ncu_regions::benchmark_detail {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string known_name(const std::vector<std::string>& listed, const Instance& instance) {
  const FullName found = full_name(listed, instance);
  return found.why_not.empty() ? found.names.front() : found.why_not;
}

TEST(BenchmarkNames, AreFoundByFamilyArgumentsAndThreads) {
  const std::vector<std::string> listed = {
      "BM_Sort",           "BM_Sort/8",         "BM_Sort/64",         "BM_Sort/8/64",
      "BM_SortStable/8",   "Fixture/Fill/8",    "BM_Vector<int>",     "BM_Named/rows:3/columns:-4",
      "BM_Lock/threads:1", "BM_Lock/threads:2", "BM_Lock/8/threads:2"};

  EXPECT_EQ(known_name(listed, {"BM_Sort", {}}), "BM_Sort");
  EXPECT_EQ(known_name(listed, {"BM_Sort", {8}}), "BM_Sort/8");
  EXPECT_EQ(known_name(listed, {"BM_Sort", {8, 64}}), "BM_Sort/8/64");
  EXPECT_EQ(known_name(listed, {"Fixture/Fill", {8}}), "Fixture/Fill/8");
  EXPECT_EQ(known_name(listed, {"BM_Vector<int>", {}}), "BM_Vector<int>");
  EXPECT_EQ(known_name(listed, {"BM_Named", {3, -4}}), "BM_Named/rows:3/columns:-4");
  EXPECT_EQ(known_name(listed, {"BM_Lock", {}, 1}), "BM_Lock/threads:1");
  EXPECT_EQ(known_name(listed, {"BM_Lock", {}, 2}), "BM_Lock/threads:2");
  EXPECT_EQ(known_name(listed, {"BM_Lock", {8}, 2}), "BM_Lock/8/threads:2");
}

TEST(BenchmarkNames, HaveOptionsBehindTheArguments) {
  const std::vector<std::string> listed = {
      "BM_A/8/min_time:0.500/min_warmup_time:0.100/process_time/real_time",
      "BM_B/iterations:3/repeats:2/manual_time", "BM_C/2147483648/threads:8"};

  EXPECT_EQ(known_name(listed, {"BM_A", {8}}), listed[0]);
  EXPECT_EQ(known_name(listed, {"BM_B", {}}), listed[1]);
  EXPECT_EQ(known_name(listed, {"BM_C", {2147483648}, 8}), listed[2]);
}

TEST(BenchmarkNames, AreNeverGuessed) {
  const std::vector<std::string> listed = {"BM_Twice/8", "BM_Twice/8/iterations:5", "BM_Same",
                                           "BM_Same", "BM_Odd/8/of_a_later_version:1"};

  EXPECT_THAT(full_name(listed, {"BM_Twice", {8}}).why_not, HasSubstr("BM_Twice/8/iterations:5"));
  EXPECT_THAT(full_name(listed, {"BM_Same", {}}).why_not, HasSubstr("a name of its own"));
  EXPECT_THAT(full_name(listed, {"BM_Odd", {8}}).why_not, HasSubstr("does not list"));
  EXPECT_THAT(full_name(listed, {"BM_Twice", {8}}).names, ElementsAre(listed[0], listed[1]));
  EXPECT_THAT(full_name(listed, {"BM_Odd", {8}, 2}).names, ElementsAre("BM_Odd/8/threads:2"));
  EXPECT_THAT(full_name({"BM_Lock"}, {"BM_Lock", {}, 2}).why_not, HasSubstr("does not list"));
  EXPECT_THAT(full_name({"BM_Lock"}, {"BM_Lock", {}}).why_not, IsEmpty());
}

}  // namespace
}  // namespace ncu_regions::benchmark_detail
