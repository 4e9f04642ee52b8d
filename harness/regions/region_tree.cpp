#include "harness/regions/region_tree.h"

#include <algorithm>

#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/regions/announcements.h"
#include "harness/regions/assembly.h"
#include "harness/regions/kernel_counts.h"

namespace ncu_regions {
namespace {

std::uint64_t launches(const ScopeValues& values) {
  const auto found = values.metrics.find(std::string(kHostLaunchesMetric));
  return found == values.metrics.end()
             ? 0
             : static_cast<std::uint64_t>(found->second.inclusive.value_or(0));
}

std::string disagreement(const ScopeValues& values, const ScopeValues& other) {
  const auto compared = [](const char* what, std::uint64_t before, std::uint64_t now) {
    return std::string("the workload is not deterministic: ") + std::to_string(before) + " " +
           what + " in one capture, " + std::to_string(now) + " in another";
  };
  if (other.instances != values.instances) {
    return compared("instances", values.instances, other.instances);
  }
  if (launches(other) != launches(values)) {
    return compared("kernel launches", launches(values), launches(other));
  }
  return "";
}

// Adds the values of another capture to a tree.
class Merge {
 public:
  Merge(RegionTree& into, const RegionTree& from, const Capture& capture)
      : into_(into), from_(from), capture_(capture) {}

  void run() {
    std::map<RegionPath, const Region*> theirs;
    for (const Region& region : from_.regions) theirs[region.path] = &region;
    for (Region& region : into_.regions) {
      const auto found = theirs.find(region.path);
      merge_region(region, found == theirs.end() ? nullptr : found->second);
      theirs.erase(region.path);
    }
    for (const auto& [path, region] : theirs) {
      note("region '" + written_form(path) +
           "' was opened in one capture only: the workload is not deterministic");
    }
    for (const std::string& text : from_.notes) note(text);
    take_kernel_counts(into_, from_);
  }

 private:
  void merge_region(Region& region, const Region* other) {
    const std::string why_not = disagreement(region, other);
    if (!why_not.empty()) note("region '" + written_form(region.path) + "': " + why_not);
    if (!region.source && other != nullptr) region.source = other->source;
    for (const CaptureMetric& metric : capture_.metrics) {
      if (!why_not.empty()) {
        region.not_measured[metric.name] = why_not;
      } else if (const auto why = other->not_measured.find(metric.name);
                 why != other->not_measured.end()) {
        region.not_measured[metric.name] = why->second;
      }
      take(region.all, why_not.empty() ? &other->all : nullptr, metric.name);
      for (std::size_t i = 0; i < region.by_scope.size(); ++i) {
        if (!region.by_scope[i]) continue;
        take(*region.by_scope[i], why_not.empty() ? in_scope(*other, i) : nullptr, metric.name);
      }
    }
  }

  // Why values of `other` are not those of `region`, or "".
  std::string disagreement(const Region& region, const Region* other) const {
    const ScopeValues none;
    if (other == nullptr) return ncu_regions::disagreement(region.all, none);
    for (std::size_t i = 0; i < region.by_scope.size(); ++i) {
      const ScopeValues* theirs = in_scope(*other, i);
      std::string why = ncu_regions::disagreement(region.by_scope[i] ? *region.by_scope[i] : none,
                                                  theirs == nullptr ? none : *theirs);
      if (!why.empty()) return why;
    }
    return ncu_regions::disagreement(region.all, other->all);
  }

  // The values of `other` in the process that this tree knows under number `scope`.
  const ScopeValues* in_scope(const Region& other, std::size_t scope) const {
    const auto same = std::ranges::find(from_.scopes, into_.scopes[scope].name, &Scope::name);
    if (same == from_.scopes.end()) return nullptr;
    const auto& values = other.by_scope[static_cast<std::size_t>(same - from_.scopes.begin())];
    return values ? &*values : nullptr;
  }

  static void take(ScopeValues& into, const ScopeValues* from, const std::string& metric) {
    into.metrics[metric] = Totals{};
    if (from == nullptr) return;
    const auto found = from->metrics.find(metric);
    if (found != from->metrics.end()) into.metrics[metric] = found->second;
  }

  void note(const std::string& text) {
    if (std::ranges::find(into_.notes, text) == into_.notes.end()) into_.notes.push_back(text);
  }

  RegionTree& into_;
  const RegionTree& from_;
  const Capture& capture_;
};

}  // namespace

const Region* RegionTree::find(const RegionPath& path) const {
  constexpr std::size_t kFew = 16;
  if (regions.size() > kFew) {
    if (index_.size() != regions.size()) {
      index_.clear();
      for (std::size_t i = 0; i < regions.size(); ++i) index_.emplace(regions[i].path, i);
    }
    const auto known = index_.find(path);
    if (known != index_.end() && regions[known->second].path == path) {
      return &regions[known->second];
    }
  }
  const auto found = std::ranges::find(regions, path, &Region::path);
  return found == regions.end() ? nullptr : &*found;
}

std::vector<RegionPath> RegionTree::paths() const {
  std::vector<RegionPath> result;
  for (const Region& region : regions) result.push_back(region.path);
  return result;
}

namespace {

std::uint64_t instances_of(const RegionTree& tree, const std::string& label) {
  std::uint64_t instances = 0;
  for (const Region& region : tree.regions) {
    if (region.path.labels.back() == label) instances += region.all.instances;
  }
  return instances;
}

void add_announcements(RegionTree& tree, const Announcements& announced) {
  for (const auto& [label, each] : announced.skipped) {
    const std::uint64_t instances = instances_of(tree, label);
    if (each.is_whole || instances <= each.times) {
      tree.undone[label] = {.has_failed = false, .why = each.why};
    } else {
      tree.notes.push_back("'" + label + "' skipped itself " + std::to_string(each.times) + " of " +
                           std::to_string(instances) + " times: its values hold what it did");
    }
  }
  for (const auto& [label, each] : announced.failed) {
    tree.undone[label] = {.has_failed = true, .why = each.why};
  }
  for (const std::string& text : announced.notes) {
    tree.announced.push_back("the program says: " + printable(text));
  }
  tree.notes.insert(tree.notes.end(), tree.announced.begin(), tree.announced.end());
}

// A copy only where something has to be taken out: captures may be large.
RegionTree assemble_without_announcements(std::span<const Capture> captures) {
  std::vector<Capture> rest(captures.begin(), captures.end());
  Announcements announced = take_announcements(rest.front());
  for (Capture& capture : std::span(rest).subspan(1)) {
    announced.failed.merge(take_announcements(capture).failed);
  }
  RegionTree tree = assemble_regions(rest);
  add_announcements(tree, announced);
  return tree;
}

}  // namespace

RegionTree assemble_regions(std::span<const Capture> captures) {
  if (captures.empty()) return {};
  if (std::ranges::any_of(captures, has_announcements)) {
    return assemble_without_announcements(captures);
  }
  RegionTree tree = assemble_capture(captures.front());
  for (const Capture& capture : captures.subspan(1)) {
    Merge(tree, assemble_capture(capture), capture).run();
  }
  return tree;
}

std::string seen_regions(const RegionTree& tree) {
  if (tree.regions.empty()) return "the program opened no region at all";
  std::vector<std::string> names;
  for (const Region& region : tree.regions) names.push_back(written_form(region.path));
  constexpr std::size_t kMost = 20;
  const std::size_t more = names.size() > kMost ? names.size() - kMost : 0;
  names.resize(names.size() - more);
  return "regions seen: " + join(names, ", ") +
         (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

}  // namespace ncu_regions
