#include "harness/pipeline/summary.h"

#include <algorithm>
#include <set>

#include "harness/config/workload.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/pipeline/rule_review.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/why.h"
#include "harness/runs/explain_file.h"
#include "harness/runs/missing_file.h"
#include "harness/runs/outcome_file.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLevels = 3;
constexpr std::size_t kMostRuns = 2'000;
constexpr char kProposed[] = "proposed-baseline.json";

std::string why_no_run(const fs::path& run) {
  constexpr std::size_t kLongest = 2'000;
  std::error_code failed;
  if (!fs::exists(error_file(run), failed)) return "no complete run in " + run.string();
  const std::string text = read_file(error_file(run)).substr(0, kLongest);
  return std::string(trim(text));
}

WorkloadResult result_of(const std::string& name, const fs::path& run) {
  WorkloadResult result;
  result.name = name;
  try {
    WorkloadRun found;
    found.outcome = read_outcome(outcome_file(run));
    found.record = read_run_record(run_record_file(run));
    found.explained = read_explained(explain_file(run));
    result.state = state_of(found.outcome);
    result.run = std::move(found);
  } catch (const Error& error) {
    std::error_code failed;
    const bool is_there = fs::exists(outcome_file(run), failed);
    result.error = is_there ? error.what() : why_no_run(run);
  }
  return result;
}

void sort_worst_first(Summary& summary) {
  std::ranges::stable_sort(summary.workloads, {}, &WorkloadResult::state);
}

fs::path missing_file(const fs::path& folder) { return folder / "missing.json"; }

// A workload that was packed without a run.
WorkloadResult missing_result(const fs::path& folder) {
  WorkloadResult result;
  try {
    result = read_missing(missing_file(folder));
  } catch (const Error& error) {
    result.name = folder.filename().string();
    result.error = error.what();
  }
  return result;
}

// Folders with an outcome, in the order of their names; links are not followed.
void find_runs(const fs::path& folder, std::size_t levels, std::vector<fs::path>& runs) {
  std::error_code failed;
  if (fs::exists(outcome_file(folder), failed) || fs::exists(missing_file(folder), failed)) {
    runs.push_back(folder);
    if (runs.size() > kMostRuns) {
      throw Error(ErrorKind::kUsage, "more than " + std::to_string(kMostRuns) + " runs in " +
                                         folder.parent_path().string());
    }
    return;
  }
  if (levels == 0) return;
  std::vector<fs::path> inside;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    const bool is_folder = entry.is_directory(failed) && !entry.is_symlink(failed);
    const bool is_old = entry.path().extension() == ".previous";
    if (is_folder && !is_old) inside.push_back(entry.path());
  }
  std::ranges::sort(inside);
  for (const fs::path& path : inside) find_runs(path, levels - 1, runs);
}

// The workload's own name, and where it stands below the folder when that tells more (a runner).
std::string name_in(const fs::path& run, const fs::path& folder, const WorkloadResult& result) {
  const std::string above = run.parent_path().lexically_relative(folder).generic_string();
  const std::string own = result.run ? result.run->outcome.workload : result.name;
  return above.empty() || above == "." || above.starts_with("..") ? own : above + "/" + own;
}

void copy_if_there(const fs::path& from, const fs::path& to) {
  std::error_code failed;
  if (fs::exists(from, failed)) write_file(to, read_file(from));
}

// Names of tests are plain; those that are not become so.
std::string folder_name(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
                          c == '-' || c == '+' || c == '.';
    safe += is_plain ? c : '_';
  }
  const bool begins_plain =
      !safe.empty() && std::isalnum(static_cast<unsigned char>(safe.front())) != 0;
  return begins_plain ? safe : "w" + safe;
}

}  // namespace

std::size_t Summary::count(WorkloadState state) const {
  return static_cast<std::size_t>(std::ranges::count(workloads, state, &WorkloadResult::state));
}

bool Summary::has_runs() const {
  return std::ranges::any_of(workloads,
                             [](const WorkloadResult& result) { return result.run.has_value(); });
}

std::string Summary::line() const {
  std::string text = counted(workloads.size(), "workload") + ":";
  for (const WorkloadState state : {WorkloadState::kPassed, WorkloadState::kFailed,
                                    WorkloadState::kNotMeasured, WorkloadState::kSkipped}) {
    if (count(state) == 0) continue;
    text += (text.ends_with(':') ? " " : ", ") + std::to_string(count(state)) + " " +
            std::string(to_string(state));
  }
  const std::string undecided = undecided_words(workloads);
  return text + (undecided.empty() ? "" : "; regions: " + undecided);
}

