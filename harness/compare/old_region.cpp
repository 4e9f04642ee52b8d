#include "harness/compare/old_region.h"

#include <algorithm>

#include "harness/core/text.h"

namespace ncu_regions {
namespace {

std::string quoted_list(const std::vector<RegionPath>& paths) {
  constexpr std::size_t kMostNamed = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(paths.size(), kMostNamed); ++i) {
    text += (i == 0 ? "'" : ", '") + printable(written_form(paths[i])) + "'";
  }
  const std::size_t rest = paths.size() - std::min(paths.size(), kMostNamed);
  return rest == 0 ? text : text + " and " + std::to_string(rest) + " more";
}

std::string list_or_none(const std::vector<RegionPath>& paths) {
  return paths.empty() ? "none" : quoted_list(paths);
}

}  // namespace

KnownRegions::KnownRegions(std::span<const RegionPath> paths, std::string owner)
    : paths_(paths.begin(), paths.end()), owner_(std::move(owner)) {
  for (const RegionPath& path : paths_) {
    by_written_form_.emplace(written_form(path), path);
    by_label_.emplace(path.labels.back(), path);
  }
}

std::vector<RegionPath> KnownRegions::named(const std::string& text) const {
  std::vector<RegionPath> found;
  const auto spelled_out = by_written_form_.find(text);
  if (spelled_out != by_written_form_.end()) found.push_back(spelled_out->second);
  const auto [first, last] = by_label_.equal_range(text);
  for (auto entry = first; entry != last; ++entry) {
    if (std::ranges::find(found, entry->second) == found.end()) found.push_back(entry->second);
  }
  return found;
}

std::vector<RegionPath> OldRegionFinder::named(const KnownRegions& regions,
                                               const std::string& text) const {
  std::vector<RegionPath> found = regions.named(text);
  std::erase_if(found, [&](const RegionPath& path) {
    const std::string written = written_form(path);
    return written != text && declared_.contains(written);
  });
  return found;
}

OldRegion OldRegionFinder::in_baseline(const GatedTest& test, const KnownRegions& old) const {
  const bool is_spelled_out = written_form(test.region) == test.declared;
  const bool has_another = !is_spelled_out && old.has_written(test.declared);
  if (old.contains(test.region) && !has_another) return {test.region, ""};
  return in_base_build(test, old);
}

OldRegion OldRegionFinder::in_base_build(const GatedTest& test, const KnownRegions& old) const {
  const std::vector<RegionPath> before = named(old, test.declared);
  if (before.empty()) return {test.region, ""};
  const bool is_spelled_out = written_form(before.front()) == test.declared;
  const bool is_one = before.size() == 1 || is_spelled_out;
  if (is_one && before.front() == test.region) return {test.region, ""};
  const std::vector<RegionPath> now = named(now_, test.declared);
  if (before.size() == 1 && now.size() == 1) return {before.front(), ""};
  return {test.region, "it is not known which region '" + printable(test.declared) +
                           "' is compared with: " + old.owner() + " has " + list_or_none(before) +
                           ", " + now_.owner() + " has " + list_or_none(now) +
                           "; declare one of them by its full path"};
}

std::string OldRegionFinder::namesakes_of(const GatedTest& test) const {
  std::vector<RegionPath> others = named(now_, test.region.labels.back());
  std::erase(others, test.region);
  return quoted_list(others);
}

}  // namespace ncu_regions
