// Pipeline: the record of what was measured.
#pragma once

#include "harness/compare/outcome.h"
#include "harness/pipeline/check.h"
#include "harness/pipeline/taker.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

// Now, as "2026-01-02T03:04:05Z".
std::string utc_now();

// What run.json says before anything was measured.
RunRecord new_record(const CheckRequest& request, const Settings& settings);

// run.json of everything that was taken.
RunRecord record_of(const CheckRequest& request, const Taker& head, const Ledger& ledger);

// What the captures cost.
Spent spent_in(const Ledger& ledger);

}  // namespace ncu_regions
