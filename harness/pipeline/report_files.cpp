#include "harness/pipeline/report_files.h"

#include <algorithm>
#include <set>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/own_files.h"
#include "harness/core/text.h"
#include "harness/core/utf8.h"
#include "harness/core/version.h"
#include "harness/pipeline/open_report.h"
#include "harness/pipeline/program.h"
#include "harness/pipeline/report_set.h"
#include "harness/pipeline/run_folder.h"
#include "harness/regions/report_regions.h"
#include "harness/render/report.h"
#include "harness/render/results.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr char kPass[] = "files";
constexpr char kRawPage[] = "raw.csv";

// JSON holds nothing else.
void require_utf8(const std::string& text) {
  if (valid_utf8(text) == text) return;
  throw Error(ErrorKind::kUsage, "'" + printable(text) + "' is not UTF-8; give it another name");
}

// A folder stands for the reports in it.
std::vector<std::string> all_files(const std::vector<std::string>& named) {
  std::vector<std::string> files;
  for (const std::string& name : named) {
    std::error_code failed;
    if (!fs::is_directory(name, failed)) {
      files.push_back(name);
      continue;
    }
    std::vector<std::string> inside;
    for (const fs::directory_entry& entry : fs::directory_iterator(name, failed)) {
      if (entry.path().extension() == ".ncu-rep") inside.push_back(entry.path().string());
    }
    if (inside.empty()) {
      throw Error(ErrorKind::kMeasurement,
                  name + " is neither a run folder nor a folder of .ncu-rep files");
    }
    std::ranges::sort(inside);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  std::set<fs::path> seen;
  for (const std::string& file : files) {
    require_utf8(file);
    std::error_code failed;
    if (seen.insert(fs::weakly_canonical(file, failed)).second) continue;
    throw Error(ErrorKind::kUsage, file + " is named twice: its results would count twice");
  }
  return files;
}

std::vector<CaptureFile> files_of(const fs::path& run, const RunRecord& record) {
  std::vector<CaptureFile> files;
  for (const CaptureRecord& capture : record.captures) {
    for (const CaptureFile& file : capture.files) {
      files.push_back({file.name, run / kCaptures / capture.id / file.path});
      std::error_code failed;
      if (fs::exists(files.back().path, failed)) continue;
      throw Error(ErrorKind::kMeasurement,
                  "cannot read " + files.back().path.string() + ", which " + run.string() +
                      " was made from ('report --keep' copies its files into the folder)");
    }
  }
  return files;
}

RegionTree assemble(const ReportSet& files, const RunRecord& record, const MetricTable& metrics) {
  RegionTree tree = assemble_reports({files.sources(), record.declared, metrics, record.shown});
  if (files.has_ranks()) {
    tree.notes.push_back("the names of the " + std::to_string(files.sources().size()) +
                         " files differ in one number only: they were taken for ranks of one run");
  }
  return tree;
}

// Two files of one name, from two folders, stay apart; one name is ours.
fs::path free_name(const fs::path& folder, const fs::path& file) {
  fs::path name = file.filename();
  for (int i = 2; name == kRawPage || fs::exists(folder / name); ++i) {
    name = file.stem().string() + "." + std::to_string(i) + file.extension().string();
  }
  return name;
}

fs::path copy_into(const fs::path& folder, const fs::path& file) {
  fs::path name = free_name(folder, file);
  std::error_code failed;
  fs::copy_file(file, folder / name, failed);
  if (!failed) return name;
  throw Error(ErrorKind::kUsage,
              "cannot copy " + file.string() + " to " + folder.string() + ": " + failed.message());
}

// Those of an earlier report stay until all of them are there: they may be what is copied.
void keep_files(const fs::path& run, CaptureRecord& capture) {
  const fs::path folder = run / kCaptures / capture.id;
  const fs::path fresh = folder.string() + ".new";
  fs::remove_all(fresh);
  make_folder(fresh);
  std::string page;
  for (CaptureFile& file : capture.files) {
    file.path = copy_into(fresh, file.path);
    const std::unique_ptr<ReportFile> report = open_any_report(fresh / file.path);
    write_results_csv(*report, {}, [&](std::string_view text) { page += text; });
  }
  write_file(fresh / kRawPage, page);
  fs::remove_all(folder);
  fs::rename(fresh, folder);
}

// A folder that is not one of ours, or that holds a measurement, is never written into.
void require_report_folder(const fs::path& folder) {
  std::error_code failed;
  if (!fs::exists(folder, failed)) return;
  const bool is_empty = fs::is_directory(folder, failed) && fs::is_empty(folder, failed);
  const bool is_ours = fs::exists(run_record_file(folder), failed) &&
                       !fs::exists(outcome_file(folder), failed) &&
                       is_from_files(read_run_record(run_record_file(folder)));
  if (is_empty || is_ours) return;
  throw Error(ErrorKind::kUsage, folder.string() +
                                     " is in the way: it is not a report of files; name another "
                                     "folder with --out, or move it away");
}

RunRecord new_record(const FilesRequest& request) {
  RunRecord record;
  record.folder = request.folder.string();
  record.tool = own_program();
  record.version = program_version();
  record.shown = request.settings.shown;
  record.declared = request.declared;
  for (const std::string& region : request.declared) require_utf8(region);
  CaptureRecord capture;
  capture.id = "1-files";
  capture.pass = kPass;
  for (const std::string& file : all_files(request.files)) {
    capture.files.push_back({file, fs::absolute(file)});
  }
  record.workload = fs::path(capture.files.front().name).stem().string();
  record.captures = {capture};
  return record;
}

}  // namespace

RegionTree report_on_files(const FilesRequest& request) {
  require_report_folder(request.folder);
  RunRecord record = new_record(request);
  const ReportSet files({{record.captures.front().files}});
  RegionTree tree = assemble(files, record, request.settings.metric_table);
  SectionTexts sections = files.sections(tree, record.shown.sections);
  // From here on the files were read: before, a folder that is there stays as it is.
  make_folder(request.folder);
  if (request.keep) keep_files(request.folder, record.captures.front());
  write_run_record(run_record_file(request.folder), record);
  write_reports(request.folder, {record, tree, nullptr, std::move(sections)});
  return tree;
}

RegionTree tree_of_files(const fs::path& run, const RunRecord& record, const MetricTable& metrics) {
  return assemble(ReportSet({{files_of(run, record)}}), record, metrics);
}

RegionTree rebuild_from_files(const fs::path& run, const RunRecord& record) {
  const ReportSet files({{files_of(run, record)}});
  RegionTree tree = assemble(files, record, default_settings().metric_table);
  write_reports(run, {record, tree, nullptr, files.sections(tree, record.shown.sections)});
  return tree;
}

bool is_from_files(const RunRecord& record) {
  return !record.captures.empty() && record.captures.front().pass == kPass;
}

RegionTree tree_of_reports(const std::vector<std::string>& files, const ShownSettings& shown,
                           const MetricTable& metrics) {
  std::vector<CaptureFile> found;
  for (const std::string& file : all_files(files)) found.push_back({file, fs::absolute(file)});
  const ReportSet open({{found}});
  return assemble_reports({open.sources(), {}, metrics, shown});
}

}  // namespace ncu_regions
