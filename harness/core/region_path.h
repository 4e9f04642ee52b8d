// Core: what a region is called. Identity is a domain and a list of labels, never a joined string
// (C++ names contain "::", and a label may contain anything).
#pragma once

#include <compare>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions {

struct RegionPath {
  std::string domain;               // empty: the default domain
  std::vector<std::string> labels;  // outermost first; never empty for a real region
  // A start/end range: parentless (one label), process-wide, and another region than a push/pop
  // range of the same name.
  bool start_end = false;

  // clang-tidy 14 means the 0 that <=> is compared with, and the bool that it compares.
  // NOLINTNEXTLINE(modernize-use-nullptr,readability-implicit-bool-conversion)
  auto operator<=>(const RegionPath&) const = default;
  bool operator==(const RegionPath&) const = default;
};

// "A/A::A1", with a non-default domain "net@A/A::A1". '/', '\' and '@' inside a name are escaped
// with '\', so that the form can be read back. A start/end range is written "startend:A"; a
// push/pop label that begins like that gets a '\' in front.
std::string written_form(const RegionPath& path);

// The inverse of written_form. Throws Error(kUsage) on an empty label or a dangling '\'.
RegionPath parse_written_form(std::string_view text);

// What a person reads: the last label when it starts with its parent's label and "::"
// (A > A::A1 shows as "A::A1"), "A (start/end)" for a start/end range, else the written form.
std::string display_form(const RegionPath& path);

// Whether `text` names `path`: as its written form, or as its last label alone.
bool is_named_by(const RegionPath& path, std::string_view text);

// The path among `known` that `text` names, or nullptr when none does. The written form wins over a
// label that stands elsewhere; two regions with that label are an Error(kMeasurement) that lists
// them.
const RegionPath* find_region(std::span<const RegionPath> known, std::string_view text);

}  // namespace ncu_regions
