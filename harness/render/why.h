// Render: explanations and changed rules as Markdown.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/outcome.h"
#include "harness/render/explain_file.h"

namespace ncu_regions {

// The reading as Markdown: names as code.
std::string reading_markdown(const std::vector<Phrase>& reading);
// The same as plain text.
std::string reading_text(const std::vector<Phrase>& reading);

struct WhyLimits {
  std::size_t regions = 20;
  std::size_t kernels = 8;  // of each region
};

// Region by region: the reading, then kernels whose contributions add up to the change, counters
// and new rules of ncu. Those of regressions and suspects; "" when there is none.
std::string why_markdown(const Outcome& outcome, const Explained& explained,
                         const WhyLimits& limits);

// Which rules changed, and what would have come of it under the old ones; "" when none changed.
std::string review_markdown(const Outcome& outcome, std::size_t most);
// The same in one sentence, plain: "this pull request changes 2 rules; under the base's ...".
std::string review_line(const Outcome& outcome);

}  // namespace ncu_regions
