// Compare: which region of the old side a declared region is compared with. Private to this room.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/compare/judge.h"

namespace ncu_regions {

// Regions that one side has.
class KnownRegions {
 public:
  KnownRegions(std::span<const RegionPath> paths, std::string owner);

  bool contains(const RegionPath& path) const { return paths_.contains(path); }
  bool has_written(const std::string& text) const { return by_written_form_.contains(text); }
  // The region whose written form it is, and all whose last label it is.
  std::vector<RegionPath> named(const std::string& text) const;
  const std::string& owner() const { return owner_; }  // "the baseline", "the new build"

 private:
  std::set<RegionPath> paths_;
  std::map<std::string, RegionPath> by_written_form_;
  std::multimap<std::string, RegionPath> by_label_;
  std::string owner_;
};

struct OldRegion {
  RegionPath path;        // that of the new build, unless the region moved
  std::string ambiguity;  // why it is not known which one is meant; empty: it is
};

// A declared label that both sides know is one region, also where its path changed (a new parent,
// another domain or thread), as long as the label is unambiguous on both sides.
class OldRegionFinder {
 public:
  // `declared`: all names that the test declares. A path that one of them spells out belongs to it.
  OldRegionFinder(KnownRegions now, std::set<std::string> declared)
      : now_(std::move(now)), declared_(std::move(declared)) {}

  // A baseline stores paths, not declared names: the path of the new build comes first.
  OldRegion in_baseline(const GatedTest& test, const KnownRegions& old) const;
  // A base build resolves the declared name by itself: the written form comes before a label.
  OldRegion in_base_build(const GatedTest& test, const KnownRegions& old) const;

  // Other regions of the new build with the same label, as a list for people.
  std::string namesakes_of(const GatedTest& test) const;

 private:
  std::vector<RegionPath> named(const KnownRegions& regions, const std::string& text) const;

  KnownRegions now_;
  std::set<std::string> declared_;
};

}  // namespace ncu_regions
