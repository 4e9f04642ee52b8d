#include "ncu_regions/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/files.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr char kReport[] = R"({"schema": 2, "workload": "net", "kind": "host", "device": "host-x",
  "summary": "all fine", "outside": {"kernels": [{"name": "k", "launches": 2}]},
  "unlabeled": {"kernels": []}, "regions": [
  {"name": "A", "path": "A", "identity": {"labels": ["A"]}, "parent": null,
   "metrics": {"m": {"inclusive": 5, "exclusive": 2}, "n": {"inclusive": null, "exclusive": null}},
   "kernels": [{"name": "a", "launches": 1}]},
  {"name": "A::B", "path": "A/A::B", "identity": {"labels": ["A", "A::B"]}, "parent": "A",
   "metrics": {}, "kernels": [{"name": "a", "launches": 3}, {"name": "b", "launches": 1}]},
  {"name": "C/A::B", "path": "C/A::B", "identity": {"labels": ["C", "A::B"]}, "parent": null,
   "metrics": {}, "kernels": []}]})";
constexpr char kVerdicts[] = R"({"schema": 3, "skipped": false, "profiler_reason": "", "verdicts": [
  {"declared": "A", "region": "A", "metric": "m", "unit": "inst", "verdict": "regressed",
   "reason": "worse", "baseline": 4, "now": 5, "ctest_exit_code": 1}]})";

class ReportApi : public testing::Test {
 protected:
  void write(const std::string& report, const std::string& verdicts) {
    make_folder(folder_ / "regions");
    write_file(folder_ / "regions/report.json", report);
    if (!verdicts.empty()) write_file(folder_ / "verdicts.json", verdicts);
  }
  std::string refused() {
    try {
      load_report(folder_.path());
    } catch (const ReportError& error) {
      return error.what();
    }
    return "";
  }
  TempFolder folder_;
};

TEST_F(ReportApi, HoldsRegionsKernelsAndVerdicts) {
  write(kReport, kVerdicts);

  const Report report = load_report(folder_.path());

  ASSERT_TRUE(report.is_measured);
  const ReportRegion* region = report.find("A");
  ASSERT_NE(region, nullptr);
  EXPECT_THAT(region->metrics, ElementsAre(Pair("m", 5)));
  EXPECT_THAT(region->exclusive, ElementsAre(Pair("m", 2)));
  ASSERT_EQ(region->kernels.size(), 2u);  // those of A::B are inside
  EXPECT_EQ(region->kernels[0].launches, 4u);
  EXPECT_EQ(report.outside.at(0).launches, 2u);
  EXPECT_EQ(report.verdicts.at(0).word, "regressed");
  EXPECT_EQ(report.verdicts.at(0).exit_code, 1);
}

TEST_F(ReportApi, ALabelInTwoPlacesIsNoName) {
  write(kReport, kVerdicts);
  const Report report = load_report(folder_.path());

  EXPECT_EQ(report.find("nothing"), nullptr);
  EXPECT_NE(report.find("C/A::B"), nullptr);
  try {
    report.find("A::B");
    FAIL();
  } catch (const ReportError& error) {
    EXPECT_THAT(error.what(), HasSubstr("A/A::B and C/A::B; name one of them in full"));
  }
}

TEST_F(ReportApi, APathWinsOverLabels) {
  Report report;
  for (const char* path : {"X/A", "Y/A", "A"}) {
    report.regions.push_back({path, path, "A", {}, {}, {}, {}});
  }
  EXPECT_EQ(report.find("A"), &report.regions[2]);
}

TEST_F(ReportApi, WhatIsNotThereIsNamed) {
  write(kReport, kVerdicts);
  const Report report = load_report(folder_.path());
  const auto words = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const ReportError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(words([&] { report.at("B"); }), HasSubstr("no region 'B'; regions: A, A/A::B"));
  EXPECT_THAT(words([&] { report.verdicts_of("B"); }), HasSubstr("'B' is gated; gated: A"));
  EXPECT_EQ(report.verdicts_of("A").size(), 1u);
}

TEST_F(ReportApi, WhatCannotBeReadIsNamed) {
  EXPECT_THAT(refused(), HasSubstr("report.json: no such file"));
  write(kReport, "");
  EXPECT_THAT(refused(), HasSubstr("verdicts.json: no such file"));
  for (const char* text : {"", "[]", "{", R"({"schema": 1})"}) {
    write(kReport, text[0] == 0 ? " " : text);
    EXPECT_THAT(refused(), HasSubstr("not written by this version")) << text;
  }
  write(kReport, R"({"schema": 3, "skipped": 3})");
  EXPECT_THAT(refused(), HasSubstr("cannot be read"));
}

TEST_F(ReportApi, AMachineThatCannotMeasureSaysWhy) {
  write(kReport, R"({"schema": 3, "skipped": true, "profiler_reason": "no GPU", "verdicts": []})");
  const Report report = load_report(folder_.path());
  EXPECT_FALSE(report.is_measured);
  EXPECT_EQ(report.why_not, "no GPU");
}

TEST_F(ReportApi, AFailedMeasurementHasItsWords) {
  MeasureRequest request;
  request.command = {"x"};
  request.run = folder_.path();
  try {
    measure(request, "/bin/sh");  // it knows no command "profile"
    FAIL();
  } catch (const ReportError& error) {
    EXPECT_THAT(error.what(), HasSubstr("ended with exit code"));
    EXPECT_THAT(error.what(), HasSubstr("profile"));
  }
  EXPECT_THROW(measure(request, "/no/such/program"), ReportError);
  request.options = {"--run", "elsewhere"};  // whose report would be an old one
  EXPECT_THROW(measure(request), ReportError);
}

}  // namespace
}  // namespace ncu_regions
