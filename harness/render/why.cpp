#include "harness/render/why.h"

#include <algorithm>

#include "harness/core/text.h"
#include "harness/render/findings.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kNameOfKernel = 100;
constexpr std::size_t kMostRulesShown = 5;

std::string kernel_name(const std::string& name) {
  return markdown_name(short_name(name, kNameOfKernel));
}

std::string change_words(const KernelShare& share) {
  switch (share.change) {
    case KernelChange::kNew:
      return "new";
    case KernelChange::kGone:
      return "gone";
    case KernelChange::kMoreLaunches:
      return "more launches";
    case KernelChange::kFewerLaunches:
      return "fewer launches";
    case KernelChange::kMoreEach:
      return "more in each";
    case KernelChange::kLessEach:
      break;
  }
  return "less in each";
}

const KernelShare* find_share(const MetricShare& share, const std::string& kernel) {
  const auto found = std::ranges::find(share.kernels, kernel, &KernelShare::kernel);
  return found == share.kernels.end() ? nullptr : &*found;
}

// All kernels of the shares, those of the first one first.
std::vector<const KernelShare*> kernels_of(const std::vector<MetricShare>& shares) {
  std::vector<const KernelShare*> kernels;
  for (const MetricShare& share : shares) {
    for (const KernelShare& kernel : share.kernels) {
      const bool is_there = std::ranges::any_of(
          kernels, [&](const KernelShare* other) { return other->kernel == kernel.kernel; });
      if (!is_there) kernels.push_back(&kernel);
    }
  }
  return kernels;
}

// Of each metric, the part that `part` takes of its share.
template <typename Part>
std::vector<double> parts_of(const std::vector<MetricShare>& shares, const Part& part) {
  std::vector<double> parts;
  parts.reserve(shares.size());
  for (const MetricShare& share : shares) parts.push_back(part(share));
  return parts;
}

double contribution_of(const MetricShare& share, std::span<const KernelShare* const> kernels) {
  double sum = 0;
  for (const KernelShare* kernel : kernels) {
    const KernelShare* found = find_share(share, kernel->kernel);
    sum += found == nullptr ? 0 : found->contribution();
  }
  return sum;
}

std::string share_title(const MetricShare& share) {
  return share.of == kKernelTimePart ? "kernel time in the census" : markdown_name(share.of);
}

std::string kernel_table(const std::vector<MetricShare>& shares, std::size_t most) {
  const std::vector<ShareRow> rows = share_rows(shares, most);
  if (rows.empty()) return "";
  MarkdownTable table;
  table.text("Kernel").text("What").number("Launches");
  for (const MetricShare& share : shares) table.number(share_title(share));
  for (const ShareRow& row : rows) {
    std::vector<std::string> cells = {row.is_kernel ? kernel_name(row.name)
                                      : row.is_sum  ? "**" + row.name + "**"
                                                    : row.name,
                                      row.what, row.launches};
    for (std::size_t i = 0; i < shares.size(); ++i) {
      cells.push_back(markdown_text(signed_amount(row.parts[i], shares[i].unit)));
    }
    table.add(std::move(cells));
  }
  return table.str();
}

std::string counters_line(const std::vector<CounterMove>& counters) {
  if (counters.empty()) return "";
  std::vector<std::string> parts;
  parts.reserve(counters.size());
  for (const CounterMove& move : counters) {
    parts.push_back(markdown_name(move.metric) + " " +
                    markdown_text(change_of_amount(move.before, move.now, move.unit) + " (" +
                                  relative_change(move.before, move.now) + ")"));
  }
  return "Moved with it: " + join(parts, ", ") + ".\n";
}

std::string rules_lines(const std::vector<RulePart>& rules) {
  std::string text;
  for (const RulePart& rule : std::span(rules).first(std::min(rules.size(), kMostRulesShown))) {
    text += "- ncu's rule " + markdown_name(rule.rule) + " fires now" +
            (rule.kernel.empty() ? "" : " for " + kernel_name(rule.kernel)) + ": " +
            markdown_text(short_name(rule.title, 200));
    if (rule.speedup_percent) {
      text +=
          markdown_inline(" (estimated speedup " + number_text(*rule.speedup_percent, "%") + ")");
    }
    text += "\n";
  }
  return text;
}

// A child that is explained itself, and that nearly all of the change is in.
bool is_told_by_child(const Explanation& explanation, const Explained& explained) {
  return !explanation.shares.empty() &&
         std::ranges::all_of(explanation.shares, [&](const MetricShare& share) {
           return std::ranges::any_of(explanation.children, [&](const ChildShare& child) {
             return explained.find(child.region) != nullptr && holds_nearly_all(child, share);
           });
         });
}

