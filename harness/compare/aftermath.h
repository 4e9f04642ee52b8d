// Compare: what is said of verdicts once values are judged: limits, waivers, drift. Private to this
// room.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/compare/verdict.h"

namespace ncu_regions {

// Every capture must keep a limit, whatever the baseline says.
void apply_limits(Verdict& verdict, std::span<const double> captures);

// After everything else: a waiver changes no number. One that has expired waives nothing; one that
// none of its tests needs is stale.
void apply_waivers(std::vector<Verdict>& verdicts, const std::string& today);

// An improvement that may mean that the work is gone.
bool is_collapse(const Verdict& verdict);

// How far a time moved in the screen, as a share of its budget, and as a change.
struct DriftSign {
  double share = 0;
  double change = 0;
};
DriftSign drift_sign(const Decision& screen);

// "" unless most times moved the same way: then it is the session, not the code.
std::string drift_notice(std::span<const DriftSign> signs);

}  // namespace ncu_regions
