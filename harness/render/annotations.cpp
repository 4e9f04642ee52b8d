#include "harness/render/annotations.h"

#include <algorithm>

#include "harness/core/text.h"
#include "harness/render/findings.h"
#include "harness/render/markdown.h"
#include "harness/render/why.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// What ends a command or one of its properties.
std::string escaped(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '%') {
      out += "%25";
    } else if (is_property && c == ':') {
      out += "%3A";
    } else if (is_property && c == ',') {
      out += "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

// Relative to the checkout, as GitHub wants it; "" for a file of somebody else.
std::string file_in(const fs::path& root, const std::string& file) {
  if (root.empty() || file.empty()) return "";
  std::error_code failed;
  const fs::path whole =
      fs::weakly_canonical(fs::path(file).is_absolute() ? fs::path(file) : root / file, failed);
  const fs::path base = fs::weakly_canonical(root, failed);
  if (failed || !fs::is_regular_file(whole, failed)) return "";
  const std::string relative = whole.lexically_relative(base).generic_string();
  return relative.empty() || relative.starts_with("..") ? "" : relative;
}

std::string place_of(const WorkloadRun& run, const RegionPath& region, const fs::path& root) {
  const auto found = run.explained.sources.find(region);
  if (found == run.explained.sources.end()) return "";
  const std::string file = file_in(root, found->second.file);
  if (file.empty()) return "";
  return "file=" + escaped(file, true) + ",line=" + std::to_string(found->second.line) + ",";
}

std::string verdict_text(const Verdict& verdict) {
  std::string text = verdict.metric + " " + std::string(to_string(verdict.word));
  if (verdict.word == VerdictWord::kOverLimit && verdict.now) {
    text += ": " + amount(*verdict.now, verdict.unit) + ", " + limit_words(verdict);
  } else if (verdict.baseline && verdict.now) {
    text += ": " + change_of_amount(*verdict.baseline, verdict.now, verdict.unit) + " (" +
            relative_change(*verdict.baseline, *verdict.now) + "), budget " +
            to_string(verdict.budget);
  } else {
    text += ": " + verdict.reason;
  }
  return text;
}

// Worth an annotation: what fails, and what might be worse.
bool is_told(const Verdict& verdict) {
  const FindingGroup group = group_of(verdict);
  return group == FindingGroup::kWorse || group == FindingGroup::kSuspect ||
         (group == FindingGroup::kNotMeasured && !verdict.beyond_this_machine);
}

std::string annotation(const WorkloadRun& run, const RegionPath& region, const fs::path& root) {
  bool fails = false;
  std::vector<std::string> texts;
  for (const Verdict& verdict : run.outcome.verdicts) {
    if (verdict.region != region || !is_told(verdict)) continue;
    fails |= exit_code_of(verdict) != ExitCode::kPass;
    texts.push_back(verdict_text(verdict));
  }
  const Explanation* why = run.explained.find(region);
  if (why != nullptr) texts.push_back("why: " + reading_text(why->reading));
  return std::string(fails ? "::error " : "::warning ") + place_of(run, region, root) + "title=" +
         escaped("ncu-regions: " + run.outcome.workload + ", " + display_form(region), true) +
         "::" + escaped(join(texts, "; "), false);
}

}  // namespace

std::vector<std::string> annotations(std::span<const WorkloadResult> results,
                                     const fs::path& root) {
  std::vector<std::string> lines;
  for (const WorkloadResult& result : results) {
    if (!result.run) {
      lines.push_back("::error title=" + escaped("ncu-regions: " + result.name, true) +
                      "::" + escaped("no complete run: " + result.error, false));
      continue;
    }
    const std::string rules = review_line(result.run->outcome);
    if (!rules.empty()) {
      lines.push_back(
          "::warning title=" + escaped("ncu-regions: " + result.name + ", rules", true) +
          "::" + escaped(rules, false));
    }
    std::vector<RegionPath> told;
    for (const Verdict& verdict : result.run->outcome.verdicts) {
      const bool is_new = std::ranges::find(told, verdict.region) == told.end();
      if (!is_told(verdict) || !is_new) continue;
      told.push_back(verdict.region);
      lines.push_back(annotation(*result.run, verdict.region, root));
    }
  }
  std::ranges::stable_sort(
      lines, {}, [](const std::string& line) { return line.starts_with("::error") ? 0 : 1; });
  return lines;
}

}  // namespace ncu_regions
