#include "harness/host/overlaps.h"

#include <algorithm>
#include <unordered_set>

namespace ncu_regions::host {
namespace {

constexpr std::size_t kMostOpen = 1'000;
constexpr std::size_t kMostOverlaps = 100'000;

bool same_stack(const OpenRange& a, const OpenRange& b) {
  return a.stack >= 0 && a.stack == b.stack;
}

std::uint64_t packed(std::size_t a, std::size_t b) {
  return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> find_overlaps(std::vector<OpenRange> ranges) {
  std::ranges::sort(ranges, {}, &OpenRange::begin_ns);
  std::unordered_set<std::uint64_t> found;
  std::vector<OpenRange> open;  // one per path and stack, with its latest end
  for (const OpenRange& range : ranges) {
    std::erase_if(open, [&](const OpenRange& other) { return other.end_ns <= range.begin_ns; });
    OpenRange* same = nullptr;
    for (OpenRange& other : open) {
      if (!same_stack(range, other)) found.insert(packed(range.path, other.path));
      if (other.path == range.path && other.stack == range.stack) same = &other;
    }
    if (same != nullptr) {
      same->end_ns = std::max(same->end_ns, range.end_ns);
    } else {
      open.push_back(range);
    }
    if (open.size() > kMostOpen || found.size() > kMostOverlaps) break;
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  pairs.reserve(found.size());
  for (const std::uint64_t pair : found) pairs.emplace_back(pair >> 32, pair & 0xffffffffu);
  std::ranges::sort(pairs);
  return pairs;
}

}  // namespace ncu_regions::host
