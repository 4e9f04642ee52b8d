// Tests: workloads with findings of every kind, for comments, annotations and other faces.
#pragma once

#include <string>
#include <vector>

#include "harness/render/comment.h"

namespace ncu_regions {

// A verdict on the instructions of a region.
Verdict a_verdict(const std::vector<std::string>& labels, VerdictWord word,
                  std::optional<double> before, std::optional<double> now);

// A workload of the host profiler that was compared with a stored baseline.
WorkloadResult a_workload(const std::string& name, std::vector<Verdict> verdicts);

// More launches of one kernel account for the change of a verdict.
Explanation an_explanation(const Verdict& verdict, const std::string& kernel);

// Text that is everything at once: Markdown, HTML, escapes, commands, mentions, templates.
const std::vector<std::string>& hostile_texts();

}  // namespace ncu_regions
