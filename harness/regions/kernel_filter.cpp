#include "harness/regions/kernel_filter.h"

#include <re2/re2.h>

#include "harness/config/budget.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

constexpr std::string_view kRegex = "regex:";
constexpr std::size_t kLongestPattern = 4'096;
constexpr std::int64_t kExpressionMemory = 1 << 20;  // bytes of one compiled expression

}  // namespace

struct KernelPattern::Expression {
  explicit Expression(std::string_view text)
      : re(re2::StringPiece(text.data(), text.size()), options()) {}

  // Names are bytes: not every symbol is UTF-8.
  static re2::RE2::Options options() {
    re2::RE2::Options options;
    options.set_max_mem(kExpressionMemory);
    options.set_log_errors(false);
    options.set_encoding(re2::RE2::Options::EncodingLatin1);
    return options;
  }

  re2::RE2 re;
};

KernelPattern::KernelPattern(const std::string& text, std::string base, const std::string& where)
    : text_(text), base_(std::move(base)) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::kUsage,
                where + ": kernel pattern '" + printable(text.substr(0, 80)) + "' " + why +
                    "; expected a kernel's name, or regex: and an expression in RE2's syntax");
  };
  if (text.empty() || text == kRegex) refuse("is empty");
  if (text.size() > kLongestPattern) {
    refuse("... has " + std::to_string(text.size()) + " characters, more than " +
           std::to_string(kLongestPattern));
  }
  if (!text.starts_with(kRegex)) return;
  expression_ = std::make_unique<Expression>(std::string_view(text).substr(kRegex.size()));
  if (!expression_->re.ok())
    refuse("is no expression (" + printable(expression_->re.error()) + ")");
}

KernelPattern::~KernelPattern() = default;
KernelPattern::KernelPattern(KernelPattern&&) noexcept = default;

bool KernelPattern::matches_name(std::string_view name) const {
  if (name.empty()) return false;
  if (!expression_) return name == text_;
  return re2::RE2::PartialMatch(re2::StringPiece(name.data(), name.size()), expression_->re);
}

bool KernelPattern::matches(const KernelNames& names) const {
  if (base_ == "function") return matches_name(names.function);
  if (base_ == "mangled") return matches_name(names.mangled);
  if (base_ == "demangled") return matches_name(names.demangled);
  return matches_name(names.name) || matches_name(names.demangled) || matches_name(names.mangled) ||
         matches_name(names.function);
}

KernelFilter::KernelFilter(const KernelSettings& settings) {
  const auto add = [&](const std::string& region, const KernelSelection& kernels,
                       const std::string& where) {
    Rule& rule = rules_.emplace_back();
    rule.region = region;
    for (const std::string& text : kernels.include) {
      rule.include.push_back({KernelPattern(text, settings.name_base, where)});
    }
    for (const std::string& text : kernels.exclude) {
      rule.exclude.push_back({KernelPattern(text, settings.name_base, where)});
    }
  };
  add("", settings.general, "kernel_include and kernel_exclude");
  for (const KernelOverride& entry : settings.by_region) {
    add(entry.region, entry.kernels, entry.origin);
  }
}

std::size_t KernelFilter::rule_of(const RegionPath& region, std::size_t above) {
  for (std::size_t i = rules_.size(); i-- > 1;) {
    if (!covers(rules_[i].region, region)) continue;
    rules_[i].is_used = true;
    return i;
  }
  return above;
}

// All of them are tried, so that one that matches nothing can be told.
bool KernelFilter::any(std::vector<Pattern>& patterns, const KernelNames& names) {
  bool matched = false;
  for (Pattern& pattern : patterns) {
    if (!pattern.pattern.matches(names)) continue;
    pattern.is_used = true;
    matched = true;
  }
  return matched;
}

bool KernelFilter::selects(std::size_t rule, const KernelNames& names) {
  Rule& chosen = rules_[rule];
  const bool included = any(chosen.include, names) || chosen.include.empty();
  const bool excluded = any(chosen.exclude, names);
  return included && !excluded;
}

std::vector<std::string> KernelFilter::notes() const {
  std::vector<std::string> notes;
  for (const Rule& rule : rules_) {
    const std::string of = rule.region.empty() ? "" : " of region '" + rule.region + "'";
    if (!rule.region.empty() && !rule.is_used) {
      notes.push_back("kernels_of: no region matches '" + rule.region + "'");
      continue;
    }
    for (const auto& [list, word] :
         {std::pair(&rule.include, "include"), {&rule.exclude, "exclude"}}) {
      for (const Pattern& pattern : *list) {
        if (pattern.is_used) continue;
        notes.push_back(std::string("the kernel ") + word + " pattern '" + pattern.pattern.text() +
                        "'" + of + " matched no kernel");
      }
    }
  }
  return notes;
}

}  // namespace ncu_regions
