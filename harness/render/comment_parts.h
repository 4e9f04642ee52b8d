// Render: the parts of a comment. Private to this room.
#pragma once

#include <span>
#include <string>

#include "harness/render/comment.h"
#include "harness/render/why.h"
#include "harness/runs/json_file.h"

namespace ncu_regions {

// How much of everything fits.
struct CommentDetail {
  std::size_t rows;  // of each table
  bool unchanged;    // whether unchanged gates are listed
  WhyLimits why;
  std::size_t workloads;  // with a section of their own
};

// Whether it needs no section: it passed, nothing moved, no rule changed, nothing to know.
bool is_quiet(const WorkloadResult& result);

// "`host-x86_64`, the host profiler, not a GPU" or the GPU's name.
std::string measured_on(const WorkloadResult& result);
// Of all of them, for the first line: what measured, against what.
std::string measured_words(std::span<const WorkloadResult> results);

// Everything of one workload, for the template.
Json section_data(const WorkloadResult& result, const CommentOptions& options,
                  const CommentDetail& detail, bool has_title);

// Gates that passed, of all of them.
std::string unchanged_table(std::span<const WorkloadResult> results, std::size_t most);

// Context of all of them: what differs stands apart.
std::string common_context(std::span<const WorkloadResult> results);

// "`a`, `b` and 3 more".
std::string name_list(const std::vector<std::string>& names);

// Where a text ends, the template says.
std::string without_end(std::string text);

}  // namespace ncu_regions
