#include "harness/host/launches.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "harness/core/utf8.h"

namespace ncu_regions::host {
namespace {

// "conv3x3 <<<4x4x16, 16x16x1>>>"; anything else is the kernel's name as it stands.
LaunchSeries parse_launch(const std::string& message) {
  LaunchSeries launch;
  launch.name = valid_utf8(message);
  const std::size_t at = message.rfind(" <<<");
  if (at == std::string::npos) return launch;
  LaunchSeries parsed;
  auto* g = parsed.grid;
  auto* b = parsed.block;
  int used = 0;
  const int fields = std::sscanf(message.c_str() + at, " <<<%ux%ux%u, %ux%ux%u>>>%n", &g[0], &g[1],
                                 &g[2], &b[0], &b[1], &b[2], &used);
  if (fields != 6 || at + static_cast<std::size_t>(used) != message.size()) return launch;
  parsed.name = valid_utf8(std::string_view(message).substr(0, at));
  return parsed;
}

}  // namespace

std::size_t Launches::place_number(std::vector<std::size_t> paths) {
  const auto [entry, is_new] = place_numbers_.try_emplace(std::move(paths), places_.size());
  if (is_new) places_.push_back(entry->first);
  return entry->second;
}

std::size_t Launches::begin(std::uint64_t thread, const Event& event,
                            std::vector<std::size_t> paths) {
  launches_.push_back({event.label, thread, place_number(std::move(paths)), event.time_ns, {}});
  return launches_.size() - 1;
}

void Launches::measured(std::size_t launch, std::span<const std::uint64_t> values) {
  launches_[launch].first_value = values_.size();
  values_.insert(values_.end(), values.begin(), values.end());
}

void Launches::add_to(LaunchSeries& series, const Launch& launch) const {
  ++series.launches;
  for (std::size_t i = 0; i < metrics_; ++i) {
    series.values[i].push_back(launch.first_value ? values_[*launch.first_value + i] : kNoValue);
  }
}

// Both in the order of time: each launch meets only the ranges that are open then.
void Launches::add_start_end(std::vector<Interval> intervals) {
  std::ranges::sort(intervals, {}, &Interval::begin_ns);
  std::vector<Launch*> launches;
  for (Launch& launch : launches_) launches.push_back(&launch);
  std::ranges::stable_sort(launches, {}, &Launch::begin_ns);
  std::map<std::size_t, std::uint64_t> open;  // once each region, however often it is open: its end
  auto next = intervals.begin();
  for (Launch* launch : launches) {
    for (; next != intervals.end() && next->begin_ns <= launch->begin_ns; ++next) {
      std::uint64_t& end = open[next->path];
      end = std::max(end, next->end_ns);
    }
    std::erase_if(open, [&](const auto& entry) { return entry.second < launch->begin_ns; });
    if (open.empty()) continue;
    std::vector<std::size_t> paths = places_[launch->place];
    for (const auto& [path, end] : open) paths.push_back(path);
    launch->place = place_number(std::move(paths));
  }
}

std::vector<LaunchSeries> Launches::series(std::vector<Interval> start_end) {
  add_start_end(std::move(start_end));
  std::vector<LaunchSeries> result;
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::size_t>, std::size_t> numbers;
  for (const Launch& launch : launches_) {
    const auto [entry, is_new] =
        numbers.try_emplace({launch.label, launch.thread, launch.place}, result.size());
    if (is_new) {
      result.push_back(parse_launch(process_.labels[launch.label]));
      result.back().thread = launch.thread;
      result.back().paths = places_[launch.place];
      result.back().values.resize(metrics_);
    }
    add_to(result[entry->second], launch);
  }
  return result;
}

}  // namespace ncu_regions::host
