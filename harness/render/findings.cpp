#include "harness/render/findings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/core/unit.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kPathLabels = 6;
constexpr std::size_t kLabel = 80;
constexpr std::size_t kReason = 600;

// A benchmark's name is one word, as its program prints it; a region stands in others. Of one that
// was never seen nobody knows in which.
std::string region_name_cell(const Verdict& verdict) {
  if (verdict.is_region_missing) return markdown_name(short_name(verdict.declared, 2 * kLabel));
  const bool is_benchmark = verdict.metric.starts_with(kBenchmarkPrefix);
  return is_benchmark ? markdown_name(short_name(display_form(verdict.region), 2 * kLabel))
                      : tree_path(verdict.region);
}

std::string probability_text(double p) {
  char text[32];
  std::snprintf(text, sizeof(text), p < 0.001 ? "%.1g" : "%.2g", p);
  return text;
}

// A value and its unit stay on one line; the line may break at the arrow.
std::string unbroken(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_at_arrow =
        text.compare(i, 4, " →") == 0 || text.compare(i < 3 ? 0 : i - 3, 4, "→ ") == 0;
    out += text[i] == ' ' && !is_at_arrow ? "\xc2\xa0" : text.substr(i, 1);
  }
  return out;
}

std::string statistical_confidence(const Verdict& verdict, const Evidence& evidence) {
  const Decision& decision = evidence.decision;
  std::string captures =
      std::to_string(decision.n_base) + " v " + std::to_string(decision.n_now) + " captures";
  // What the screen alone decided had no fresh captures.
  const bool is_confirmed = decision.step.find("screen") == std::string::npos;
  const std::string proof =
      decision.p && is_confirmed ? ", p " + probability_text(*decision.p) : std::string();
  switch (verdict.waived.value_or(verdict.word)) {
    case VerdictWord::kRegressed:
    case VerdictWord::kImproved:
      if (!is_confirmed) return "likely (" + captures + ")";
      return (evidence.mode == Mode::kSideBySide ? "sure: confirmed side by side ("
              : evidence.mode == Mode::kFixed    ? "likely ("
                                                 : "likely: stored baseline (") +
             captures + proof + ")";
    case VerdictWord::kSuspect:
      return "not proven (" + captures + proof + ")";
    case VerdictWord::kNoisy:
      return "cannot tell: it varies too much (" + captures + ")";
    default:
      return captures;
  }
}

}  // namespace

std::string values_words(const Verdict& verdict) {
  const std::string per = verdict.per_instance ? " per instance" : "";
  const std::string now = verdict.now ? amount(*verdict.now, verdict.unit) : "not measured";
  if (verdict.is_limit_only() || (!verdict.baseline && verdict.max)) return now + per;
  if (!verdict.baseline) return verdict.now ? "— → " + now : "not measured";
  return change_of_amount(*verdict.baseline, verdict.now, verdict.unit) + per;
}

std::string limit_words(const Verdict& verdict) {
  std::string text;
  if (verdict.max) text = "at most " + amount(*verdict.max, verdict.unit);
  if (verdict.min) {
    text +=
        (text.empty() ? "" : ", ") + std::string("at least ") + amount(*verdict.min, verdict.unit);
  }
  return text;
}

std::string budget_words(const Verdict& verdict) {
  std::string limit = limit_words(verdict);
  if (verdict.is_limit_only() || verdict.word == VerdictWord::kOverLimit) return limit;
  return to_string(verdict.budget) + (limit.empty() ? "" : "; " + limit);
}

namespace {

std::string change_text(const Verdict& verdict) {
  if (!verdict.baseline || !verdict.now) return "";
  return relative_change(*verdict.baseline, *verdict.now);
}

// As a share of the old value; a limit that is broken without one comes first.
double change_size(const Verdict& verdict) {
  if (!verdict.baseline || !verdict.now) {
    return verdict.word == VerdictWord::kOverLimit ? HUGE_VAL : 0;
  }
  if (*verdict.baseline == 0) return *verdict.now == 0 ? 0 : HUGE_VAL;
  return std::abs(*verdict.now - *verdict.baseline) / std::abs(*verdict.baseline);
}

// Nothing was decided: there is a reason instead.
bool has_no_measure(FindingGroup group) {
  return group == FindingGroup::kNotMeasured || group == FindingGroup::kIncomparable ||
         group == FindingGroup::kNew || group == FindingGroup::kWaived;
}

bool is_bold(const Verdict& verdict) { return group_of(verdict) == FindingGroup::kWorse; }

std::vector<std::string> finding_cells(const Verdict& verdict) {
  std::vector<std::string> cells = unchanged_cells(verdict);
  std::string sure = markdown_text(confidence_words(verdict));
  if (verdict.is_collapsed) sure = "**collapsed?** is the work still done; " + sure;
  cells.push_back(std::move(sure));
  return cells;
}

}  // namespace

FindingGroup group_of(const Verdict& verdict) {
  switch (verdict.word) {
    case VerdictWord::kRegressed:
    case VerdictWord::kOverLimit:
      return FindingGroup::kWorse;
    case VerdictWord::kSuspect:
      return FindingGroup::kSuspect;
    case VerdictWord::kNotMeasured:
      return FindingGroup::kNotMeasured;
    case VerdictWord::kIncomparable:
      return FindingGroup::kIncomparable;
    case VerdictWord::kNoBaseline:
      return FindingGroup::kNew;
    case VerdictWord::kWaived:
    case VerdictWord::kWaiverStale:
      return FindingGroup::kWaived;
    case VerdictWord::kImproved:
      return FindingGroup::kImproved;
    case VerdictWord::kNoisy:
      return FindingGroup::kNoisy;
    case VerdictWord::kPass:
      break;
  }
  return FindingGroup::kUnchanged;
}

