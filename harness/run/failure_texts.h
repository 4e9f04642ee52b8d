// Run: what ncu's texts mean, and what to do about each. Versions 2022 to 2026.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ncu_regions {

enum class FailureAction {
  kNote,           // worth a line in the report; the capture counts
  kSkip,           // this machine cannot measure
  kFail,           // nothing trustworthy was measured
  kRetry,          // once more, after a pause; several times at most
  kRetryOnce,      // once more
  kRetryUnlocked,  // once more, without locking the clocks
  kFallBack,       // as application range replay, when the settings allow it
};

std::string_view to_string(FailureAction action);

// One row: the first whose pattern is found counts.
struct FailureText {
  std::string_view kind;  // a short name, for run.json and tests
  std::string_view pattern;
  FailureAction action = FailureAction::kFail;
  std::string_view meaning;
  std::string_view remedy;
  // ncu ends with code 0 all the same, or prints it without its usual mark.
  bool counts_after_success = false;
  bool is_unmarked = false;
  // A consequence of every error: it counts where no error was printed.
  bool only_without_errors = false;
};

// Looked for after a run that failed (those that count after success: always).
std::span<const FailureText> failure_texts();
// Looked for after every run.
std::span<const FailureText> note_texts();

}  // namespace ncu_regions
