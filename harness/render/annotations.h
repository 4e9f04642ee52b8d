// Render: findings as commands of GitHub Actions, which become annotations on lines of the source.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "harness/render/comment.h"

namespace ncu_regions {

// One line each, "::error file=...,line=...,title=...::...", one per region with a finding, worst
// first; GitHub shows ten of a step. `root` is the checkout: a source outside of it is not named.
std::vector<std::string> annotations(std::span<const WorkloadResult> results,
                                     const std::filesystem::path& root);

}  // namespace ncu_regions