std::string line_of(const WorkloadResult& result) {
  if (!result.run) return result.name + ": " + result.error;
  const std::string rules = review_line(result.run->outcome);
  return summary_line(result.run->outcome) + " (measured " + result.run->record.date + ")" +
         (rules.empty() ? "" : "; " + rules);
}

Summary summarize_build(const fs::path& build) {
  Summary summary;
  for (const std::string& name : workload_names(tests_file(build))) {
    summary.workloads.push_back(result_of(name, build / "ncu-regions" / name));
  }
  sort_worst_first(summary);
  return summary;
}

Summary summarize_folders(const std::vector<fs::path>& folders) {
  Summary summary;
  for (const fs::path& folder : folders) {
    std::error_code failed;
    if (!fs::is_directory(folder, failed)) {
      throw Error(ErrorKind::kUsage, folder.string() + ": no such folder");
    }
    std::vector<fs::path> runs;
    find_runs(folder, kMostLevels, runs);
    for (const fs::path& run : runs) {
      const bool is_missing = !fs::exists(outcome_file(run), failed);
      WorkloadResult result =
          is_missing ? missing_result(run) : result_of(run.filename().string(), run);
      result.name = name_in(run, folder, result);
      summary.workloads.push_back(std::move(result));
    }
  }
  sort_worst_first(summary);
  return summary;
}

void add_removed_tests(Summary& summary, const fs::path& base_build) {
  std::set<fs::path> bases;
  if (!base_build.empty()) bases.insert(base_build);
  for (const WorkloadResult& result : summary.workloads) {
    const bool has_base = base_build.empty() && result.run && result.run->outcome.review;
    if (has_base) bases.insert(result.run->outcome.review->base);
  }
  for (const fs::path& base : bases) {
    std::error_code failed;
    if (!fs::exists(tests_file(base), failed)) continue;
    for (const std::string& name : workload_names(tests_file(base))) {
      const auto& all = summary.workloads;
      if (std::ranges::find(all, name, &WorkloadResult::name) != all.end()) continue;
      WorkloadResult removed;
      removed.name = name;
      removed.state = WorkloadState::kSkipped;
      removed.error = "the base build has this test, and this one has not: nothing of it is judged";
      summary.workloads.push_back(std::move(removed));
    }
  }
  sort_worst_first(summary);
}

void review_rules_of(Summary& summary, const fs::path& build, const fs::path& base_build) {
  bool is_any = !summary.has_runs();
  for (WorkloadResult& result : summary.workloads) {
    is_any |= result.run && result.run->outcome.review;
    if (!result.run || result.run->outcome.review) continue;
    try {
      result.run->outcome.review = review_run(build / "ncu-regions" / result.name, base_build);
      is_any |= result.run->outcome.review.has_value() || result.run->outcome.skipped;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kUsage) throw;
      RuleReview review;
      review.base = base_build.string();
      review.exit_code = exit_code_of(result.run->outcome);
      review.note = "the rules could not be compared: " + std::string(error.what());
      result.run->outcome.review = review;
      is_any = true;
    }
  }
  if (is_any) return;
  throw Error(ErrorKind::kUsage, base_build.string() +
                                     " has none of these tests: is it a build of " +
                                     "the base commit of the same project?");
}

void pack_runs(const Summary& summary, const fs::path& build, const fs::path& folder) {
  std::error_code failed;
  if (fs::exists(folder, failed) && !fs::is_empty(folder, failed)) {
    throw Error(ErrorKind::kUsage,
                folder.string() + " is not empty: name a folder that --pack may make");
  }
  make_folder(folder);
  for (const WorkloadResult& result : summary.workloads) {
    const fs::path run = build / "ncu-regions" / result.name;
    const fs::path to = folder / folder_name(result.name);
    make_folder(to);
    if (!result.run) {
      write_missing(missing_file(to), result);
      continue;
    }
    write_run_record(run_record_file(to), result.run->record);
    write_explained(explain_file(to), result.run->explained);
    copy_if_there(report_file(run), to / "report.md");
    copy_if_there(run / kProposed, to / kProposed);
    write_outcome(outcome_file(to), result.run->outcome);
  }
}

}  // namespace ncu_regions
