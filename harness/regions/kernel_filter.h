// Regions: which kernels count. Patterns are an exact name, or "regex:" and an expression of RE2,
// whose time is linear in the name whatever the expression is.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/config/kernel_selection.h"
#include "harness/core/region_path.h"

namespace ncu_regions {

struct KernelNames {
  std::string_view name;  // what ncu calls it
  std::string_view demangled, mangled, function;
};

class KernelPattern {
 public:
  // Throws Error(kUsage): an empty pattern, one that is too long, no expression. `where` begins the
  // message.
  KernelPattern(const std::string& text, std::string base, const std::string& where);
  ~KernelPattern();
  KernelPattern(KernelPattern&&) noexcept;

  bool matches(const KernelNames& names) const;
  const std::string& text() const { return text_; }

 private:
  bool matches_name(std::string_view name) const;

  struct Expression;
  std::string text_, base_;
  std::unique_ptr<Expression> expression_;  // nothing: an exact name
};

class KernelFilter {
 public:
  explicit KernelFilter(const KernelSettings& settings);

  bool is_empty() const { return rules_.size() == 1 && rules_.front().is_empty(); }

  // The number of the rule that counts for what stands directly in a region, given that of its
  // parent (0 at the top).
  std::size_t rule_of(const RegionPath& region, std::size_t above);
  // Whether rule `rule` selects the kernel.
  bool selects(std::size_t rule, const KernelNames& names);

  // Which patterns matched no kernel, and which regions were not there.
  std::vector<std::string> notes() const;

 private:
  struct Pattern {
    KernelPattern pattern;
    bool is_used = false;
  };
  struct Rule {
    std::string region;  // empty: the general one
    std::vector<Pattern> include, exclude;
    bool is_used = false;
    bool is_empty() const { return include.empty() && exclude.empty(); }
  };
  static bool any(std::vector<Pattern>& patterns, const KernelNames& names);

  std::deque<Rule> rules_;
};

}  // namespace ncu_regions