// Where it was opened: the folder is the build's business.
std::string source_words(const Explained& explained, const RegionPath& region) {
  const auto found = explained.sources.find(region);
  if (found == explained.sources.end()) return "";
  const std::string file = std::filesystem::path(found->second.file).filename().string();
  return " (" + markdown_name(short_name(file, 80) + ":" + std::to_string(found->second.line)) +
         ")";
}

std::string explanation_markdown(const Explanation& explanation, const Explained& explained,
                                 std::size_t kernels) {
  std::string text = "**Why " + tree_path(explanation.region) + " moved" +
                     source_words(explained, explanation.region) + ":** " +
                     reading_markdown(explanation.reading) + ".\n";
  const bool is_told = is_told_by_child(explanation, explained);
  const std::string table = is_told ? "" : kernel_table(explanation.shares, kernels);
  if (!table.empty()) text += "\n" + table;
  const std::string counters = counters_line(explanation.counters);
  if (!counters.empty()) text += "\n" + counters;
  const std::string rules = rules_lines(explanation.rules);
  if (!rules.empty()) text += "\n" + rules;
  return text + "\n";
}

// Improvements are good news that need no reason, unless work may be gone.
bool is_worth_telling(const Outcome& outcome, const RegionPath& region) {
  return std::ranges::any_of(outcome.verdicts, [&](const Verdict& verdict) {
    return verdict.region == region && is_explained(verdict) &&
           (verdict.waived.value_or(verdict.word) != VerdictWord::kImproved ||
            verdict.is_collapsed);
  });
}

}  // namespace

std::vector<ShareRow> share_rows(const std::vector<MetricShare>& shares, std::size_t most) {
  const std::vector<const KernelShare*> kernels = kernels_of(shares);
  if (kernels.empty()) return {};
  std::vector<ShareRow> rows;
  const std::size_t shown = std::min(most, kernels.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const KernelShare& kernel = *kernels[i];
    rows.push_back({kernel.kernel, true, change_words(kernel),
                    grouped(static_cast<double>(kernel.launches_before)) + " → " +
                        grouped(static_cast<double>(kernel.launches_now)),
                    parts_of(shares, [&](const MetricShare& share) {
                      return contribution_of(share, std::span(kernels).subspan(i, 1));
                    })});
  }
  if (shown < kernels.size()) {
    rows.push_back({counted(kernels.size() - shown, "further kernel"), false, "", "",
                    parts_of(shares, [&](const MetricShare& share) {
                      return contribution_of(share, std::span(kernels).subspan(shown));
                    })});
  }
  const auto has_rest = [](const MetricShare& share) { return share.rest != 0; };
  if (std::ranges::any_of(shares, has_rest)) {
    const bool is_outside = std::ranges::all_of(shares, [&](const MetricShare& share) {
      return !has_rest(share) || share.is_rest_outside;
    });
    rows.push_back({is_outside ? "(outside of kernels)" : "(not accounted for by kernels)", false,
                    "", "", parts_of(shares, [](const MetricShare& share) { return share.rest; })});
  }
  rows.push_back({"all", false, "", "",
                  parts_of(shares, [](const MetricShare& share) { return share.change(); }), true});
  return rows;
}

std::string reading_markdown(const std::vector<Phrase>& reading) {
  std::string text;
  for (const Phrase& phrase : reading) {
    text += phrase.is_name ? kernel_name(phrase.text) : markdown_inline(phrase.text);
  }
  return text;
}

std::string reading_text(const std::vector<Phrase>& reading) {
  std::string text;
  for (const Phrase& phrase : reading) {
    text += phrase.is_name ? short_name(phrase.text, kNameOfKernel) : phrase.text;
  }
  return printable(text);
}

std::string why_markdown(const Outcome& outcome, const Explained& explained,
                         const WhyLimits& limits) {
  std::string text;
  std::size_t shown = 0;
  std::size_t left_out = 0;
  for (const Explanation& explanation : explained.explanations) {
    if (!is_worth_telling(outcome, explanation.region)) continue;
    if (shown == limits.regions) {
      ++left_out;
      continue;
    }
    text += explanation_markdown(explanation, explained, limits.kernels);
    ++shown;
  }
  if (left_out > 0) {
    text += counted(left_out, "further region") + " " + (left_out == 1 ? "is" : "are") +
            " explained in report.md.\n";
  }
  return text;
}

}  // namespace ncu_regions
