// Tests: the bytes of the reports that the stand-in for ncu writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/ncu_stand_in/arguments.h"
#include "tests/ncu_stand_in/plan.h"
#include "tests/ncu_stand_in/scenario.h"

namespace ncu_regions::stand_in {

// What one capture is about.
struct CaptureRequest {
  const Arguments& arguments;
  const Scenario& scenario;
  const CaptureEntry& entry;
  std::vector<Include> includes;
  std::vector<std::string> sections;  // identifiers
  std::string program;                // its absolute path
};

// As planned, with what the entry leaves out and adds.
std::vector<PlannedResult> planned_results(const CaptureRequest& request);

// The file of these results, damaged as the entry says; nothing when there is to be none.
std::optional<std::string> report_bytes(const CaptureRequest& request,
                                        const std::vector<PlannedResult>& results);

}  // namespace ncu_regions::stand_in
