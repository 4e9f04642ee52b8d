#include "harness/render/report.h"

#include <map>

#include "harness/core/files.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/markdown.h"
#include "harness/render/report_parts.h"

namespace ncu_regions {

std::optional<double> total(const ScopeValues& values, std::string_view metric, bool inclusive) {
  const auto found = values.metrics.find(std::string(metric));
  if (found == values.metrics.end()) return std::nullopt;
  return inclusive ? found->second.inclusive : found->second.exclusive;
}

std::string count_cell(const ScopeValues& values, std::string_view metric) {
  const std::optional<double> value = total(values, metric, true);
  return value ? grouped(*value) : "not counted";
}

std::string directly_cell(const Region& region, std::string_view metric) {
  if (region.path.start_end) return "-";  // nothing is nested in it
  const std::optional<double> value = total(region.all, metric, false);
  return value ? grouped(*value) : "not counted";
}

std::string time_cell(const ScopeValues& values) {
  const std::optional<double> time = total(values, kHostTimeMetric, true);
  return time ? milliseconds(*time) : "not measured";
}

std::vector<std::string> notes_of(const ReportInput& input) {
  std::vector<std::string> notes;
  for (const auto* list : {&input.run.notes, &input.tree.notes, &input.outcome.notes}) {
    notes.insert(notes.end(), list->begin(), list->end());
  }
  return notes;
}

std::string summary_line(const Outcome& outcome) {
  if (outcome.skipped) return outcome.workload + ": skipped, nothing was measured";
  std::map<VerdictWord, std::size_t> counts;
  for (const Verdict& verdict : outcome.verdicts) ++counts[verdict.word];
  const std::size_t all = outcome.verdicts.size();
  if (counts[VerdictWord::kPass] == all) {
    return outcome.workload + ": all " + std::to_string(all) + " gates passed";
  }
  std::string text = outcome.workload + ": ";
  std::vector<std::string> parts;
  for (const VerdictWord word :
       {VerdictWord::kRegressed, VerdictWord::kNotMeasured, VerdictWord::kIncomparable,
        VerdictWord::kNoBaseline, VerdictWord::kSuspect, VerdictWord::kImproved,
        VerdictWord::kNoisy, VerdictWord::kPass}) {
    if (counts[word] > 0) {
      parts.push_back(std::to_string(counts[word]) + " " + std::string(to_string(word)));
    }
  }
  if (counts[VerdictWord::kNoBaseline] == all) {
    return outcome.workload + ": no baseline yet, none of " + std::to_string(all) +
           " gates could be judged";
  }
  return text + join(parts, ", ") + " of " + std::to_string(all) + " gates";
}

std::string accept_command(const ReportInput& input) {
  bool some = false;
  bool all = false;
  for (const Verdict& verdict : input.outcome.verdicts) {
    some |= verdict.word == VerdictWord::kRegressed || verdict.word == VerdictWord::kImproved ||
            verdict.word == VerdictWord::kNoBaseline;
    all |= verdict.word == VerdictWord::kIncomparable;
  }
  if (!some && !all) return "";
  return shell_word(printable(input.run.tool)) + " accept --run " +
         shell_word(printable(input.run.folder)) + " --reason 'why the new level is right'" +
         (all ? " --all" : "");
}

void write_reports(const std::filesystem::path& folder, const ReportInput& input) {
  make_folder(folder / "regions");
  write_file(folder / "regions" / "report.json", report_json(input));
  write_file(folder / "regions" / "report.md", report_markdown(input));
}

}  // namespace ncu_regions
