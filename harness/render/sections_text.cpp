#include "harness/render/sections_text.h"

#include <algorithm>

#include "harness/core/text.h"
#include "harness/render/report_parts.h"
#include "harness/render/results.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostKernels = 5;      // of a region
constexpr std::size_t kMostResults = 2'000;  // of a run
constexpr std::size_t kMostInReport = 200;

bool is_wanted(std::string_view section, const std::vector<std::string>& patterns) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return glob_match(pattern, section);
         });
}

std::string metric_value(const ReportResult& result, const ReportFile& file,
                         std::string_view name) {
  for (const ReportMetric& metric : result.metrics) {
    if (file.names()[metric.name] != name) continue;
    if (const auto number = number_of(metric.value)) {
      return number_text(*number, file.unit(metric.name));
    }
    if (const auto* text = std::get_if<std::string_view>(&metric.value)) return printable(*text);
  }
  return "not measured";
}

void append_metrics(std::string& text, const ReportResult& result, const ReportFile& file,
                    const ReportSection& section) {
  std::size_t width = 0;
  for (const SectionMetric& metric : section.metrics) width = std::max(width, metric.label.size());
  std::set<std::string> seen;  // sections name some metrics again for their charts
  for (const SectionMetric& metric : section.metrics) {
    if (metric.label.empty() || !seen.insert(std::string(metric.label)).second) continue;
    const std::string label = printable(metric.label);
    text += "    " + label + std::string(width + 2 - std::min(width, label.size()), ' ') +
            metric_value(result, file, metric.metric) + "\n";
  }
}

// A row of a kernel or range, for one place.
struct Choice {
  std::size_t row = 0;
  std::string kernel;
  std::uint64_t launches = 0;
};

std::optional<double> time_of(const RegionTree& tree, const KernelRow& row) {
  if (!tree.time_column) return std::nullopt;
  return number_of(tree.rows.cell(row, *tree.time_column));
}

// The longest row of each group: rows are looked through once.
std::vector<std::size_t> longest_rows(const RegionTree& tree) {
  constexpr auto kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> longest(tree.rows.groups.size(), kNone);
  for (std::size_t i = 0; i < tree.rows.rows.size(); ++i) {
    std::size_t& best = longest[tree.rows.rows[i].group];
    if (best == kNone || time_of(tree, tree.rows.rows[i]) > time_of(tree, tree.rows.rows[best])) {
      best = i;
    }
  }
  return longest;
}

std::vector<Choice> choices_in(const RegionTree& tree, const std::vector<std::size_t>& longest,
                               Where where, std::size_t region) {
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < tree.rows.groups.size(); ++i) {
    const KernelGroup& group = tree.rows.groups[i];
    const bool is_own_range =
        tree.rows.kernels[group.kernel].is_range() && where == Where::kDirectly &&
        std::ranges::find(group.in, region, &Standing::region) != group.in.end();
    if (is_own_range) choices.push_back({longest[i], "range", group.launches});
  }
  for (const KernelStats& kernel : kernels_in(tree, where, region)) {
    if (choices.size() >= kMostKernels) break;
    const auto best = std::ranges::max_element(kernel.groups, {}, [&](std::size_t group) {
      return time_of(tree, tree.rows.rows[longest[group]]);
    });
    choices.push_back({longest[*best], tree.rows.kernels[kernel.kernel].name, kernel.launches});
  }
  return choices;
}

std::string heading(const RegionTree& tree, const Choice& choice) {
  const KernelRow& row = tree.rows.rows[choice.row];
  const KernelGroup& group = tree.rows.groups[row.group];
  std::string text = "  " + short_name(printable(choice.kernel), 200) + "\n  result " +
                     std::to_string(row.id) + " of " + printable(tree.rows.sources[row.source]) +
                     ", " + printable(tree.scopes[group.scope].name);
  if (row.grid) text += ", grid " + dim_text(row.grid) + ", block " + dim_text(row.block);
  if (choice.launches > 1) {
    text += ", the longest of " + grouped(static_cast<double>(choice.launches));
  }
  return text + "\n";
}

