#include "ncu_regions/report.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Json read_json(const fs::path& file, int schema) {
  std::error_code failed;
  // Opening a FIFO would wait for a writer.
  if (fs::exists(file, failed) && !fs::is_regular_file(file, failed)) {
    throw ReportError("cannot read " + file.string() + ": it is not a regular file");
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) throw ReportError(file.string() + ": no such file; a complete run has one");
  std::ostringstream text;
  text << in.rdbuf();
  Json json = Json::parse(text.str(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || json.value("schema", 0) != schema) {
    throw ReportError(file.string() + ": not written by this version of ncu-regions");
  }
  return json;
}

std::optional<double> number(const Json& json) {
  return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
}

std::vector<ReportKernel> kernels_from(const Json& json) {
  std::vector<ReportKernel> kernels;
  for (const Json& kernel : json) kernels.push_back({kernel.at("name"), kernel.at("launches")});
  return kernels;
}

void add_kernels(std::vector<ReportKernel>& into, const std::vector<ReportKernel>& more) {
  for (const ReportKernel& kernel : more) {
    const auto found = std::find_if(into.begin(), into.end(), [&](const ReportKernel& known) {
      return known.name == kernel.name;
    });
    if (found == into.end()) {
      into.push_back(kernel);
    } else {
      found->launches += kernel.launches;
    }
  }
}

ReportRegion region_from(const Json& json) {
  ReportRegion region;
  json.at("name").get_to(region.name);
  json.at("path").get_to(region.path);
  region.label = json.at("identity").at("labels").back();
  for (const auto& [metric, values] : json.at("metrics").items()) {
    if (const auto value = number(values.at("inclusive"))) region.metrics[metric] = *value;
    if (const auto value = number(values.at("exclusive"))) region.exclusive[metric] = *value;
  }
  region.kernels = kernels_from(json.at("kernels"));
  return region;
}

// Each region lists the kernels that stand directly in it, and names its parent by its path.
void read_regions(Report& report, const Json& json) {
  for (const Json& each : json) {
    ReportRegion region = region_from(each);
    const Json& parent = each.at("parent");
    for (std::size_t i = 0; parent.is_string() && i < report.regions.size(); ++i) {
      if (report.regions[i].path == parent.get<std::string>()) region.parent = i;
    }
    report.regions.push_back(std::move(region));
  }
  for (std::size_t i = report.regions.size(); i-- > 0;) {
    const ReportRegion& region = report.regions[i];
    if (region.parent) add_kernels(report.regions[*region.parent].kernels, region.kernels);
  }
}

void read_report(Report& report, const Json& json) {
  json.at("workload").get_to(report.workload);
  json.at("kind").get_to(report.kind);
  json.at("summary").get_to(report.summary);
  if (json.at("device").is_string()) json.at("device").get_to(report.device);
  read_regions(report, json.at("regions"));
  for (const char* where : {"outside", "unlabeled"}) {
    add_kernels(report.outside, kernels_from(json.at(where).at("kernels")));
  }
}

ReportVerdict verdict_from(const Json& json) {
  ReportVerdict verdict;
  json.at("declared").get_to(verdict.declared);
  json.at("region").get_to(verdict.path);
  json.at("metric").get_to(verdict.metric);
  json.at("unit").get_to(verdict.unit);
  json.at("verdict").get_to(verdict.word);
  json.at("reason").get_to(verdict.reason);
  verdict.baseline = number(json.at("baseline"));
  verdict.now = number(json.at("now"));
  json.at("ctest_exit_code").get_to(verdict.exit_code);
  return verdict;
}

void read_verdicts(Report& report, const Json& json) {
  report.is_measured = !json.at("skipped").get<bool>();
  if (!report.is_measured) json.at("profiler_reason").get_to(report.why_not);
  for (const Json& verdict : json.at("verdicts")) report.verdicts.push_back(verdict_from(verdict));
}

}  // namespace

const ReportRegion* Report::find(std::string_view region) const {
  for (const ReportRegion& each : regions) {
    if (each.path == region) return &each;
  }
  const ReportRegion* found = nullptr;
  for (const ReportRegion& each : regions) {
    if (each.label != region) continue;
    if (found != nullptr) {
      throw ReportError("two regions are called '" + std::string(region) + "': " + found->path +
                        " and " + each.path + "; name one of them in full");
    }
    found = &each;
  }
  return found;
}

const ReportRegion& Report::at(std::string_view region) const {
  if (const ReportRegion* found = find(region)) return *found;
  std::string names;
  for (const ReportRegion& each : regions) names += (names.empty() ? "" : ", ") + each.path;
  throw ReportError("there is no region '" + std::string(region) +
                    "'; regions: " + (names.empty() ? "none" : names));
}

std::vector<const ReportVerdict*> Report::verdicts_of(std::string_view region) const {
  const auto is_declared = [&](const ReportVerdict& verdict) { return verdict.declared == region; };
  const bool by_name = std::any_of(verdicts.begin(), verdicts.end(), is_declared);
  const ReportRegion* found = by_name ? nullptr : find(region);
  std::vector<const ReportVerdict*> result;
  std::set<std::string> gated;
  for (const ReportVerdict& verdict : verdicts) {
    gated.insert(verdict.declared);
    const bool is_meant = by_name            ? is_declared(verdict)
                          : found != nullptr ? verdict.path == found->path
                                             : verdict.path == region;
    if (is_meant) result.push_back(&verdict);
  }
  if (!result.empty()) return result;
  std::string names;
  for (const std::string& name : gated) names += (names.empty() ? "" : ", ") + name;
  throw ReportError("nothing of region '" + std::string(region) +
                    "' is gated; gated: " + (names.empty() ? "nothing" : names));
}

Report load_report(const fs::path& folder) {
  Report report;
  report.folder = folder;
  const fs::path verdicts = folder / "verdicts.json";
  try {
    const Json json = read_json(folder / "regions" / "report.json", 2);
    read_report(report, json);
    // Reports of files were judged by nobody. All others have their verdicts, which are written
    // last: when they are there, all is there.
    std::error_code failed;
    report.is_measured = json.at("device").is_null() && !fs::exists(verdicts, failed);
    if (!report.is_measured) read_verdicts(report, read_json(verdicts, 3));
  } catch (const Json::exception& error) {
    throw ReportError(folder.string() + ": a file of the run cannot be read: " + error.what());
  }
  return report;
}

}  // namespace ncu_regions
