// Render: all workloads of a pull request in one comment.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "harness/runs/workload_result.h"

namespace ncu_regions {

// GitHub's limit is 65,536 characters; the rest is for whoever adds a line.
inline constexpr std::size_t kCommentBytes = 65'000;

struct CommentOptions {
  std::size_t most_bytes = kCommentBytes;
  std::string build = "build";  // build folder in the commands to copy
  // How the jobs that measured ended, where others did it: a job may have left nothing behind.
  std::string conclusion = "success";
};

// Verdict first, then changed rules, then what got worse, worst first, and why; the rest is folded.
// What does not fit is left out, and that is said.
std::string comment_markdown(std::span<const WorkloadResult> results,
                             const CommentOptions& options);

// "4 gates regressed, 1 suspect in 1 of 4 workloads": what the first line says, plain.
std::string headline(std::span<const WorkloadResult> results);

// "2 undecided (suspect, noisy)": regions whose ctest is skipped for it; "" when none is.
std::string undecided_words(std::span<const WorkloadResult> results);

// Whether nothing is worth more than one line: all passed, nothing moved, no rule changed.
bool is_all_green(std::span<const WorkloadResult> results);

}  // namespace ncu_regions