std::string of_place(const ReportInput& input, const std::string& title,
                     const std::vector<Choice>& choices) {
  const RegionTree& tree = input.tree;
  std::string text =
      title + "\n" + std::string(std::min<std::size_t>(title.size(), 80), '=') + "\n";
  if (choices.empty()) return text + "\n  no kernel directly in it\n";
  for (const Choice& choice : choices) {
    const KernelRow& row = tree.rows.rows[choice.row];
    const auto found = input.sections.find({row.source, row.id});
    text += "\n" + heading(tree, choice);
    text += found == input.sections.end()
                ? "    no section of it was measured, or it was not read (the regions that took\n"
                  "    longest come first)\n"
                : found->second;
  }
  return text;
}

std::string title_of(const Region& region) {
  return "Region " + printable(written_form(region.path));
}

}  // namespace

std::set<std::pair<std::size_t, std::uint64_t>> results_with_sections(const RegionTree& tree) {
  std::set<std::pair<std::size_t, std::uint64_t>> wanted;
  const std::vector<std::size_t> longest = longest_rows(tree);
  const auto add = [&](Where where, std::size_t region) {
    for (const Choice& choice : choices_in(tree, longest, where, region)) {
      const KernelRow& row = tree.rows.rows[choice.row];
      wanted.emplace(row.source, row.id);
    }
  };
  // Those that took longest, when there are too many.
  for (const std::size_t i : regions_to_show(tree, kMostResults / kMostKernels)) {
    add(Where::kDirectly, i);
  }
  add(Where::kOutside, 0);
  add(Where::kUnlabeled, 0);
  return wanted;
}

std::string sections_of_result(const ReportResult& result, const ReportFile& file,
                               const std::vector<std::string>& patterns) {
  std::vector<const ReportSection*> sections;
  for (const ReportSection& section : result.sections) {
    if (is_wanted(section.id, patterns)) sections.push_back(&section);
  }
  std::ranges::stable_sort(sections, {}, &ReportSection::order);
  std::string text;
  for (const ReportSection* section : sections) {
    std::string lines;
    append_metrics(lines, result, file, *section);
    for (const RuleMessage& message : result.rules) {
      if (message.section == section->id) lines += "    " + rule_line(message) + "\n";
    }
    // Charts and tables have no lines of their own.
    if (lines.empty()) continue;
    text += "\n  " + printable(section->name) + " [" + printable(section->id) + "]\n" + lines;
  }
  return text;
}

SectionPages::SectionPages(const ReportInput& input, const std::vector<RegionFiles>& files)
    : input_(input), files_(files), longest_(longest_rows(input.tree)) {}

std::string SectionPages::of_region(std::size_t region) const {
  const RegionTree& tree = input_.tree;
  std::string text = of_place(input_, title_of(tree.regions[region]),
                              choices_in(tree, longest_, Where::kDirectly, region));
  for (std::size_t i = region + 1; i < tree.regions[region].end; ++i) {
    if (tree.regions[i].parent != region || files_[i].sections.empty()) continue;
    text += "\n  below it: " + printable(display_form(tree.regions[i].path)) + ", ../" +
            files_[i].sections + "\n";
  }
  return text;
}

std::string SectionPages::of_all() const {
  std::string text;
  std::size_t shown = 0;
  std::size_t left_out = 0;
  const auto add = [&](const std::string& title, Where where, std::size_t region) {
    const std::vector<Choice> choices = choices_in(input_.tree, longest_, where, region);
    if (choices.empty()) return;
    if (shown + choices.size() > kMostInReport) {
      ++left_out;
      return;
    }
    shown += choices.size();
    text += (text.empty() ? "" : "\n") + of_place(input_, title, choices);
  };
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (!files_[i].sections.empty()) add(title_of(input_.tree.regions[i]), Where::kDirectly, i);
  }
  add("(outside)", Where::kOutside, 0);
  add("(unlabeled)", Where::kUnlabeled, 0);
  if (left_out > 0) {
    text += "\nand " + std::to_string(left_out) + " more: regions have a sections.txt each\n";
  }
  return text;
}

}  // namespace ncu_regions
