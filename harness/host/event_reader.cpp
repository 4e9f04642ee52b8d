#include "harness/host/event_reader.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <string_view>

#include "harness/core/error.h"
#include "harness/core/files.h"

namespace ncu_regions::host {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw Error(ErrorKind::kMeasurement, file.string() + ": " + why +
                                           "; the event files of a capture are written by the "
                                           "injection library alone: measure again");
}

std::vector<std::string>& names_of(NameKind kind, ProcessEvents& process) {
  switch (kind) {
    case NameKind::kDomain:
      return process.domains;
    case NameKind::kLost:
      return process.lost;
    case NameKind::kSilent:
      return process.silent;
    default:
      return process.labels;
  }
}

void read_names(const fs::path& file, ProcessEvents& process) {
  const std::string content = read_file(file);
  std::string_view rest = content;
  if (!rest.starts_with(std::string_view(kNamesMagic, sizeof(kNamesMagic)))) {
    if (rest.size() < sizeof(kNamesMagic)) return;  // died while creating it
    refuse(file, "is not a names file of this version");
  }
  rest.remove_prefix(sizeof(kNamesMagic));
  while (rest.size() >= sizeof(NameRecord)) {
    NameRecord record;
    std::memcpy(&record, rest.data(), sizeof(record));
    rest.remove_prefix(sizeof(record));
    if (record.bytes > rest.size()) return;  // cut off in the middle of the last one
    names_of(record.kind, process).emplace_back(rest.substr(0, record.bytes));
    rest.remove_prefix(record.bytes);
  }
}

void append_events(std::string_view bytes, std::uint64_t count, std::vector<Event>& events) {
  const std::size_t have = std::min<std::size_t>(count, bytes.size() / sizeof(Event));
  const std::size_t before = events.size();
  events.resize(before + have);
  if (have > 0) std::memcpy(events.data() + before, bytes.data(), have * sizeof(Event));
}

ThreadEvents read_thread(const fs::path& tail_file) {
  const std::string tail = read_file(tail_file);
  TailHeader header = {};
  if (tail.size() < sizeof(header)) refuse(tail_file, "is shorter than its header");
  std::memcpy(&header, tail.data(), sizeof(header));
  ThreadEvents thread;
  constexpr char kUnborn[sizeof(kTailMagic)] = {};
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
  if (windows > 0) append_events(read_file(full_file), windows * kTailCapacity, thread.events);
  append_events(std::string_view(tail).substr(sizeof(header)), header.state & 0xffffffffu,
                thread.events);
  return thread;
}

bool names_are_known(const ProcessEvents& process, const Event& event) {
  return event.label < process.labels.size() && event.domain < process.domains.size();
}

void add_thread(const fs::path& file, ProcessEvents& process) {
  ThreadEvents thread = read_thread(file);
  for (const Event& event : thread.events) {
    if (!names_are_known(process, event)) refuse(file, "refers to a name that was never written");
  }
  process.threads.push_back(std::move(thread));
}

std::map<std::string, ProcessEvents> processes_in(const fs::path& folder) {
  std::map<std::string, ProcessEvents> processes;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".names") continue;
    const std::string key = entry.path().stem().string();
    ProcessEvents& process = processes[key];
    process.key = key;
    std::from_chars(key.data(), key.data() + key.size(), process.pid);  // "<pid>-<image>"
    process.labels = {""};
    process.domains = {""};
    read_names(entry.path(), process);
  }
  return processes;
}

}  // namespace

std::vector<ProcessEvents> read_events(const fs::path& folder) {
  std::map<std::string, ProcessEvents> processes = processes_in(folder);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".tail") continue;
    const std::string key = entry.path().stem().stem().string();  // <key>.<thread>.tail
    const auto process = processes.find(key);
    if (process == processes.end()) refuse(entry.path(), "has no names file beside it");
    add_thread(entry.path(), process->second);
  }
  std::vector<ProcessEvents> result;
  for (auto& [key, process] : processes) {
    std::ranges::sort(process.threads, {}, &ThreadEvents::number);
    result.push_back(std::move(process));
  }
  return result;
}

}  // namespace ncu_regions::host
