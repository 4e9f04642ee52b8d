// The folder regions/: which files it has, and writing them.
#include <algorithm>
#include <set>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/render/kernels_csv.h"
#include "harness/render/page/page.h"
#include "harness/render/region_folder.h"
#include "harness/render/report_parts.h"
#include "harness/render/sections_text.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// Ends in twelve digits of a hash, and perhaps a number.
bool is_region_folder(const std::string& name) {
  const std::size_t end = name.find_last_not_of("0123456789abcdef");
  const auto has_hash = [](std::string_view text) {
    const std::size_t dash = text.rfind('-');
    return dash != std::string_view::npos && text.size() - dash == 13 &&
           text.find_first_not_of("0123456789abcdef", dash + 1) == std::string_view::npos;
  };
  if (has_hash(name)) return true;
  return end != std::string::npos && name[end] == '-' && has_hash(name.substr(0, end));
}

// Those of an earlier report, of regions that are no more. A folder with a name that we would not
// make is not ours.
void remove_old_folders(const fs::path& folder, const std::set<std::string>& wanted) {
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    const std::string name = entry.path().filename().string();
    if (wanted.contains(name) || !is_region_folder(name) || !entry.is_directory(failed)) continue;
    if (fs::exists(entry.path() / "report.json", failed)) fs::remove_all(entry.path(), failed);
  }
}

void write_region(const fs::path& folder, const ReportInput& input, const KernelsCsv& rows,
                  const SectionPages& sections, std::size_t region, const RegionFiles& files) {
  make_folder((folder / files.json).parent_path());
  write_file(folder / files.json, region_json_text(input, region, files));
  if (!files.kernels.empty()) write_file(folder / files.kernels, rows.page(region));
  if (!files.sections.empty()) {
    write_file(folder / files.sections, sections.of_region(region));
  }
  write_file(folder / files.markdown, region_markdown(input, region, files));
}

}  // namespace

std::vector<RegionFiles> region_files(const ReportInput& input) {
  const std::vector<std::string> folders = region_folders(input.tree);
  std::vector<RegionFiles> files(folders.size());
  for (const std::size_t i : regions_to_show(input.tree, kMostRegionFolders)) {
    files[i] = {folders[i] + "/report.md", folders[i] + "/report.json",
                input.tree.is_benchmark() ? "" : folders[i] + "/kernels.csv",
                input.sections.empty() ? "" : folders[i] + "/sections.txt"};
  }
  return files;
}

std::vector<std::size_t> regions_to_show(const RegionTree& tree, std::size_t most) {
  std::vector<std::size_t> chosen(tree.regions.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = i;
  if (chosen.size() <= most) return chosen;
  std::ranges::stable_sort(chosen, std::ranges::greater(), [&](std::size_t i) {
    return total(tree.regions[i].all, tree.time_metric, true).value_or(0);
  });
  chosen.resize(most);
  std::ranges::sort(chosen);
  return chosen;
}

std::vector<const ShownMetric*> metrics_outside_sections(const RegionTree& tree) {
  std::vector<const ShownMetric*> metrics;
  for (const ShownMetric& metric : tree.shown) {
    if (metric.section.empty()) metrics.push_back(&metric);
  }
  return metrics;
}

std::vector<const ShownMetric*> column_metrics(const RegionTree& tree) {
  std::vector<const ShownMetric*> metrics = metrics_outside_sections(tree);
  metrics.resize(std::min(metrics.size(), kMostMetricColumns));
  return metrics;
}

void write_reports(const fs::path& folder, const ReportInput& input) {
  const fs::path regions = folder / "regions";
  make_folder(regions);
  const std::vector<RegionFiles> files = region_files(input);
  std::set<std::string> wanted;
  for (const RegionFiles& file : files) {
    wanted.insert(fs::path(file.json).parent_path().string());
  }
  remove_old_folders(regions, wanted);
  const KernelsCsv rows(input.tree);
  const SectionPages sections(input, files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!files[i].json.empty()) write_region(regions, input, rows, sections, i, files[i]);
  }
  std::error_code failed;
  fs::remove(regions / "sections_report.txt", failed);
  if (!input.sections.empty()) {
    write_file(regions / "sections_report.txt", sections.of_all());
  }
  write_file(regions / "report.json", report_json(input));
  write_file(regions / "report.html", report_html(input));
  write_file(regions / "report.md", report_markdown(input));
}

}  // namespace ncu_regions
