#include "harness/render/doctor_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace ncu_regions {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

DoctorReport without_driver() {
  DoctorReport report;
  report.gpu_reason = "no NVIDIA driver";
  report.profiler = "host";
  report.profiler_reason = "for host builds";
  report.findings = {{"driver", FindingStatus::kMissing, "none", "get one", "no NVIDIA driver"},
                     {"home folder", FindingStatus::kOk, "/home/me", "", ""}};
  return report;
}

TEST(DoctorText, TheConclusionComesFirst) {
  EXPECT_THAT(doctor_text(without_driver()),
              StartsWith("GPU: cannot be measured here: no NVIDIA driver\n"
                         "profiler: host, for host builds\n\n"));
}

TEST(DoctorText, AFixStandsBelowItsTopicAndOnlyWhereThereIsOne) {
  EXPECT_THAT(doctor_text(without_driver()), EndsWith("driver       missing     none\n"
                                                      "                         fix: get one\n"
                                                      "home folder  ok          /home/me\n"));
}

TEST(DoctorText, NoMoreIsClaimedThanWasSeen) {
  DoctorReport report = without_driver();
  report.gpu_measurable = true;

  EXPECT_THAT(doctor_text(report), HasSubstr("whether the counters may be read shows only a"));
}

TEST(DoctorText, LongTextIsBrokenAtSpacesAndNoPathInTheMiddle) {
  DoctorReport report = without_driver();
  const std::string path(150, 'p');
  report.findings = {{"t", FindingStatus::kOk, "a b " + path + " c", "", ""}};

  EXPECT_THAT(doctor_text(report),
              EndsWith("a b\n               " + path + "\n               c\n"));
}

TEST(DoctorJson, HoldsAllThatTheTextHolds) {
  DoctorReport report = without_driver();
  GpuState gpu;
  gpu.name = "bad \xff name";
  gpu.processes = {{"7", "p\xfe"}};
  gpu.throttle_reasons = {"sync boost"};
  report.gpus = {gpu};
  report.ncu = NcuProgram{"/opt/ncu", "2024.2.0.0", {2024, 2}};

  const auto json = nlohmann::json::parse(doctor_json(report));

  EXPECT_EQ(json.at("schema"), 1);
  EXPECT_EQ(json.at("gpu").at("measurable"), false);
  EXPECT_EQ(json.at("profiler").at("name"), "host");
  EXPECT_EQ(json.at("ncu").at("version"), "2024.2.0.0");
  EXPECT_EQ(json.at("gpus").at(0).at("name"), "bad \\xff name");
  EXPECT_EQ(json.at("gpus").at(0).at("throttle_reasons").at(0), "sync boost");
  EXPECT_EQ(json.at("gpus").at(0).at("processes").at(0).at("name"), "p\\xfe");
  EXPECT_EQ(json.at("findings").at(0).at("status"), "missing");
  EXPECT_EQ(json.at("findings").at(0).at("blocks_gpu"), true);
}

TEST(DoctorJson, WhatIsNotKnownIsNull) {
  const auto json = nlohmann::json::parse(doctor_json(without_driver()));

  EXPECT_TRUE(json.at("gpus").is_null());
  EXPECT_TRUE(json.at("ncu").is_null());
}

}  // namespace
}  // namespace ncu_regions
