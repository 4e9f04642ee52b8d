#include "harness/host/event_reader.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "harness/core/error.h"
#include "harness/core/files.h"

namespace ncu_regions::host {
namespace {

namespace fs = std::filesystem;

constexpr char kUnborn[sizeof(kTailMagic)] = {};  // the magic of a file that was just made

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw Error(ErrorKind::kMeasurement, file.string() + ": " + why +
                                           "; the event files of a capture are written by the "
                                           "injection library alone: measure again");
}

std::vector<std::string>& names_of(NameKind kind, const fs::path& file, ProcessEvents& process) {
  switch (kind) {
    case NameKind::kDomain:
      return process.domains;
    case NameKind::kLost:
      return process.lost;
    case NameKind::kSilent:
      return process.silent;
    case NameKind::kRank:
      return process.rank;
    case NameKind::kSource:
      return process.sources;
    case NameKind::kLabel:
      return process.labels;
    default:
      refuse(file, "holds a record of an unknown kind");
  }
}

// "start domain label file line", whose names must be there.
OpenedAt opened_at(const std::string& text, const fs::path& file, const ProcessEvents& process) {
  OpenedAt at;
  unsigned start = 0;
  unsigned domain = 0;
  int used = 0;
  const int fields = std::sscanf(text.c_str(), "%u %u %u %u %u%n", &start, &domain, &at.label,
                                 &at.file, &at.line, &used);
  const bool is_whole = fields == 5 && static_cast<std::size_t>(used) == text.size();
  if (!is_whole || start > 1 || domain >= process.domains.size() ||
      at.label >= process.labels.size() || at.file >= process.labels.size()) {
    refuse(file, "says in an unknown way where a range was opened");
  }
  at.is_start = start == 1;
  at.domain = static_cast<std::uint16_t>(domain);
  return at;
}

// Where the block of the names file that `at` is in ends.
std::size_t block_end(std::size_t at) { return (at / kNamesBlockBytes + 1) * kNamesBlockBytes; }

// The header, or nothing when the library had no room for it, or the process died while making it.
std::optional<NamesHeader> read_header(const fs::path& file, const std::string& content) {
  NamesHeader header = {};
  if (content.size() < sizeof(header.magic)) return std::nullopt;
  std::memcpy(&header, content.data(), std::min(sizeof(header), content.size()));
  if (std::memcmp(header.magic, kUnborn, sizeof(kUnborn)) == 0) return std::nullopt;
  if (std::memcmp(header.magic, kNamesMagic, sizeof(kNamesMagic)) != 0 ||
      content.size() < sizeof(header)) {
    refuse(file, "is not a names file of this version");
  }
  return header;
}

// Moments on the CPU's clock as nanoseconds.
class TickClock {
 public:
  explicit TickClock(const NamesHeader& header) : first_(header.first) {
    const auto ticks = static_cast<double>(header.last.ticks - header.first.ticks);
    if (ticks > 0) {
      ns_per_tick_ = static_cast<double>(header.last.time_ns - header.first.time_ns) / ticks;
    }
  }
  std::uint64_t time_ns(std::uint64_t ticks) const {
    const double since = static_cast<double>(ticks - first_.ticks) * ns_per_tick_;
    const bool is_sane = since >= 0 && since < 1e18;  // a damaged file may say anything
    return first_.time_ns + (is_sane ? static_cast<std::uint64_t>(since) : 0);
  }

