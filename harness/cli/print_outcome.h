// CLI: an outcome on a terminal.
#pragma once

#include <filesystem>

#include "harness/compare/outcome.h"

namespace ncu_regions::cli {

// Which rules changed against those of a base, and which verdicts would be others; nothing where
// that was not looked at.
void print_review(const Outcome& outcome);

// The findings, each with its reason: what is not a pass, or all of it.
void print_findings(const Outcome& outcome, bool with_passes = false);

// All of it: who measured, the summary, notes, findings, where the report is.
void print_outcome(const Outcome& outcome, const std::filesystem::path& run);

}  // namespace ncu_regions::cli
