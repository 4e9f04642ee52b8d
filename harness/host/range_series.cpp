#include "harness/host/range_series.h"

#include <algorithm>

namespace ncu_regions::host {

bool has_values(const SeriesValues& values) {
  return std::ranges::any_of(values, [](const std::vector<std::uint64_t>& metric) {
    return std::ranges::any_of(metric, [](std::uint64_t value) { return value != kNoValue; });
  });
}

RangeSeries& RangeSeriesTable::series_of(std::size_t path, std::uint64_t thread) {
  const auto [entry, is_new] = numbers_[thread].try_emplace(path, series_.size());
  if (is_new) {
    RangeSeries series;
    series.path = path;
    series.thread = thread;
    series.values.resize(metrics_);
    series_.push_back(std::move(series));
  }
  return series_[entry->second];
}

void RangeSeriesTable::add(std::size_t path, std::uint64_t thread,
                           std::span<const std::uint64_t> values, bool open_at_exit) {
  RangeSeries& series = series_of(path, thread);
  ++series.instances;
  if (open_at_exit) ++series.open_at_exit;
  for (std::size_t i = 0; i < metrics_; ++i) {
    series.values[i].push_back(values.empty() ? kNoValue : values[i]);
  }
}

}  // namespace ncu_regions::host