 private:
  Anchor first_;
  double ns_per_tick_ = 0;
};

// Both clocks meet within some ten nanoseconds. The events of a thread happened in their order,
// whatever the clocks say.
void make_nanoseconds(const TickClock& clock, std::vector<Event>& events) {
  std::uint64_t last = 0;
  for (Event& event : events) {
    if (event.kind == EventKind::kSample) continue;
    if ((event.flags & kTicks) != 0) event.time_ns = clock.time_ns(event.time_ns);
    if (event.time_ns < last) event.time_ns = last + 1;
    last = event.time_ns;
  }
}

void read_names(const fs::path& file, ProcessEvents& process, NamesHeader& header) {
  const std::string content = read_file(file);
  const std::optional<NamesHeader> read = read_header(file, content);
  if (!read) {
    process.lost.emplace_back(
        "a process could not make its files (no room, or a limit on their "
        "size), or died while making them");
    return;
  }
  header = *read;
  process.start_ticks = header.start_ticks;
  process.lost_events = header.lost;
  if (header.children > 0) {
    process.lost.push_back(std::to_string(header.children) +
                           " forked processes could not make files of their own");
  }
  for (std::size_t at = sizeof(header); at + sizeof(NameRecord) <= content.size();) {
    NameRecord record;
    std::memcpy(&record, content.data() + at, sizeof(record));
    if (record.kind == NameKind::kNone) {
      at = block_end(at);
      continue;
    }
    const std::size_t text = at + sizeof(record);
    if (record.bytes > content.size() - text) return;  // cut off in the middle of the last one
    names_of(record.kind, file, process).emplace_back(content, text, record.bytes);
    at += record_bytes(record.bytes);
  }
}

// What the file does not have of them is lost: somebody cut it off.
void append_events(std::string_view bytes, std::uint64_t count, ThreadEvents& thread) {
  std::vector<Event>& events = thread.events;
  const std::size_t have = std::min<std::size_t>(count, bytes.size() / sizeof(Event));
  const std::size_t before = events.size();
  events.resize(before + have);
  if (have > 0) std::memcpy(events.data() + before, bytes.data(), have * sizeof(Event));
  thread.lost += count - have;
}

// A thread whose file was just made has no events yet.
ThreadEvents read_thread(const fs::path& tail_file) {
  const std::string tail = read_file(tail_file);
  TailHeader header = {};
  ThreadEvents thread;
  if (tail.size() < sizeof(header)) return thread;
  std::memcpy(&header, tail.data(), sizeof(header));
  if (std::memcmp(header.magic, kUnborn, sizeof(kUnborn)) == 0) return thread;
  if (std::memcmp(header.magic, kTailMagic, sizeof(kTailMagic)) != 0 ||
      header.capacity != kTailCapacity) {
    refuse(tail_file, "is not an event file of this version");
  }
  thread.number = header.thread;
  thread.lost = header.lost;
  const std::uint64_t windows = header.state >> 32;
  fs::path full_file = tail_file;
  full_file.replace_extension(".events");
  if (windows > 0) {
    std::error_code missing;
    append_events(fs::exists(full_file, missing) ? read_file(full_file) : "",
                  windows * kTailCapacity, thread);
  }
  append_events(std::string_view(tail).substr(sizeof(header)), header.state & 0xffffffffu, thread);
  return thread;
}

bool names_are_known(const ProcessEvents& process, const Event& event) {
  if (event.kind == EventKind::kPush && event.range_id >= process.opened_at.size()) return false;
  return event.label < process.labels.size() && event.domain < process.domains.size();
}

void add_thread(const fs::path& file, const TickClock& clock, ProcessEvents& process) {
  ThreadEvents thread = read_thread(file);
  make_nanoseconds(clock, thread.events);
  for (const Event& event : thread.events) {
    if (!names_are_known(process, event)) refuse(file, "refers to a name that was never written");
  }
  process.threads.push_back(std::move(thread));
}

struct ProcessFiles {
  ProcessEvents events;
  NamesHeader header = {};
};

std::map<std::string, ProcessFiles> processes_in(const fs::path& folder) {
  std::map<std::string, ProcessFiles> processes;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".names") continue;
    const std::string key = entry.path().stem().string();
    ProcessFiles& files = processes[key];
    ProcessEvents& process = files.events;
    process.key = key;
    const char* end = key.data() + key.size();
    const char* dash = std::from_chars(key.data(), end, process.pid).ptr;
    if (dash != end) std::from_chars(dash + 1, end, process.image);
    process.labels = {""};
    process.domains = {""};
    process.opened_at = {{}};
    read_names(entry.path(), process, files.header);
    for (const std::string& text : process.sources) {
      process.opened_at.push_back(opened_at(text, entry.path(), process));
    }
  }
  return processes;
}

}  // namespace

bool ProcessEvents::has_events() const {
  return std::ranges::any_of(threads,
                             [](const ThreadEvents& thread) { return !thread.events.empty(); });
}

std::vector<ProcessEvents> read_events(const fs::path& folder) {
  std::map<std::string, ProcessFiles> processes = processes_in(folder);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".tail") continue;
    const std::string key = entry.path().stem().stem().string();  // <key>.<thread>.tail
    const auto process = processes.find(key);
    if (process == processes.end()) refuse(entry.path(), "has no names file beside it");
    add_thread(entry.path(), TickClock(process->second.header), process->second.events);
  }
  std::vector<ProcessEvents> result;
  for (auto& [key, files] : processes) {
    std::ranges::sort(files.events.threads, {}, &ThreadEvents::number);
    result.push_back(std::move(files.events));
  }
  std::ranges::sort(result, {}, [](const ProcessEvents& process) {
    return std::tuple(process.start_ticks, process.pid, process.image);
  });
  return result;
}

}  // namespace ncu_regions::host
