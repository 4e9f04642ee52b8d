// Render: explanations and changed rules as Markdown.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/outcome.h"
#include "harness/runs/explain_file.h"

namespace ncu_regions {

// The reading as Markdown: names as code.
std::string reading_markdown(const std::vector<Phrase>& reading);
// The same as plain text.
std::string reading_text(const std::vector<Phrase>& reading);

struct WhyLimits {
  std::size_t regions = 20;
  std::size_t kernels = 8;  // of each region
};

// How the change of some metrics divides up. Kernels beyond `most` are one row, what no kernel
// accounts for is another, and the last is the sum: the parts of each metric add up to it. None
// without kernels.
struct ShareRow {
  std::string name;
  bool is_kernel = false;      // else the name is ours
  std::string what, launches;  // "more launches", "8 → 16"
  std::vector<double> parts;   // one per share
  bool is_sum = false;
};
std::vector<ShareRow> share_rows(const std::vector<MetricShare>& shares, std::size_t most);

// Region by region: the reading, then kernels whose contributions add up to the change, counters
// and new rules of ncu. Those of regressions and suspects; "" when there is none.
std::string why_markdown(const Outcome& outcome, const Explained& explained,
                         const WhyLimits& limits);

// Which rules changed, and what would have come of it under the old ones; "" when none changed.
std::string review_markdown(const Outcome& outcome, std::size_t most);
// The same in one sentence, plain: "this pull request changes 2 rules; under the base's ...".
std::string review_line(const Outcome& outcome);

}  // namespace ncu_regions
