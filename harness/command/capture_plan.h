// Command: which captures a check takes under Nsight Compute, and why not fewer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/command/counting_plan.h"
#include "harness/config/settings.h"
#include "harness/core/capture_kind.h"

namespace ncu_regions {

// A declared region, as far as it is known.
struct PlannedRegion {
  std::string declared;
  RegionPath path;                         // of a label alone, before any survey: that label
  bool is_level_known = true;              // false: it may stand anywhere
  std::optional<std::uint64_t> instances;  // that the survey counted
};

struct PlannedCapture {
  CaptureKind kind = CaptureKind::kKernel;
  std::uint64_t sample = 0;          // 1, 2, ...: one sample of every region each; 0: the census
  std::size_t level = 0;             // range captures: 1, 2, ...
  std::vector<std::size_t> regions;  // range captures: into CapturePlan::regions
  std::vector<std::string> include;  // expressions of --nvtx-include
};

// The folder of a capture: "3-range-1".
std::string capture_id(std::size_t number, const PlannedCapture& capture);

struct CapturePlan {
  std::vector<PlannedRegion> regions;
  std::vector<PlannedCapture> captures;
  std::size_t one_by_one = 0;  // runs that a plan with one run per region would need

  std::size_t levels() const;  // range captures: runs for one sample
};

// What a survey saw.
struct SeenProgram {
  std::vector<SeenRegion> regions;
  // Pairs that were open at the same time, other than one inside the other of one stack.
  std::vector<std::pair<std::size_t, std::size_t>> overlaps;
};

// Regions of which none contains another, and which were never open at the same time, share a run:
// ncu gives nested ranges no results of their own. Without `seen` the written forms alone are
// known, and a label alone, which may stand anywhere, has a run of its own. Declared regions that
// the survey did not see are not planned for. Throws Error(kUsage) when ncu cannot select a region,
// or when a label names two.
CapturePlan plan_captures(const Settings& settings, std::span<const std::string> declared,
                          const SeenProgram* seen);

// A run of range replay in which siblings came out as one result is taken apart: each of its
// regions in a run of its own.
std::vector<PlannedCapture> taken_apart(const CapturePlan& plan, const PlannedCapture& shared);

}  // namespace ncu_regions
