// Config: which kernels count. Data; regions/kernel_filter.h obeys it.
#pragma once

#include <string>
#include <vector>

namespace ncu_regions {

// Patterns: an exact name, or "regex:" and an expression that is searched for in the name.
struct KernelSelection {
  std::vector<std::string> include;  // empty: all
  std::vector<std::string> exclude;  // wins

  bool empty() const { return include.empty() && exclude.empty(); }
};

// Instead of the general selection, for what is launched in a region and below it.
struct KernelOverride {
  std::string region;  // glob, as in budgets
  KernelSelection kernels;
  std::string origin;  // "file:line"
};

struct KernelSettings {
  std::string name_base = "any";  // any, function, demangled, mangled
  KernelSelection general;
  std::vector<KernelOverride>
      by_region;  // last match wins; the innermost region before its parents
};

}  // namespace ncu_regions
