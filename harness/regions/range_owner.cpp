#include "harness/regions/range_owner.h"

#include <algorithm>
#include <set>

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

enum class Threads { kLaunching, kAll };

// Every region that was open: all prefixes of the stacks, and the start/end ranges.
std::set<RegionPath> open_regions(const ReportResult& result, Threads threads) {
  std::set<RegionPath> open;
  if (!result.nvtx) return open;
  for (const NvtxStack& stack : result.nvtx->stacks) {
    if (threads == Threads::kLaunching && !is_launching(stack, result)) continue;
    RegionPath path{std::string(domain_of(stack.domain)), {}};
    for (const NvtxRange& range : stack.ranges) {
      path.labels.emplace_back(range.name);
      open.insert(path);
    }
  }
  for (const NvtxStartEnd& range : result.nvtx->start_end) {
    open.insert({std::string(domain_of(range.domain)), {std::string(range.range.name)}, true});
  }
  return open;
}

std::set<RegionPath> declared_among(const std::set<RegionPath>& open,
                                    const std::vector<std::string>& declared) {
  std::set<RegionPath> owners;
  for (const std::string& text : declared) {
    const auto in_full = std::ranges::find(open, text, written_form);
    if (in_full != open.end()) {
      owners.insert(*in_full);
      continue;
    }
    for (const RegionPath& path : open) {
      if (is_named_by(path, text)) owners.insert(path);
    }
  }
  return owners;
}

std::string list(const std::set<RegionPath>& paths) {
  constexpr std::size_t kMost = 10;
  std::vector<std::string> names;
  for (const RegionPath& path : paths) {
    if (names.size() == kMost) break;
    names.push_back("'" + printable(written_form(path)) + "'");
  }
  if (names.empty()) return "no range";
  return join(names, ", ") +
         (paths.size() > kMost ? " and " + std::to_string(paths.size() - kMost) + " more" : "");
}

std::optional<RegionPath> innermost(const ReportResult& result) {
  if (!result.nvtx) return std::nullopt;
  std::vector<RegionPath> paths;
  for (const NvtxStack& stack : result.nvtx->stacks) {
    if (!is_launching(stack, result) || stack.ranges.empty()) continue;
    RegionPath& path = paths.emplace_back();
    path.domain = domain_of(stack.domain);
    for (const NvtxRange& range : stack.ranges) path.labels.emplace_back(range.name);
  }
  if (paths.size() > 1) {
    std::erase_if(paths, [](const RegionPath& path) { return !path.domain.empty(); });
    return paths.size() == 1 ? std::optional(paths.front()) : std::nullopt;
  }
  if (paths.size() == 1) return paths.front();
  std::set<RegionPath> open;
  for (const NvtxStartEnd& range : result.nvtx->start_end) {
    open.insert({std::string(domain_of(range.domain)), {std::string(range.range.name)}, true});
  }
  return open.size() == 1 ? std::optional(*open.begin()) : std::nullopt;
}

}  // namespace

std::optional<RegionPath> range_owner(const ReportResult& result,
                                      const std::vector<std::string>& declared,
                                      const std::string& file, bool planned) {
  if (declared.empty()) return innermost(result);
  std::set<RegionPath> open = open_regions(result, Threads::kLaunching);
  std::set<RegionPath> owners = declared_among(open, declared);
  if (owners.empty() && planned) {  // some versions may store another thread, or none
    open = open_regions(result, Threads::kAll);
    owners = declared_among(open, declared);
  }
  if (owners.size() == 1) return *owners.begin();
  if (owners.empty() && !planned) return innermost(result);
  throw Error(ErrorKind::kMeasurement,
              file + ": range result " + std::to_string(result.id) + " belongs to " +
                  (owners.empty() ? "none of the declared regions (" + list(open) + " was open)"
                                  : "more than one of the declared regions: " + list(owners)) +
                  "; a run of range replay measures regions of which none contains another");
}

}  // namespace ncu_regions
