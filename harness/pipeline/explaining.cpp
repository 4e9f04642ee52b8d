#include "harness/pipeline/explaining.h"

#include "harness/core/capture_kind.h"
#include "harness/pipeline/run_folder.h"

namespace ncu_regions {
namespace {

// Of one region, in every capture that was taken of it.
std::optional<RegionParts> parts_of_region(std::span<const TakenSample> samples, BuildSide side,
                                           const RegionPath& path) {
  std::vector<RegionParts> captures;
  for (const TakenSample& sample : samples) {
    if (sample.info.side != side || sample.info.phase == Phase::kWarmUp) continue;
    const Region* region = sample.tree.find(path);
    if (region == nullptr) continue;
    captures.push_back(
        parts_in(sample.tree, static_cast<std::size_t>(region - sample.tree.regions.data())));
  }
  return merge_parts(captures);
}

// Under the paths that the regions have now.
PartsByRegion stored_parts(const Baseline& baseline, const Outcome& outcome) {
  PartsByRegion parts;
  for (const RegionParts& region : baseline.parts) parts[region.region] = region;
  for (const Verdict& verdict : outcome.verdicts) {
    const auto found = verdict.moved_from ? parts.find(*verdict.moved_from) : parts.end();
    if (found != parts.end()) parts[verdict.region] = found->second;
  }
  return parts;
}

std::map<RegionPath, SourceLine> sources_of(const RegionTree& tree, const Outcome& outcome) {
  std::map<RegionPath, SourceLine> sources;
  for (const Verdict& verdict : outcome.verdicts) {
    const Region* region = tree.find(verdict.region);
    if (region != nullptr && region->source) sources[verdict.region] = *region->source;
  }
  return sources;
}

}  // namespace

PartsByRegion parts_of_build(std::span<const TakenSample> samples, BuildSide side,
                             const Outcome& outcome) {
  PartsByRegion parts;
  // A benchmark is made of nothing that its file tells.
  if (capture_kind_from(outcome.kind) == CaptureKind::kBenchmark) return parts;
  for (const Verdict& verdict : outcome.verdicts) {
    if (parts.contains(verdict.region)) continue;
    const RegionPath& path = side == BuildSide::kHead ? verdict.region : verdict.old_region();
    if (auto found = parts_of_region(samples, side, path)) {
      parts[verdict.region] = std::move(*found);
    }
  }
  return parts;
}

PartsByRegion parts_to_store(std::span<const TakenSample> samples, const Outcome& outcome) {
  PartsByRegion parts = parts_of_build(samples, BuildSide::kHead, outcome);
  if (capture_kind_from(outcome.kind) != CaptureKind::kHost) return parts;
  const MetricTable metrics = default_settings().metric_table;
  for (auto& [region, stored] : parts) {
    std::erase_if(stored.counters, [&](const auto& counter) {
      return !metrics.rule_of(counter.first).deterministic;
    });
  }
  return parts;
}

Explained explained_of(std::span<const TakenSample> samples, const Outcome& outcome,
                       const Baseline* baseline, const MetricTable& metrics) {
  const PartsByRegion now = parts_of_build(samples, BuildSide::kHead, outcome);
  const PartsByRegion before = baseline != nullptr
                                   ? stored_parts(*baseline, outcome)
                                   : parts_of_build(samples, BuildSide::kBase, outcome);
  Explained explained;
  explained.explanations = explain({outcome, before, now, metrics});
  explained.sources = sources_of(shown_sample(samples), outcome);
  return explained;
}

}  // namespace ncu_regions
