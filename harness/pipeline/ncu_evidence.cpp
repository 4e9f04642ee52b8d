#include "harness/pipeline/ncu_evidence.h"

#include <algorithm>
#include <fstream>
#include <set>

#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/report_set.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

bool is_elf(const fs::path& program) {
  std::ifstream in(program, std::ios::binary);
  char head[4] = {};
  in.read(head, sizeof(head));
  return std::string_view(head, sizeof(head)) ==
         "\x7f"
         "ELF";
}

std::set<std::string> process_names(const ReportSet& reports) {
  std::set<std::string> names;
  for (const ReportSource& source : reports.sources()) {
    source.file->read(Selection::without_metrics(), [&](const ReportResult& result) {
      if (!result.process.name().empty()) names.insert(std::string(result.process.name()));
    });
  }
  return names;
}

NcuJudgement judge_process(const ReportSet& reports, const std::string& program) {
  const std::set<std::string> names = process_names(reports);
  if (program.empty() || names.empty() || names.contains(program)) {
    return good_run();
  }
  const std::vector<std::string> list(names.begin(), names.end());
  return bad_result("other_program",
                    "the report is of another program: '" + printable(join(list, "', '")) +
                        "', not '" + printable(program) + "'",
                    "when the program starts others, name them in ncu_cli.target_processes_filter");
}

NcuJudgement judge_counts(const ReportSet& reports, const Expectation& expected) {
  const MetricTable no_rules;
  const ShownSettings shown;
  std::vector<std::string> declared;
  for (const PlannedRegion& region : expected.regions)
    declared.push_back(written_form(region.path));
  const RegionTree tree = assemble_reports({reports.sources(), declared, no_rules, shown});
  std::vector<std::string> wrong;
  bool may_have_merged = false;
  for (const PlannedRegion& region : expected.regions) {
    const Region* found = tree.find(region.path);
    const std::uint64_t results = found == nullptr ? 0 : found->all.instances;
    if (!region.instances || results == *region.instances) continue;
    may_have_merged |= results > 0 && results < *region.instances;
    wrong.push_back("'" + printable(region.declared) + "' has " + std::to_string(results) +
                    " results, the survey counted " + std::to_string(*region.instances) +
                    " instances");
  }
  if (wrong.empty()) return good_run();
  return bad_result("results", "the number of results is wrong: " + join(wrong, "; "),
                    std::string("every instance of a region has to make a CUDA call on the thread "
                                "that opens it, and the program has to do the same each time") +
                        (may_have_merged ? "; instances without a CUDA call between them may have "
                                           "become one result: docs/running.md"
                                         : ""));
}

}  // namespace

NcuJudgement judge_reports(const fs::path& folder, const CaptureRecord& record,
                           const Expectation& expected) {
  ReportPart part = part_of(folder, record);
  for (const PlannedRegion& region : expected.regions) {
    part.ranges.push_back(written_form(region.path));
  }
  try {
    const ReportSet reports({part});
    NcuJudgement judgement = judge_process(reports, expected.program);
    if (!judgement.is_good || expected.regions.empty()) {
      return judgement.is_good && most_results_in(folder, record) == 0
                 ? bad_result("no_results", "the report holds no results", "see its log")
                 : judgement;
    }
    return judge_counts(reports, expected);
  } catch (const Error& error) {
    return bad_result("unreadable_report",
                      std::string("the report cannot be used: ") + error.what(), "measure again");
  }
}

std::string expected_process(const Settings& settings, const Workload& workload) {
  if (!settings.launcher.words.empty() || !settings.ncu.target_processes_filter.empty()) return "";
  const fs::path program = workload.gpu_command.front();
  const bool is_itself = default_name(workload.gpu_command) == program.filename();
  return is_elf(program) && is_itself ? program.filename().string() : "";
}

std::uint64_t most_results_in(const fs::path& folder, const CaptureRecord& record) {
  std::uint64_t most = 0;
  const ReportSet reports({part_of(folder, record)});
  for (const ReportSource& source : reports.sources()) {
    std::uint64_t count = 0;
    source.file->read(Selection::without_metrics(), [&](const ReportResult&) { ++count; });
    most = std::max(most, count);
  }
  return most;
}

std::vector<std::string> gpu_notes(const CaptureRecord& record) {
  std::set<std::string> notes;
  for (const auto* gpus : {&record.gpus_before, &record.gpus_after}) {
    for (const GpuState& gpu : *gpus) {
      const std::string name = "GPU " + gpu.index + " (" + printable(gpu.name) + ")";
      if (!gpu.throttle_reasons.empty()) {
        notes.insert(name + " was slowed down: " + join(gpu.throttle_reasons, ", "));
      }
      for (const ComputeProcess& process : gpu.processes) {
        notes.insert(name + " was used by another process too: " + printable(process.name) +
                     " (process " + printable(process.pid) + ")");
      }
    }
  }
  return {notes.begin(), notes.end()};
}

SeenProgram seen_program(const RegionTree& survey) {
  SeenProgram seen;
  for (const Region& region : survey.regions) {
    seen.regions.push_back({region.path, region.all.instances});
  }
  seen.overlaps = survey.overlaps;
  return seen;
}

}  // namespace ncu_regions
