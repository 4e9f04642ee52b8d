#include "harness/compare/old_side.h"

#include <algorithm>

#include "harness/core/text.h"

namespace ncu_regions {
namespace {

// The first capture that counts of one build, or nullptr.
const RegionTree* first_tree(const JudgeInput& input, BuildSide side) {
  for (const TakenSample& sample : input.samples) {
    if (sample.info.side == side && sample.info.phase != Phase::kWarmUp) return &sample.tree;
  }
  return nullptr;
}

std::set<std::string> declared_names(std::span<const GatedTest> tests) {
  std::set<std::string> names;
  for (const GatedTest& test : tests) names.insert(test.declared);
  return names;
}

std::vector<RegionPath> stored_regions(const Baseline& baseline, const std::string& metric) {
  std::vector<RegionPath> paths;
  for (const StoredValue& value : baseline.values) {
    if (value.metric == metric) paths.push_back(value.region);
  }
  return paths;
}

}  // namespace

const RegionTree& opened_regions(const JudgeInput& input) {
  static const RegionTree kNothing;
  if (input.survey != nullptr) return *input.survey;
  const RegionTree* tree = first_tree(input, BuildSide::kHead);
  return tree != nullptr ? *tree : kNothing;
}

OldSide::OldSide(const JudgeInput& input, const RegionTree& opened)
    : in_(input),
      finder_(KnownRegions(opened.paths(),
                           input.mode == Mode::kFixed ? "the second run" : "the new build"),
              declared_names(input.tests)),
      tree_(first_tree(input, BuildSide::kBase)) {}

const KnownRegions& OldSide::regions_of(const std::string& metric) const {
  const bool is_stored = in_.mode == Mode::kStored;
  const std::string key = is_stored ? metric : "";
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  std::vector<RegionPath> paths;
  if (is_stored && in_.baseline != nullptr) paths = stored_regions(*in_.baseline, metric);
  if (!is_stored && tree_ != nullptr) paths = tree_->paths();
  const std::string owner = is_stored                       ? "the baseline"
                            : in_.mode == Mode::kSideBySide ? "the base build"
                                                            : "the first run";
  return known_.emplace(key, KnownRegions(paths, owner)).first->second;
}

OldRegion OldSide::find(const GatedTest& test) const {
  const KnownRegions& known = regions_of(test.metric);
  return in_.mode == Mode::kStored ? finder_.in_baseline(test, known)
                                   : finder_.in_base_build(test, known);
}

bool OldSide::is_region_missing(const Verdict& verdict) const {
  return tree_ == nullptr || tree_->find(verdict.old_region()) == nullptr;
}

std::string OldSide::why_lost(const Verdict& verdict) const {
  const bool is_declared =
      std::ranges::find(in_.base_declared, verdict.declared) != in_.base_declared.end();
  if (in_.mode != Mode::kSideBySide || !is_declared || tree_ == nullptr) return "";
  const std::string who = "the base build (" + printable(in_.base_build) + ") ";
  const RegionPath& path = verdict.old_region();
  const auto undone = tree_->undone.find(path.labels.back());
  if (undone != tree_->undone.end()) {
    if (!undone->second.has_failed) return "";  // skipped itself: its first measurement is this one
    return who + "failed in it: " + printable(undone->second.why);
  }
  const Region* region = tree_->find(path);
  if (region == nullptr) {
    return who + "declares region '" + printable(verdict.declared) + "' and never opened it; " +
           seen_regions(*tree_);
  }
  const std::string why = why_no_value(*region, verdict.metric);
  return who + "declares region '" + printable(verdict.declared) + "' and has no value of it" +
         (why.empty() ? "" : ": " + why);
}

}  // namespace ncu_regions
