#include "harness/regions/announcements.h"

#include <algorithm>

namespace ncu_regions {
namespace {

bool is_announcement(const RegionPath& path) {
  return path.domain == kSkippedDomain || path.domain == kSkippedWholeDomain ||
         path.domain == kFailedDomain || path.domain == kNoteDomain;
}

// New numbers of the paths that stay.
std::vector<std::optional<std::size_t>> numbers_after(const Capture& capture) {
  std::vector<std::optional<std::size_t>> numbers;
  std::size_t next = 0;
  for (const RegionPath& path : capture.paths) {
    numbers.push_back(is_announcement(path) ? std::nullopt : std::optional(next++));
  }
  return numbers;
}

void renumber(Capture& capture, const std::vector<std::optional<std::size_t>>& numbers) {
  std::vector<std::optional<std::size_t>> parents;
  for (std::size_t i = 0; i < capture.paths.size(); ++i) {
    if (!numbers[i]) continue;
    const auto& parent = capture.parents[i];
    parents.push_back(parent ? numbers[*parent] : std::nullopt);
  }
  capture.parents = std::move(parents);
  std::map<std::size_t, SourceLine> sources;
  for (auto& [path, source] : capture.sources) {
    if (numbers[path]) sources[*numbers[path]] = std::move(source);
  }
  capture.sources = std::move(sources);
  std::erase_if(capture.paths, is_announcement);
  for (Result& result : capture.results) {
    std::erase_if(result.paths, [&](std::size_t path) { return !numbers[path]; });
    for (std::size_t& path : result.paths) path = *numbers[path];
  }
  std::erase_if(capture.results, [](const Result& result) {
    return result.kind == ResultKind::kRange && result.paths.empty();
  });
  std::erase_if(capture.overlaps,
                [&](const auto& pair) { return !numbers[pair.first] || !numbers[pair.second]; });
  for (auto& [a, b] : capture.overlaps) {
    a = *numbers[a];
    b = *numbers[b];
  }
}

Announced& add_announced(std::map<std::string, Announced>& into, const std::string& text,
                         std::uint64_t times) {
  const std::size_t end = text.find('\n');
  Announced& found = into[text.substr(0, end)];
  if (end != std::string::npos) found.why = text.substr(end + 1);
  found.times += times;
  return found;
}

}  // namespace

bool has_announcements(const Capture& capture) {
  return std::ranges::any_of(capture.paths, is_announcement);
}

Announcements take_announcements(Capture& capture) {
  Announcements announced;
  for (const Result& result : capture.results) {
    if (result.kind != ResultKind::kRange) continue;
    const RegionPath& path = capture.paths[result.paths.front()];
    const std::string& text = path.labels.front();
    if (path.domain == kSkippedDomain) add_announced(announced.skipped, text, result.count);
    if (path.domain == kSkippedWholeDomain) {
      add_announced(announced.skipped, text, result.count).is_whole = true;
    }
    if (path.domain == kFailedDomain) add_announced(announced.failed, text, result.count);
    if (path.domain == kNoteDomain) announced.notes.insert(text);
  }
  renumber(capture, numbers_after(capture));
  return announced;
}

}  // namespace ncu_regions
