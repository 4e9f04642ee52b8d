// Runs: what run.json has of samples and plans.
#pragma once

#include <array>

#include "harness/compare/sample.h"
#include "harness/runs/described_json.h"
#include "harness/runs/gpu_fields.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

template <>
struct StoredWords<BuildSide> {
  static constexpr std::array kAll = {BuildSide::kHead, BuildSide::kBase};
};

template <>
struct StoredWords<Phase> {
  static constexpr std::array kAll = {Phase::kWarmUp, Phase::kScreen, Phase::kAgain, Phase::kFresh};
};

template <>
struct Description<SampleInfo> {
  static constexpr std::tuple kFields{
      stored("number", &SampleInfo::number),   stored("side", &SampleInfo::side),
      stored("phase", &SampleInfo::phase),     stored("pair", &SampleInfo::pair),
      stored("regions", &SampleInfo::regions), stored("metrics", &SampleInfo::metrics)};
};

template <>
struct Description<PlanRecord> {
  static constexpr std::tuple kFields{stored("ncu_runs", &PlanRecord::ncu_runs),
                                      stored("one_by_one", &PlanRecord::one_by_one)};
};

template <>
struct Description<CaptureFile> {
  static constexpr std::tuple kFields{stored("name", &CaptureFile::name),
                                      stored("path", &CaptureFile::path)};
};

template <>
struct Description<CaptureRecord> {
  static constexpr std::tuple kFields{stored("id", &CaptureRecord::id),
                                      stored("pass", &CaptureRecord::pass),
                                      stored("argv", &CaptureRecord::argv),
                                      stored("exit_code", &CaptureRecord::exit_code),
                                      stored("seconds", &CaptureRecord::seconds),
                                      added("began_s", &CaptureRecord::began_s),
                                      stored("files", &CaptureRecord::files),
                                      stored("sample", &CaptureRecord::sample),
                                      stored("side", &CaptureRecord::side),
                                      stored("level", &CaptureRecord::level),
                                      stored("regions", &CaptureRecord::regions),
                                      stored("gpus_before", &CaptureRecord::gpus_before),
                                      stored("gpus_after", &CaptureRecord::gpus_after)};
};

}  // namespace ncu_regions
