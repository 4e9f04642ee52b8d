#include "harness/pipeline/measured.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <ctime>

#include "harness/command/ncu_command.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/core/version.h"
#include "harness/host/events.h"
#include "harness/pipeline/host_captures.h"
#include "harness/pipeline/ncu_captures.h"
#include "harness/pipeline/ncu_trees.h"
#include "harness/pipeline/open_report.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/host_raw_csv.h"
#include "harness/render/results.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// Regions that the cap on counted boundaries left out.
void say_why_not_counted(RegionTree& tree, const std::map<std::string, std::string>& left_out) {
  for (Region& region : tree.regions) {
    const auto why = left_out.find(region.path.labels.back());
    if (why == left_out.end()) continue;
    for (const HostPass pass : kBoundaryPasses) {
      for (const HostMetric& metric : metrics_of(pass)) {
        region.not_measured[std::string(metric.name)] = why->second;
      }
    }
  }
}

// "NVIDIA GeForce RTX 3090" -> "nvidia-geforce-rtx-3090": a folder of baselines.
std::string device_folder(const std::string& name) {
  std::string folder;
  for (const char c : name) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_plain) folder += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!is_plain && !folder.empty() && folder.back() != '-') folder += '-';
  }
  while (folder.ends_with('-')) folder.pop_back();
  return folder.empty() ? "unknown-gpu" : folder.substr(0, 80);
}

void write_raw_pages(const fs::path& run, const RunRecord& record) {
  for (const CaptureRecord& capture : record.captures) {
    std::string page;
    for (const CaptureFile& file : capture.files) {
      const auto report = open_any_report(run / kCaptures / capture.id / file.path);
      write_results_csv(*report, {}, [&](std::string_view text) { page += text; });
    }
    if (!page.empty()) write_file(run / kCaptures / capture.id / "raw.csv", page);
  }
}

std::string how_measured(const NcuTrees& trees, const NcuCaptures& taken) {
  if (trees.gpu.ncu_version.empty()) return "ncu, and none of the regions could be measured";
  std::string text =
      "ncu " + trees.gpu.ncu_version + ", replay mode " + std::string(to_string(taken.kind)) +
      ", on " + (trees.gpu.name.empty() ? "a GPU that the report does not name" : trees.gpu.name) +
      ", clocks " + trees.gpu.clocks;
  if (taken.fell_back) text += " (instead of range replay)";
  return text;
}

}  // namespace

RunRecord new_record(const CheckRequest& request, const Settings& settings) {
  RunRecord record;
  record.workload = request.workload.name;
  record.folder = request.workload.run.string();
  record.tool = own_program();
  record.version = "ncu-regions " + std::string(version()) + " (" + std::string(commit()) + ")";
  record.date = utc_now();
  record.settings = settings.values;
  record.origins = settings.origins;
  record.metrics = settings.metrics;
  record.shown = settings.shown;
  record.declared = request.workload.regions;
  return record;
}

Measured measure_on_host(const CheckRequest& request, const Settings& settings,
                         const Machine& machine) {
  HostCaptures taken = take_host_captures(request, settings, machine);
  Measured measured;
  measured.kind = to_string(CaptureKind::kHost);
  measured.device = "host-" + machine.architecture;
  measured.record = new_record(request, settings);
  measured.record.captures = std::move(taken.records);
  measured.record.fingerprint = host_fingerprint(
      machine, settings, request.workload,
      {callgrind_counting_options(), callgrind_cache_options(), host::kLibraryRevision});
  measured.record.notes = std::move(taken.notes);
  measured.beyond_this_machine = std::move(taken.beyond_this_machine);
  for (std::size_t i = 0; i < taken.captures.size(); ++i) {
    const fs::path folder = request.workload.run / kCaptures / measured.record.captures[i].id;
    write_file(folder / "raw.csv", host_raw_csv(taken.captures[i]));
  }
  measured.samples = {assemble_regions(taken.captures)};
  say_why_not_counted(measured.samples.front(), taken.left_out);
  return measured;
}

Measured measure_with_ncu(const CheckRequest& request, const Settings& settings,
                          const Machine& machine) {
  NcuCaptures taken = take_ncu_captures(request, settings, machine);
  Measured measured;
  measured.cannot_measure = taken.cannot_measure;
  if (!measured.cannot_measure.empty()) return measured;
  measured.record = new_record(request, settings);
  measured.record.shown.metrics = collected_metrics(settings);
  measured.record.plan = taken.plan;
  measured.record.captures = std::move(taken.records);
  measured.record.notes = std::move(taken.notes);
  write_raw_pages(request.workload.run, measured.record);
  NcuTrees trees = trees_of_ncu(request.workload.run, measured.record, settings.metric_table);
  measured.record.fingerprint = gpu_fingerprint(trees.gpu, settings, request.workload);
  measured.kind = to_string(taken.kind);
  measured.device = device_folder(trees.gpu.name);
  measured.how = how_measured(trees, taken);
  measured.samples = std::move(trees.samples);
  measured.sections = std::move(trees.sections);
  measured.survey = std::move(trees.survey);
  measured.not_counted = std::move(taken.not_counted);
  measured.without_result = std::move(taken.without_result);
  if (taken.fell_back) measured.instead_of = settings.ncu.replay_mode;
  return measured;
}

}  // namespace ncu_regions
