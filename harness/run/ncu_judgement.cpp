#include "harness/run/ncu_judgement.h"

#include <re2/re2.h>

#include <algorithm>

#include "harness/command/ncu_command.h"
#include "harness/core/files.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLines = 6;

std::string text_of(const fs::path& file) {
  std::error_code missing;
  return fs::is_regular_file(file, missing) ? read_file(file) : "";
}

struct Lines {
  std::vector<std::string> own;     // complaints of ncu, by their marks
  std::vector<std::string> all;     // with those that may be the program's
  std::vector<std::string> errors;  // not those on standard output where there is a log
};

bool is_error(const std::string& line) { return line.find("==ERROR==") != std::string::npos; }

// Its other lines name kernels and paths, which may be called anything. A launcher may have put its
// own mark before a line.
bool is_complaint(const std::string& line) {
  return is_error(line) || line.find("==WARNING==") != std::string::npos ||
         line.find("==PROF== Trying to shutdown") != std::string::npos ||
         line.find("==PROF== Received signal") != std::string::npos;
}

Lines lines_of(const NcuTexts& texts) {
  Lines lines;
  for (const std::string* text : {&texts.log, &texts.out, &texts.err}) {
    for (const std::string& line : split(*text, '\n')) {
      if (trim(line).empty()) continue;
      lines.all.push_back(line);
      if (is_complaint(line)) lines.own.push_back(line);
      const bool is_of_ncu = text != &texts.out || trim(texts.log).empty();
      if (is_of_ncu && is_error(line)) lines.errors.push_back(line);
    }
  }
  return lines;
}

// Names of kernels stand in quotes, and may be called anything.
std::string without_names(std::string line) {
  static const RE2 kQuoted(R"("[^"]*")");
  RE2::GlobalReplace(&line, kQuoted, "\"\"");
  return line;
}

const std::string* find(const std::vector<std::string>& lines, std::string_view pattern) {
  const RE2 expression{re2::StringPiece(pattern.data(), pattern.size())};
  const auto found = std::ranges::find_if(lines, [&](const std::string& line) {
    return RE2::PartialMatch(without_names(line), expression);
  });
  return found == lines.end() ? nullptr : &*found;
}

const std::string* find(const Lines& lines, const FailureText& row) {
  if (row.only_without_errors && std::ranges::any_of(lines.own, is_error)) return nullptr;
  // A skip must not come from a warning, nor from what the program prints.
  if (row.action == FailureAction::kSkip) return find(lines.errors, row.pattern);
  return find(row.is_unmarked ? lines.all : lines.own, row.pattern);
}

NcuJudgement by_row(const FailureText& row, const std::string& line, const Lines& lines) {
  NcuJudgement judgement{false,
                         std::string(row.kind),
                         row.action,
                         std::string(row.meaning),
                         std::string(row.remedy),
                         {printable(line)},
                         {}};
  for (const std::string& other : lines.own) {
    if (judgement.lines.size() == kMostLines) break;
    if (is_error(other) && other != line) judgement.lines.push_back(printable(other));
  }
  return judgement;
}

// Why the process itself ended badly, whatever it wrote.
NcuJudgement by_end(const ProcessEnd& end, const CaptureCommand& command, const Lines& lines) {
  if (end.timed_out) {
    return bad_result("timeout", "the run under ncu " + bad_end(end, command),
                      "give the test a longer TIMEOUT, or fewer metrics and iterations");
  }
  NcuJudgement judgement = bad_result("ncu_ended", "ncu " + bad_end(end, command), "see its log");
  if (end.signal != 0) {
    judgement.kind = "ncu_killed";
    judgement.remedy = "see who did: an out-of-memory killer, a batch system";
  }
  for (const std::string& line : lines.own) {
    if (is_error(line) && judgement.lines.size() < kMostLines) {
      judgement.lines.push_back(printable(line));
    }
  }
  return judgement;
}

NcuJudgement failure(const ProcessEnd& end, const CaptureCommand& command, const Lines& lines) {
  if (end.timed_out || end.signal != 0) return by_end(end, command, lines);
  for (const FailureText& row : failure_texts()) {
    const std::string* line = find(lines, row);
    if (line != nullptr) return by_row(row, *line, lines);
  }
  if (end.exit_code != 0) return by_end(end, command, lines);
  NcuJudgement judgement = by_end(end, command, lines);
  judgement.kind = "unknown_error";
  judgement.meaning = "ncu reported an error that is not known here";
  return judgement;
}

bool has_fatal_text(const Lines& lines) {
  if (std::ranges::any_of(lines.own, is_error)) return true;
  return std::ranges::any_of(failure_texts(), [&](const FailureText& row) {
    return row.counts_after_success && find(lines.own, row.pattern) != nullptr;
  });
}

}  // namespace

NcuTexts read_ncu_texts(const fs::path& folder) {
  return {text_of(folder / kNcuLog), text_of(folder / "stdout.txt"),
          text_of(folder / "stderr.txt")};
}

std::string NcuJudgement::message() const {
  std::string text = meaning;
  for (const std::string& line : lines) text += "\n  | " + line;
  if (!remedy.empty()) text += "\n  what to do: " + remedy;
  return text;
}

std::string NcuJudgement::one_line() const {
  std::string text = meaning;
  if (!lines.empty()) text += " (" + lines.front() + ")";
  if (!remedy.empty()) text += "; what to do: " + remedy;
  return text;
}

NcuJudgement judge_ncu_run(const ProcessEnd& end, const CaptureCommand& command,
                           const NcuTexts& texts) {
  const Lines lines = lines_of(texts);
  const bool is_good =
      !end.timed_out && end.signal == 0 && end.exit_code == 0 && !has_fatal_text(lines);
  NcuJudgement judgement = is_good ? good_run() : failure(end, command, lines);
  for (const FailureText& row : note_texts()) {
    const std::string* line = find(lines.own, row.pattern);
    if (line == nullptr) continue;
    judgement.notes.push_back(std::string(row.meaning) + ": " + printable(*line));
  }
  return judgement;
}

NcuJudgement judge_as_failed(const fs::path& folder) {
  ProcessEnd failed;
  failed.exit_code = 1;
  return judge_ncu_run(failed, {}, read_ncu_texts(folder));
}

NcuJudgement good_run() { return {true, "", FailureAction::kNote, "", "", {}, {}}; }

NcuJudgement bad_result(std::string kind, std::string meaning, std::string remedy) {
  return {false, std::move(kind), FailureAction::kFail, std::move(meaning), std::move(remedy), {},
          {}};
}

NcuProgress progress_of(std::string_view log) {
  static const RE2 kProfiling(R"(==PROF== Profiling ".*" - \d+.*?:(.*))");
  static const RE2 kPasses(R"((\d+) pass(?:es)?\s*$)");
  static const RE2 kReplay(R"(Application replay pass (\d+))");
  NcuProgress progress;
  std::string rest;
  for (const std::string& line : split(log, '\n')) {
    if (!RE2::PartialMatch(line, kProfiling, &rest)) continue;
    std::string number;
    if (RE2::PartialMatch(rest, kReplay, &number)) {
      if (number == "1") ++progress.results;
      progress.passes = "pass " + number;
      continue;
    }
    ++progress.results;
    progress.passes = RE2::PartialMatch(rest, kPasses, &number)
                          ? number + (number == "1" ? " pass" : " passes")
                          : "";
  }
  return progress;
}

}  // namespace ncu_regions
