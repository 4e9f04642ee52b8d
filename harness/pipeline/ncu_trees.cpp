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

// Its own captures, and the census of its build.
std::vector<ReportPart> parts_of(const fs::path& run, const RunRecord& record,
                                 const SampleInfo& info) {
  std::vector<ReportPart> parts;
  for (const CaptureRecord& capture : record.captures) {
    if (capture.files.empty() || capture.side != info.side) continue;
    if (capture.sample != info.number && capture.sample != 0) continue;
    ReportPart part = part_of(run / kCaptures / capture.id, capture);
    part.capture = parts.size();
    part.ncu = named_ncu(record);
    part.metric_names = record.metric_names;
    parts.push_back(std::move(part));
  }
  return parts;
}

bool has_census(const RunRecord& record, BuildSide side) {
  const std::string_view census = to_string(CaptureKind::kCensus);
  return std::ranges::any_of(record.captures, [&](const CaptureRecord& capture) {
    return capture.pass == census && capture.side == side;
  });
}

bool has_results_of(const RunRecord& record, const SampleInfo& info) {
  return std::ranges::any_of(record.captures, [&](const CaptureRecord& capture) {
    return capture.sample == info.number && !capture.files.empty();
  });
}

// Whether the clocks were locked, as every result says it.
std::string clocks_of(const ReportSet& reports, const RunRecord& record, BuildSide side) {
  bool is_known = false;
  bool is_locked = true;
  for (const ReportSource& source : reports.sources()) {
    if (replay_mode_of(source.file->facts()) == "kernel" && has_census(record, side)) continue;
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

GpuFacts gpu_facts(const ReportSet& reports, const RegionTree& tree, const RunRecord& record,
                   BuildSide side) {
  GpuFacts facts;
  if (!tree.scopes.empty()) {
    facts.name = tree.scopes.front().device_name;
    facts.compute_capability = tree.scopes.front().compute_capability;
  }
  facts.kind = to_string(tree.kind);
  facts.ncu_version = reports.sources().back().file->facts().ncu_version;
  facts.clocks = clocks_of(reports, record, side);
  add_driver(facts, record);
  return facts;
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

RegionTree survey_of(const fs::path& run, const RunRecord& record, BuildSide side) {
  const auto survey = std::ranges::find_if(record.captures, [&](const CaptureRecord& capture) {
    return capture.pass == kSurvey && capture.side == side;
  });
  if (survey == record.captures.end()) return {};
  const Capture capture = read_host_capture(run / kCaptures / survey->id / kCaptureFile);
  return assemble_regions(std::span(&capture, 1));
}

NcuSample read_ncu_sample(const fs::path& run, const RunRecord& record, const MetricTable& metrics,
                          const SampleInfo& info, const RegionTree& survey, bool with_sections) {
  if (!has_results_of(record, info)) return {tree_without_results(record)};
  NcuSample sample;
  sample.has_results = true;
  const ReportSet reports(parts_of(run, record, info));
  sample.tree = assemble_reports({reports.sources(), record.declared, metrics, record.shown});
  add_counts(sample.tree, survey, !sample.tree.is_range() || has_census(record, info.side));
  if (with_sections) {
    sample.sections = reports.sections(sample.tree, record.shown.sections);
    const auto applied = record.settings.find("ncu_cli.apply_rules");
    const bool has_rules = applied != record.settings.end() && applied->second == "true";
    if (has_rules) reports.add_rules(sample.tree);
  }
  sample.gpu = gpu_facts(reports, sample.tree, record, info.side);
  return sample;
}

}  // namespace ncu_regions
