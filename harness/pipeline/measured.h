// Pipeline: a workload measured by one profiler: what judgement and reports are made from.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/machine/machine.h"
#include "harness/pipeline/check.h"
#include "harness/regions/region_tree.h"
#include "harness/render/report.h"
#include "harness/render/run_record.h"

namespace ncu_regions {

struct Measured {
  std::string cannot_measure;  // not empty: this machine cannot; nothing else is set then
  std::string kind, device;    // of the baseline
  std::string how;             // in words, for the first line of the report
  RunRecord record;
  std::vector<RegionTree> samples;  // one per capture; the first is shown
  SectionTexts sections = {};
  std::optional<RegionTree> survey = {};                   // under ncu
  std::map<std::string, std::string> beyond_this_machine;  // metric -> why it was not measured
  std::map<std::string, std::string> without_result = {};  // region -> why
  std::map<std::string, std::string> not_counted = {};     // metric -> why
  std::string instead_of = {};  // the kind that the settings ask for, when it was another
};

// What run.json says before anything was measured.
RunRecord new_record(const CheckRequest& request, const Settings& settings);

Measured measure_on_host(const CheckRequest& request, const Settings& settings,
                         const Machine& machine);
Measured measure_with_ncu(const CheckRequest& request, const Settings& settings,
                          const Machine& machine);

}  // namespace ncu_regions
