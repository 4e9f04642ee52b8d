#include "harness/pipeline/ncu_trees.h"

#include <algorithm>
#include <set>

#include "harness/artifacts/host_capture.h"
#include "harness/command/capture_command.h"
#include "harness/core/capture_kind.h"
#include "harness/core/text.h"
#include "harness/pipeline/report_set.h"
#include "harness/pipeline/run_folder.h"
#include "harness/regions/counts.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr char kSurvey[] = "survey";
constexpr char kLocked[] = "locked";

std::string named_ncu(const RunRecord& record) {
  const auto named = record.settings.find("ncu_cli.program");
  return named == record.settings.end() ? "" : named->second;
}

std::vector<ReportPart> parts_of(const fs::path& run, const RunRecord& record,
                                 std::uint64_t sample) {
  std::vector<ReportPart> parts;
  for (const CaptureRecord& capture : record.captures) {
    if (capture.files.empty() || (capture.sample != sample && capture.sample != 0)) continue;
    ReportPart part = part_of(run / kCaptures / capture.id, capture);
    part.capture = parts.size();
    part.ncu = named_ncu(record);
    parts.push_back(std::move(part));
  }
  return parts;
}

bool has_census(const RunRecord& record) {
  const std::string_view census = to_string(CaptureKind::kCensus);
  return std::ranges::any_of(record.captures,
                             [&](const CaptureRecord& capture) { return capture.pass == census; });
}

// Whether the clocks were locked, as every result says it.
std::string clocks_of(const ReportSet& reports, const RunRecord& record) {
  bool is_known = false;
  bool is_locked = true;
  for (const ReportSource& source : reports.sources()) {
    if (replay_mode_of(source.file->facts()) == "kernel" && has_census(record)) continue;
    source.file->read(Selection::without_metrics(), [&](const ReportResult& result) {
      if (!result.clocks) return;
      is_known = true;
      is_locked &= result.clocks->locked;
    });
  }
  if (is_known) return is_locked ? kLocked : "not locked";
  const auto asked = record.settings.find("ncu_cli.clock_control");
  return asked == record.settings.end() ? "not known" : "asked for: " + asked->second;
}

// By its name, when only one GPU has it.
void add_driver(GpuFacts& facts, const RunRecord& record) {
  for (const CaptureRecord& capture : record.captures) {
    const auto count = std::ranges::count(capture.gpus_before, facts.name, &GpuState::name);
    if (count != 1) continue;
    const auto gpu = std::ranges::find(capture.gpus_before, facts.name, &GpuState::name);
    facts.driver = gpu->driver;
    facts.uuid = gpu->uuid;
    return;
  }
}

GpuFacts gpu_facts(const ReportSet& reports, const RegionTree& tree, const RunRecord& record) {
  GpuFacts facts;
  if (!tree.scopes.empty()) {
    facts.name = tree.scopes.front().device_name;
    facts.compute_capability = tree.scopes.front().compute_capability;
  }
  facts.kind = to_string(tree.kind);
  facts.ncu_version = reports.sources().back().file->facts().ncu_version;
  facts.clocks = clocks_of(reports, record);
  add_driver(facts, record);
  return facts;
}

RegionTree survey_of(const fs::path& run, const RunRecord& record) {
  const auto survey = std::ranges::find(record.captures, kSurvey, &CaptureRecord::pass);
  const Capture capture = read_host_capture(run / kCaptures / survey->id / kCaptureFile);
  return assemble_regions(std::span(&capture, 1));
}

// Every region was refused: a report says so.
RegionTree tree_without_results(const RunRecord& record) {
  RegionTree tree;
  const auto mode = record.settings.find("ncu_cli.replay_mode");
  if (mode != record.settings.end()) {
    tree.kind = capture_kind_from(mode->second).value_or(CaptureKind::kRange);
  }
  tree.missing = record.declared;
  return tree;
}

}  // namespace

bool is_of_ncu(const RunRecord& record) {
  return std::ranges::find(record.captures, kSurvey, &CaptureRecord::pass) != record.captures.end();
}

NcuTrees trees_of_ncu(const fs::path& run, const RunRecord& record, const MetricTable& metrics) {
  NcuTrees trees;
  trees.survey = survey_of(run, record);
  std::set<std::uint64_t> samples;
  for (const CaptureRecord& capture : record.captures) {
    if (capture.sample > 0) samples.insert(capture.sample);
  }
  for (const std::uint64_t sample : samples) {
    const ReportSet reports(parts_of(run, record, sample));
    RegionTree tree = assemble_reports({reports.sources(), record.declared, metrics, record.shown});
    add_counts(tree, trees.survey, !tree.is_range() || has_census(record));
    if (trees.samples.empty()) {
      trees.sections = reports.sections(tree, record.shown.sections);
      trees.gpu = gpu_facts(reports, tree, record);
    } else if (trees.gpu.clocks == kLocked) {
      trees.gpu.clocks = clocks_of(reports, record);
    }
    trees.samples.push_back(std::move(tree));
  }
  if (trees.samples.empty()) trees.samples.push_back(tree_without_results(record));
  return trees;
}

}  // namespace ncu_regions