std::string_view title_of(FindingGroup group) {
  switch (group) {
    case FindingGroup::kWorse:
      return "Regressed, or over a limit";
    case FindingGroup::kSuspect:
      return "Suspects: perhaps worse, not proven";
    case FindingGroup::kNotMeasured:
      return "Not measured";
    case FindingGroup::kIncomparable:
      return "Cannot be compared with the baseline";
    case FindingGroup::kNew:
      return "New: nothing to compare with";
    case FindingGroup::kWaived:
      return "Waived";
    case FindingGroup::kImproved:
      return "Improved";
    case FindingGroup::kNoisy:
      return "Too noisy to tell";
    case FindingGroup::kUnchanged:
      break;
  }
  return "Within budget";
}

std::vector<const Verdict*> verdicts_in(const Outcome& outcome, FindingGroup group) {
  std::vector<const Verdict*> verdicts;
  for (const Verdict& verdict : outcome.verdicts) {
    if (group_of(verdict) == group) verdicts.push_back(&verdict);
  }
  std::ranges::stable_sort(verdicts, {}, [](const Verdict* verdict) {
    return std::pair(exit_code_of(*verdict) == ExitCode::kPass, -change_size(*verdict));
  });
  return verdicts;
}

bool is_first_run(const Outcome& outcome) {
  return !has_old(outcome) && !outcome.verdicts.empty() &&
         std::ranges::all_of(outcome.verdicts, [](const Verdict& verdict) {
           return verdict.word == VerdictWord::kNoBaseline;
         });
}

std::vector<std::string> unchanged_cells(const Verdict& verdict) {
  const std::string change = change_text(verdict);
  return {
      region_name_cell(verdict), markdown_name(verdict.metric),
      unbroken(markdown_text(values_words(verdict))),
      is_bold(verdict) && !change.empty() ? "**" + unbroken(change) + "**" : unbroken(change),
      markdown_text(budget_words(verdict)) + (verdict.gate == Gate::kWarn ? " (warns only)" : "")};
}

std::string confidence_words(const Verdict& verdict) {
  if (verdict.word == VerdictWord::kNotMeasured || verdict.word == VerdictWord::kIncomparable ||
      verdict.word == VerdictWord::kWaiverStale) {
    return short_name(verdict.reason, kReason);
  }
  std::string text;
  if (verdict.word == VerdictWord::kOverLimit) {
    text = "certain: a limit";
  } else if (!verdict.evidence) {
    text = verdict.word == VerdictWord::kNoBaseline ? "nothing to compare with" : "";
  } else if (verdict.evidence->decision.step == "exact") {
    text = verdict.word == VerdictWord::kPass ? "exact" : "certain: an exact count";
  } else {
    text = statistical_confidence(verdict, *verdict.evidence);
  }
  if (verdict.word == VerdictWord::kWaived && verdict.waiver) {
    text = "waived until " + verdict.waiver->until + " by " + verdict.waiver->author + ": " +
           verdict.waiver->reason;
  }
  return short_name(text, kReason);
}

std::string tree_path(const RegionPath& path) {
  std::string text =
      path.domain.empty() ? "" : markdown_name(short_name(path.domain, kLabel)) + " @ ";
  const std::size_t count = path.labels.size();
  const std::size_t first = count > kPathLabels ? count - kPathLabels : 0;
  if (first > 0) text += "… › ";
  for (std::size_t i = first; i < count; ++i) {
    text += (i > first ? " › " : "") + markdown_name(short_name(path.labels[i], kLabel));
  }
  return text + (path.start_end ? " (start/end)" : "");
}

std::string amount(double value, const std::string& unit) {
  const bool is_whole = std::trunc(value) == value;
  const bool scales = unit == "ns" || unit.find("byte") != std::string::npos || unit == "hz";
  if (scales || !is_whole) return number_text(value, unit);
  return grouped(value) + (unit.empty() ? "" : " " + unit);
}

std::string change_of_amount(double before, const std::optional<double>& now,
                             const std::string& unit) {
  const std::string old = amount(before, unit);
  if (!now) return old + " → not measured";
  const std::string current = amount(*now, unit);
  // A unit that both have is said once.
  const std::size_t blank = current.rfind(' ');
  const bool is_same = blank != std::string::npos && old.ends_with(current.substr(blank));
  return (is_same ? old.substr(0, old.rfind(' ')) : old) + " → " + current;
}

std::string finding_tables(const Outcome& outcome, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i + 1 < kFindingGroups; ++i) {
    const auto group = static_cast<FindingGroup>(i);
    if (group == FindingGroup::kNew && is_first_run(outcome)) continue;
    const std::vector<const Verdict*> verdicts = verdicts_in(outcome, group);
    if (verdicts.empty()) continue;
    text += "**" + std::string(title_of(group)) + "**\n\n" + findings_table(verdicts, most) + "\n";
  }
  return text;
}

std::string signed_amount(double value, const std::string& unit) {
  if (value == 0) return "0";
  return (value > 0 ? "+" : "−") + amount(std::abs(value), unit);
}

std::string findings_table(std::span<const Verdict* const> verdicts, std::size_t most) {
  MarkdownTable table;
  table.text("Region").text("Metric").number("Old → new").number("Change").text("Budget");
  table.text(!verdicts.empty() && has_no_measure(group_of(*verdicts.front())) ? "Why" : "How sure");
  const std::size_t shown = std::min(most, verdicts.size());
  for (const Verdict* verdict : verdicts.first(shown)) table.add(finding_cells(*verdict));
  const std::size_t more = verdicts.size() - shown;
  return table.str() +
         (more > 0 ? "\nand " + grouped(static_cast<double>(more)) + " more, left out here.\n"
                   : "");
}

}  // namespace ncu_regions
