#include "harness/pipeline/report_set.h"

#include <algorithm>
#include <map>

#include "harness/artifacts/renamed_report.h"
#include "harness/pipeline/open_report.h"
#include "harness/render/sections_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostRules = 10'000;

bool has_ranges(const ReportFile& file) {
  const std::string_view mode = replay_mode_of(file.facts());
  return mode == "range" || mode == "app-range";
}

}  // namespace

ReportPart part_of(const std::filesystem::path& folder, const CaptureRecord& capture) {
  ReportPart part{capture.files, capture.regions};
  for (CaptureFile& file : part.files) file.path = folder / file.path;
  return part;
}

ReportSet::ReportSet(const std::vector<ReportPart>& parts) {
  for (const ReportPart& part : parts) add(part);
}

void ReportSet::add(const ReportPart& part) {
  std::vector<std::string> names;
  names.reserve(part.files.size());
  for (const CaptureFile& file : part.files) names.push_back(file.name);
  const auto ranks = ranks_in_names(names);
  const auto first = static_cast<std::ptrdiff_t>(sources_.size());
  for (std::size_t i = 0; i < part.files.size(); ++i) {
    files_.push_back(
        renamed_report(open_any_report(part.files[i].path, part.ncu), part.metric_names));
    ReportFile& file = *files_.back();
    file.call_it(part.files[i].name);
    sources_.push_back(
        {&file, ranks[i], part.ranges, part.capture.value_or(has_ranges(file) ? 1 : 0)});
    has_ranks_ |= ranks[i].has_value();
  }
  std::ranges::stable_sort(sources_.begin() + first, sources_.end(), {}, &ReportSource::rank);
}

void ReportSet::read_chosen(
    const RegionTree& tree,
    const std::function<void(std::size_t, const ReportResult&)>& take) const {
  const auto wanted = results_with_sections(tree);
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    Selection selection;
    selection.sections = true;
    selection.rules = true;
    selection.results.emplace();
    for (const auto& [source, id] : wanted) {
      if (source == i) selection.results->insert(id);
    }
    if (selection.results->empty()) continue;
    sources_[i].file->read(selection, [&](const ReportResult& result) { take(i, result); });
  }
}

SectionTexts ReportSet::sections(const RegionTree& tree,
                                 const std::vector<std::string>& patterns) const {
  SectionTexts texts;
  read_chosen(tree, [&](std::size_t source, const ReportResult& result) {
    std::string text = sections_of_result(result, *sources_[source].file, patterns);
    if (!text.empty()) texts[{source, result.id}] = std::move(text);
  });
  return texts;
}

void ReportSet::add_rules(RegionTree& tree) const {
  std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> rows;
  for (std::size_t i = 0; i < tree.rows.rows.size(); ++i) {
    rows[{tree.rows.rows[i].source, tree.rows.rows[i].id}] = i;
  }
  std::vector<RuleHit> hits;
  read_chosen(tree, [&](std::size_t source, const ReportResult& result) {
    const auto row = rows.find({source, result.id});
    if (row == rows.end()) return;
    tree.rows_with_rules.push_back(row->second);
    for (const RuleMessage& message : result.rules) {
      const bool is_finding = message.type == "WRN" || message.type == "OPT";
      if (!is_finding || hits.size() >= kMostRules) continue;
      const std::string_view title = message.title.empty() ? message.name : message.title;
      hits.push_back(
          {row->second, std::string(message.rule), std::string(title), message.speedup_percent});
    }
  });
  tree.rules = std::move(hits);
}

}  // namespace ncu_regions
