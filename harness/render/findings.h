// Render: verdicts for a reviewer: in groups, worst first, each with how sure it is.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/outcome.h"

namespace ncu_regions {

// In the order in which they are read.
enum class FindingGroup {
  kWorse,         // regressed, over a limit
  kSuspect,       // perhaps worse
  kNotMeasured,   //
  kIncomparable,  // with the baseline
  kNew,           // nothing to compare with
  kWaived,        // and waivers that are stale
  kImproved,      //
  kNoisy,         //
  kUnchanged,     //
};
inline constexpr std::size_t kFindingGroups = 9;

FindingGroup group_of(const Verdict& verdict);
std::string_view title_of(FindingGroup group);

// The verdicts of a group, in the order of the outcome; those that fail something come first.
std::vector<const Verdict*> verdicts_in(const Outcome& outcome, FindingGroup group);

// Without any baseline, "new" in every row says nothing that one sentence cannot.
bool is_first_run(const Outcome& outcome);

// At most `most` rows, the others are counted below the table.
std::string findings_table(std::span<const Verdict* const> verdicts, std::size_t most);

// One for each group that is worth a reader's time, with its title.
std::string finding_tables(const Outcome& outcome, std::size_t most);

// Region, metric, values, change and budget of a verdict.
std::vector<std::string> unchanged_cells(const Verdict& verdict);

// "at most 64": the limits of a verdict, or "".
std::string limit_words(const Verdict& verdict);

// Plain text: "16 → 32 launches", "3 % or 2 us; at most 64", and how sure the verdict is, in words
// that need no statistics.
std::string values_words(const Verdict& verdict);
std::string budget_words(const Verdict& verdict);
std::string confidence_words(const Verdict& verdict);

// "`A` › `A::A1`": the labels as code, safe in Markdown.
std::string tree_path(const RegionPath& path);

// A value for people, in a unit that fits: "1.25 ms", "86,611,154 inst".
std::string amount(double value, const std::string& unit);
// "16 → 32 launches".
std::string change_of_amount(double before, const std::optional<double>& now,
                             const std::string& unit);
// An amount with a sign.
std::string signed_amount(double value, const std::string& unit);

}  // namespace ncu_regions
