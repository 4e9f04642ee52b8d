// One workload in a comment.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "harness/core/capture_kind.h"
#include "harness/core/text.h"
#include "harness/render/comment_parts.h"
#include "harness/render/findings.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/report.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostNotes = 12;

bool is_host(const Outcome& outcome) {
  return capture_kind_from(outcome.kind) == CaptureKind::kHost;
}

bool is_benchmark(const Outcome& outcome) {
  return capture_kind_from(outcome.kind) == CaptureKind::kBenchmark;
}

// What a reader must know before the numbers: builds that were not made alike.
bool is_condition(const std::string& note) {
  return note.find(" was measured with other ") != std::string::npos;
}

std::optional<std::chrono::sys_days> day_of(const std::string& date) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  if (std::sscanf(date.c_str(), "%4d-%2u-%2u", &year, &month, &day) != 3) return std::nullopt;
  const std::chrono::year_month_day parts{std::chrono::year(year), std::chrono::month(month),
                                          std::chrono::day(day)};
  if (!parts.ok()) return std::nullopt;
  return std::chrono::sys_days(parts);
}

std::string age_text(const std::string& from, const std::string& until) {
  const auto begin = day_of(from);
  const auto end = day_of(until);
  if (!begin || !end || *end < *begin) return "";
  const auto days = (*end - *begin).count();
  return days == 0 ? ", the same day"
                   : ", " + counted(static_cast<std::size_t>(days), "day") + " old";
}

std::string against_words(const WorkloadRun& run) {
  const Outcome& outcome = run.outcome;
  if (outcome.mode == Mode::kSideBySide) {
    return outcome.spent.base > 0 ? "side by side with the base build"
                                  : "side by side, and the base does not have it";
  }
  if (!outcome.baseline.exists) return "no baseline yet";
  return "stored baseline of commit " + markdown_name(outcome.baseline.commit) + " (" +
         markdown_text(outcome.baseline.date + age_text(outcome.baseline.date, run.record.date)) +
         ")";
}

Json note_list(const Outcome& outcome, bool conditions) {
  Json notes = Json::array();
  std::size_t more = 0;
  for (const std::string& note : outcome.notes) {
    if (is_condition(note) != conditions) continue;
    if (notes.size() == kMostNotes) {
      ++more;
    } else {
      notes.push_back(markdown_text(short_name(note, 500)));
    }
  }
  if (more > 0) notes.push_back("and " + counted(more, "further note"));
  return notes;
}

void add_field(MarkdownTable& table, const WorkloadRun& run, const std::string& title,
               const std::string& field) {
  const auto found = run.record.fingerprint.find(field);
  if (found == run.record.fingerprint.end() || found->second.empty()) return;
  table.add({title, markdown_name(short_name(found->second, 200))});
}

// `is_alone`: also what differs from run to run of one device.
std::string context_rows(const WorkloadRun& run, bool is_alone = true) {
  const Outcome& outcome = run.outcome;
  MarkdownTable table;
  table.text("Context").text("");
  table.add({"Measured by",
             markdown_text(is_host(outcome) ? "the host profiler on the CPU, not on a GPU: " +
                                                  outcome.profiler_reason
                                            : outcome.profiler_reason)});
  add_field(table, run, "GPU", "gpu");
  add_field(table, run, "Driver", "driver");
  add_field(table, run, "Nsight Compute", "ncu");
  add_field(table, run, "Clocks", "clocks");
  add_field(table, run, "Compiler", "compiler");
  table.add({"Capture kind", markdown_name(outcome.kind)});
  if (outcome.review && review_line(outcome).empty()) table.add({"Rules", "those of the base"});
  table.add({"Compared with", against_words(run)});
  if (is_alone) {
    table.add({"Spent", markdown_text(spent_line(outcome))});
    table.add({"Measured at", markdown_name(run.record.date)});
  }
  table.add({"Version", markdown_name(run.record.version)});
  return table.str();
}

// A block of code: a line in it must not end it.
std::string code_line(const std::string& text) {
  std::string safe = printable(text);
  for (std::size_t at = safe.find("```"); at != std::string::npos; at = safe.find("```", at)) {
    safe.replace(at, 3, "'''");
  }
  return safe;
}

// Of a name, for ctest -R.
std::string regex_of(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    text += is_plain ? std::string(1, c) : std::string("\\") + c;
  }
  return text;
}

std::string reproduce_command(const WorkloadRun& run, const CommentOptions& options) {
  const bool is_pair = run.outcome.mode == Mode::kSideBySide;
  return code_line((is_pair ? "NCU_REGIONS_BASE=/path/to/base/build " : "") +
                   std::string("ctest --test-dir ") + shell_word(options.build) +
                   " -L ncu-regions -R " +
                   shell_word(R"(^ncu-regions\.(profile\.|report\.)?)" +
                              regex_of(run.outcome.workload) + R"((\.|$))") +
                   " --no-tests=error");
}

std::string accept_line(const WorkloadRun& run, const CommentOptions& options) {
  RegionTree nothing;
  RunRecord record = run.record;
  record.tool = "ncu-regions";
  // Files of Google Benchmark are judged beside any build.
  record.folder = (is_benchmark(run.outcome) ? "" : options.build + "/") + "ncu-regions/" +
                  run.outcome.workload;
  return code_line(accept_command({record, nothing, &run.outcome}));
}

Json missing_data(const WorkloadResult& result) {
  return {{"title", markdown_name(short_name(result.name, 100))},
          {"has_run", false},
          {"error", markdown_text(short_name(result.error, 1000))}};
}

}  // namespace

