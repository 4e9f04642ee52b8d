#include "harness/host/callgrind_log.h"

#include <algorithm>
#include <fstream>

#include "harness/host/callgrind_columns.h"

namespace ncu_regions::host {
namespace {

// A block is "events: ..." (names), "current-tid: ...", "events-<tid>: ..." for each thread, and
// ends with the mark that the library printed after it.
class StatusParser {
 public:
  explicit StatusParser(const std::vector<std::string>& events)
      : events_(events), columns_(events) {}
  void line(std::string_view line) {
    std::string_view rest = line;
    if (take_prefix(rest, "events: ")) {
      if (in_block_) throw Unreadable(line, "the blocks of two processes are mixed");
      columns_.name(line, rest);
      block_ = Cut{};
      in_block_ = true;
    } else if (take_prefix(rest, "current-tid: ")) {
      current_ = take_number(rest);
    } else if (take_prefix(rest, "events-")) {
      totals(line, rest);
    } else if (take_prefix(rest, "**")) {
      mark(line, rest);
    }
  }
  CutsByProcess take() { return std::move(cuts_); }

 private:
  void totals(std::string_view line, std::string_view rest) {
    const std::optional<std::uint64_t> thread = take_number(rest);
    if (thread && rest.starts_with("-")) return;  // "events-1-0:", one frame of the call stack
    if (!thread || !take_prefix(rest, ":") || !columns_.named()) {
      throw Unreadable(line, "a thread's totals have no thread number");
    }
    const std::vector<std::uint64_t> values = columns_.values(line, rest);
    block_.totals.push_back(*thread);
    block_.totals.insert(block_.totals.end(), values.begin(), values.end());
  }

  void mark(std::string_view line, std::string_view rest) {
    const std::optional<std::uint64_t> process = take_number(rest);
    if (!process || !take_prefix(rest, "** ")) return;
    const std::optional<CutMark> cut = parse_cut_mark(rest);
    if (!cut) return;
    Cuts& cuts = cuts_[*process];
    cuts.events = events_;
    if (!in_block_ || !current_ || cuts.totals(block_, *current_).empty()) {
      throw Unreadable(line, "a cut without the totals of its thread before it");
    }
    block_.current_thread = *current_;
    cuts.at[{cut->thread, cut->event}] = std::move(block_);
    in_block_ = false;
    current_.reset();
  }

  std::vector<std::string> events_;
  Columns columns_;
  CutsByProcess cuts_;
  Cut block_;
  bool in_block_ = false;
  std::optional<std::uint64_t> current_;
};

// A dump is "pid: ..." (in the first one of a file), "thread: ...", "desc: Trigger: ...", "events:
// ...", and at its end "totals: ...".
class DumpParser {
 public:
  explicit DumpParser(const std::vector<std::string>& events) : columns_(events) {
    cuts_.events = events;
    cuts_.all_threads = false;
  }
  void line(std::string_view line) {
    std::string_view rest = line;
    if (take_prefix(rest, "pid: ")) {
      process_ = take_number(rest).value_or(0);
    } else if (take_prefix(rest, "thread: ")) {
      thread_ = take_number(rest);
    } else if (take_prefix(rest, "desc: Trigger: ")) {
      mark_ = take_prefix(rest, "Client Request: ") ? parse_cut_mark(rest) : std::nullopt;
    } else if (take_prefix(rest, "events: ")) {
      columns_.name(line, rest);
    } else if (take_prefix(rest, "totals: ")) {
      totals(line, rest);
    }
  }
  CutsByProcess take() { return {{process_, std::move(cuts_)}}; }

 private:
  void totals(std::string_view line, std::string_view rest) {
    if (!thread_ || !columns_.named()) throw Unreadable(line, "a dump without its thread");
    std::vector<std::uint64_t>& sums = sums_[*thread_];
    sums.resize(cuts_.events.size());
    const std::vector<std::uint64_t> values = columns_.values(line, rest);
    for (std::size_t i = 0; i < values.size(); ++i) sums[i] += values[i];
    if (!mark_) return;  // the dump at the program's end
    Cut cut{*thread_, {*thread_}};
    cut.totals.insert(cut.totals.end(), sums.begin(), sums.end());
    cuts_.at[{mark_->thread, mark_->event}] = std::move(cut);
    mark_.reset();
  }

  Columns columns_;
  Cuts cuts_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> sums_;  // by callgrind's thread
  std::uint64_t process_ = 0;
  std::optional<std::uint64_t> thread_;
  std::optional<CutMark> mark_;
};

template <typename Parser>
CutsOrReason read_lines(std::istream& in, Parser parser) {
  try {
    std::string line;
    while (std::getline(in, line) && !in.eof()) parser.line(line);
    return {parser.take(), ""};
  } catch (const Unreadable& unreadable) {
    return {std::nullopt, unreadable.what()};
  }
}

// A program that reached a cut has executed instructions. So nothing but zeros is no measurement:
// callgrind was told not to collect (--instr-atstart=no in ~/.valgrindrc, in a wrapper).
bool counted_nothing(const CutsByProcess& all) {
  bool has_cut = false;
  for (const auto& [process, cuts] : all) {
    for (const auto& [place, cut] : cuts.at) {
      const std::span<const std::uint64_t> totals = cuts.totals(cut, cut.current_thread);
      if (std::ranges::any_of(totals, [](std::uint64_t each) { return each != 0; })) return false;
      has_cut = true;
    }
  }
  return has_cut;
}

}  // namespace

CutsOrReason read_callgrind_log(std::istream& log, const std::vector<std::string>& events) {
  return read_lines(log, StatusParser(events));
}

CutsOrReason read_callgrind_dumps(std::istream& file, const std::vector<std::string>& events) {
  return read_lines(file, DumpParser(events));
}

CutsOrReason read_callgrind_folder(const std::filesystem::path& folder, bool dumps,
                                   const std::vector<std::string>& events) {
  CutsByProcess all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() != (dumps ? ".out" : ".log")) continue;
    std::ifstream file(path, std::ios::binary);
    CutsOrReason read =
        dumps ? read_callgrind_dumps(file, events) : read_callgrind_log(file, events);
    if (!read.cuts) return read;
    for (auto& [process, cuts] : *read.cuts) {
      Cuts& known = all[process];
      known.events = cuts.events;
      known.all_threads = cuts.all_threads;
      known.at.merge(cuts.at);
    }
  }
  if (counted_nothing(all)) return {std::nullopt, "callgrind counted no instruction at all"};
  return {std::move(all), ""};
}

}  // namespace ncu_regions::host
