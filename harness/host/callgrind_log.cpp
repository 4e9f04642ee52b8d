#include "harness/host/callgrind_log.h"

#include <charconv>
#include <optional>
#include <string>

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions::host {
namespace {

constexpr std::string_view kCutMark = "** ncu-regions cut ";

[[noreturn]] void refuse(std::string_view line, std::string_view why) {
  throw Error(ErrorKind::kMeasurement,
              "callgrind's log cannot be read: " + std::string(why) + " (at '" +
                  printable(line.substr(0, 120)) +
                  "'); this callgrind writes its status in a form that is not known here");
}

// A number at the front of `text`, which is moved past it.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

class Parser {
 public:
  void line(std::string_view line) {
    std::string_view rest = line;
    if (take_prefix(rest, "events: ")) {
      begin_block(line, rest);
    } else if (take_prefix(rest, "current-tid: ")) {
      current_ = take_number(rest);
    } else if (take_prefix(rest, "events-")) {
      totals(line, rest);
    } else if (rest.starts_with("**")) {
      cut_mark(line, rest);
    }
  }
  Cuts take() { return std::move(cuts_); }

 private:
  void begin_block(std::string_view line, std::string_view names) {
    if (names != "Ir" && !names.starts_with("Ir ")) refuse(line, "the first event is not Ir");
    block_ = Cut{};
    in_block_ = true;
  }

  // "1: 145467 22 ..."; callgrind leaves trailing zero columns out, also the first.
  void totals(std::string_view line, std::string_view rest) {
    const std::optional<std::uint64_t> thread = take_number(rest);
    if (thread && rest.starts_with("-")) return;  // "events-1-0:", one frame of the call stack
    if (!thread || !take_prefix(rest, ":")) refuse(line, "a thread's totals have no thread number");
    take_prefix(rest, " ");
    if (rest.empty()) {
      block_.totals[*thread] = 0;
      return;
    }
    const std::optional<std::uint64_t> instructions = take_number(rest);
    if (!instructions || (!rest.empty() && rest.front() != ' ')) {
      refuse(line, "a total is not a number");
    }
    block_.totals[*thread] = *instructions;
  }

  void cut_mark(std::string_view line, std::string_view rest) {
    take_prefix(rest, "**");
    if (!take_number(rest) || !take_prefix(rest, kCutMark)) return;
    const std::optional<std::uint64_t> thread = take_number(rest);
    if (!thread || !take_prefix(rest, " ")) refuse(line, "a cut has no thread");
    const std::optional<std::uint64_t> event = take_number(rest);
    if (!event) refuse(line, "a cut has no event number");
    if (!in_block_ || !current_ || !block_.totals.contains(*current_)) {
      refuse(line, "a cut without the totals of its thread before it");
    }
    block_.current_thread = *current_;
    cuts_[{*thread, *event}] = std::move(block_);
    in_block_ = false;
    current_.reset();
  }

  Cuts cuts_;
  Cut block_;
  bool in_block_ = false;
  std::optional<std::uint64_t> current_;
};

}  // namespace

Cuts parse_callgrind_log(std::string_view log) {
  Parser parser;
  while (!log.empty()) {
    const std::size_t end = log.find('\n');
    if (end == std::string_view::npos) break;  // a last line that was cut off
    parser.line(log.substr(0, end));
    log.remove_prefix(end + 1);
  }
  return parser.take();
}

}  // namespace ncu_regions::host
