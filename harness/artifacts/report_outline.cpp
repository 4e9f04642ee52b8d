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

void add_result(const ReportResult& result, ReportOutline& outline) {
  ++outline.results;
  ++outline.by_kind[static_cast<std::size_t>(result.kind)];
  outline.has_grid |= result.grid.has_value();
  if (result.nvtx) {
    outline.has_nvtx = true;
    outline.has_ranges |= !result.nvtx->stacks.empty() || !result.nvtx->start_end.empty();
  }
  if (result.clocks) ++(result.clocks->locked ? outline.clocks_locked : outline.clocks_free);
  add_device(result, outline);
}

}  // namespace

ReportOutline outline_of(ReportFile& file, const Selection& selection) {
  ReportOutline outline;
  std::vector<bool> seen;
  file.read(selection, [&](const ReportResult& result) {
    add_result(result, outline);
    for (const ReportMetric& metric : result.metrics) {
      if (metric.name >= seen.size()) seen.resize(metric.name + std::size_t{1});
      seen[metric.name] = true;
    }
  });
  for (std::uint32_t i = 0; i < seen.size(); ++i) {
    if (seen[i]) outline.metrics.push_back(i);
  }
  std::ranges::sort(outline.metrics, {}, [&](std::uint32_t name) { return file.names()[name]; });
  return outline;
}

}  // namespace ncu_regions
