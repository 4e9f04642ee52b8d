// Runs: verdicts.json, the outcome of a check. Written last: when it is there, all is there.
#pragma once

#include <filesystem>
#include <string>

#include "harness/compare/outcome.h"

namespace ncu_regions {

void write_outcome(const std::filesystem::path& file, const Outcome& outcome);

// Throws Error(kMeasurement): not there, not ours, unknown schema or word, words, exit codes and
// values that contradict each other, or another digest than that of the content.
Outcome read_outcome(const std::filesystem::path& file);
// The same for a text in memory, whose digest is not looked at; `file` is for messages.
Outcome parse_outcome(const std::string& text, const std::filesystem::path& file);

}  // namespace ncu_regions
