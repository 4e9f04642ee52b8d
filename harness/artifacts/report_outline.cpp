#include "harness/artifacts/report_outline.h"

#include <algorithm>

namespace ncu_regions {
namespace {

void add_device(const ReportResult& result, ReportOutline& outline) {
  if (!result.device && result.device_name.empty()) return;
  std::string text(result.device_name);
  if (text.empty()) text = "device " + std::to_string(*result.device);
  if (!result.compute_capability.empty()) text += " (CC " + result.compute_capability + ")";
  outline.devices.insert(std::move(text));
}

}  // namespace

void OutlineBuilder::add(const ReportResult& result) {
  ++outline_.results;
  ++outline_.by_kind[static_cast<std::size_t>(result.kind)];
  outline_.has_grid |= result.grid.has_value();
  if (result.grid == Dim3()) ++outline_.not_profiled;
  if (result.nvtx) {
    outline_.has_nvtx = true;
    outline_.has_ranges |= !result.nvtx->stacks.empty() || !result.nvtx->start_end.empty();
  }
  if (result.clocks) ++(result.clocks->locked ? outline_.clocks_locked : outline_.clocks_free);
  add_device(result, outline_);
  for (const ReportMetric& metric : result.metrics) {
    if (metric.name >= seen_.size()) seen_.resize(2 * (metric.name + std::size_t{1}));
    seen_[metric.name] = true;
  }
}

ReportOutline OutlineBuilder::finish(const ReportFile& file) {
  for (std::uint32_t i = 0; i < seen_.size(); ++i) {
    if (seen_[i]) outline_.metrics.push_back(i);
  }
  const std::span<const std::string_view> names = file.names();
  std::ranges::sort(outline_.metrics, {}, [&](std::uint32_t name) { return names[name]; });
  return std::move(outline_);
}

ReportOutline outline_of(ReportFile& file, const Selection& selection) {
  OutlineBuilder builder;
  file.read(selection, [&](const ReportResult& result) { builder.add(result); });
  return builder.finish(file);
}

}  // namespace ncu_regions