bool is_quiet(const WorkloadResult& result) {
  if (!result.run || result.state != WorkloadState::kPassed) return false;
  const Outcome& outcome = result.run->outcome;
  const bool has_rules =
      outcome.review && (!outcome.review->changes.empty() || !outcome.review->note.empty() ||
                         !outcome.review->verdicts.empty());
  return !has_rules && outcome.notes.empty() &&
         std::ranges::all_of(outcome.verdicts, [](const Verdict& verdict) {
           return verdict.word == VerdictWord::kPass;
         });
}

std::string measured_on(const WorkloadResult& result) {
  if (!result.run) return "";
  const WorkloadRun& run = *result.run;
  if (run.outcome.skipped) return "nothing";
  if (is_host(run.outcome))
    return markdown_name(run.outcome.device) + " (host profiler, not a GPU)";
  if (is_benchmark(run.outcome))
    return markdown_name(run.outcome.device) + " (Google Benchmark's own times, not a GPU)";
  const auto gpu = run.record.fingerprint.find("gpu");
  return markdown_name(gpu == run.record.fingerprint.end() ? run.outcome.device : gpu->second);
}

std::string measured_words(std::span<const WorkloadResult> results) {
  std::vector<std::string> devices;
  std::vector<std::string> against;
  const auto add = [](std::vector<std::string>& list, std::string text) {
    if (!text.empty() && std::ranges::find(list, text) == list.end())
      list.push_back(std::move(text));
  };
  for (const WorkloadResult& result : results) {
    add(devices, measured_on(result));
    if (result.run && !result.run->outcome.skipped) add(against, against_words(*result.run));
  }
  constexpr std::size_t kFew = 3;
  const auto words = [](const std::vector<std::string>& list, const std::string& many) {
    return list.size() > kFew ? counted(list.size(), many) : join(list, ", ");
  };
  if (devices.empty()) return "";
  return "Measured on " + words(devices, "device") +
         (against.empty() ? "" : "; compared with: " + words(against, "baseline")) + ".";
}

Json section_data(const WorkloadResult& result, const CommentOptions& options,
                  const CommentDetail& detail, bool has_title) {
  if (!result.run) return missing_data(result);
  const WorkloadRun& run = *result.run;
  const Outcome& outcome = run.outcome;
  const std::vector<const Verdict*> unchanged = verdicts_in(outcome, FindingGroup::kUnchanged);
  return {
      {"title",
       has_title ? markdown_name(short_name(result.name, 100)) + " on " + measured_on(result) : ""},
      {"has_run", true},
      {"skipped", outcome.skipped},
      {"reason", markdown_text(outcome.profiler_reason)},
      {"first_run", is_first_run(outcome)},
      {"is_pair", outcome.mode == Mode::kSideBySide},
      {"fails", result.state == WorkloadState::kFailed},
      {"gates", outcome.verdicts.size()},
      {"conditions", note_list(outcome, true)},
      {"groups", without_end(finding_tables(outcome, detail.rows))},
      {"why", without_end(why_markdown(outcome, run.explained, detail.why))},
      {"unchanged_count", unchanged.size()},
      {"unchanged", without_end(detail.unchanged ? findings_table(unchanged, detail.rows) : "")},
      {"notes", note_list(outcome, false)},
      {"context", without_end(context_rows(run))},
      {"accept", accept_line(run, options)},
      {"reproduce",
       outcome.skipped || is_benchmark(outcome) ? "" : reproduce_command(run, options)}};
}

std::string unchanged_table(std::span<const WorkloadResult> results, std::size_t most) {
  MarkdownTable table;
  const bool is_many = results.size() > 1;
  if (is_many) table.text("Workload");
  table.text("Region").text("Metric").number("Old → new").number("Change").text("Budget");
  std::size_t rows = 0;
  std::size_t more = 0;
  for (const WorkloadResult& result : results) {
    for (const Verdict& verdict : result.run->outcome.verdicts) {
      if (rows++ >= most) {
        ++more;
        continue;
      }
      std::vector<std::string> cells = unchanged_cells(verdict);
      if (is_many) cells.insert(cells.begin(), markdown_name(short_name(result.name, 100)));
      table.add(std::move(cells));
    }
  }
  return table.str() + (more > 0 ? "\nand " + counted(more, "more gate") + ".\n" : "");
}

std::string common_context(std::span<const WorkloadResult> results) {
  constexpr std::size_t kFew = 4;
  std::vector<std::pair<std::string, std::vector<std::string>>> texts;
  for (const WorkloadResult& result : results) {
    if (!result.run) continue;
    const std::string text = context_rows(*result.run, false);
    const auto same = std::ranges::find(texts, text, [](const auto& entry) { return entry.first; });
    if (same != texts.end()) {
      same->second.push_back(result.name);
    } else {
      texts.emplace_back(text, std::vector<std::string>{result.name});
    }
  }
  std::string all;
  for (const auto& [text, names] : std::span(texts).first(std::min(texts.size(), kFew))) {
    all += (texts.size() > 1 ? name_list(names) + ":\n\n" : "") + text + "\n";
  }
  return all;
}

std::string name_list(const std::vector<std::string>& names) {
  constexpr std::size_t kFew = 5;
  std::vector<std::string> few;
  for (const std::string& name : names) {
    if (few.size() < kFew) few.push_back(markdown_name(short_name(name, 100)));
  }
  return join(few, ", ") +
         (names.size() > kFew ? " and " + std::to_string(names.size() - kFew) + " more" : "");
}

std::string without_end(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace ncu_regions
