#include "harness/artifacts/ncu_rep/session.h"

#include "harness/artifacts/ncu_rep/wire.h"

namespace ncu_regions::ncu_rep {
namespace {

// The largest real report has 2,506 metrics per result; a file of empty strings must not take
// forty times its size in memory.
constexpr std::size_t kMaxStrings = 1'000'000;
constexpr std::size_t kMaxFacts = 1'000;

// Texts of Windows reports end in a NUL.
std::string_view text_of(std::string_view bytes) {
  while (!bytes.empty() && bytes.back() == '\0') bytes.remove_suffix(1);
  return bytes;
}

// "Linux, 5.15, x86_64, x86_64, name": what of it is there.
std::string read_system(std::string_view message) {
  std::string text;
  for (WireFields fields(message); fields.next();) {
    if ((fields.tag() & 7) != 2 || fields.tag() > bytes_tag(5)) continue;
    const std::string_view part = text_of(fields.bytes());
    if (part.empty()) continue;
    if (!text.empty()) text += ", ";
    text += part;
  }
  return text;
}

std::pair<std::string, std::string> read_pair(std::string_view message) {
  std::pair<std::string, std::string> pair;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == bytes_tag(1)) pair.first = text_of(fields.bytes());
    if (fields.tag() == bytes_tag(2)) pair.second = text_of(fields.bytes());
  }
  return pair;
}

ReportDevice read_device(std::string_view message) {
  ReportDevice device;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == varint_tag(1)) device.id = fields.number();
    if (fields.tag() == bytes_tag(2)) device.name = text_of(fields.bytes());
  }
  return device;
}

template <typename T>
void add(std::vector<T>& list, T item, std::string_view at) {
  if (list.size() >= kMaxFacts) throw WireError{at.data(), "more than 1,000 versions or devices"};
  list.push_back(std::move(item));
}

// The last word of a provider counts.
void add_version(std::pair<std::string, std::string> version, std::string_view at,
                 ReportFacts& facts) {
  if (version.first == "Nsight Compute Target") facts.ncu_version = version.second;
  for (auto& [provider, text] : facts.versions) {
    if (provider != version.first) continue;
    text = std::move(version.second);
    return;
  }
  add(facts.versions, std::move(version), at);
}

}  // namespace

void add_session(std::string_view part, ReportFacts& facts,
                 std::optional<std::uint64_t>& default_pid) {
  for (WireFields fields(part); fields.next();) {
    switch (fields.tag()) {
      case varint_tag(1):
        default_pid = fields.u32();
        break;
      case varint_tag(2):
        facts.created_s = fields.number();
        break;
      case bytes_tag(3):
        facts.host = read_system(fields.bytes());
        break;
      case bytes_tag(4):
        facts.target = read_system(fields.bytes());
        break;
      case bytes_tag(6):
        add(facts.devices, read_device(fields.bytes()), fields.bytes());
        break;
      case bytes_tag(8):
        add_version(read_pair(fields.bytes()), fields.bytes(), facts);
        break;
      case bytes_tag(11):
        facts.command_line = text_of(fields.bytes());
        break;
      default:
        break;
    }
  }
}

void add_strings(std::string_view table, std::vector<std::string_view>& strings) {
  for (WireFields fields(table); fields.next();) {
    if (fields.tag() != bytes_tag(1)) continue;
    if (strings.size() >= kMaxStrings) {
      throw WireError{fields.bytes().data(), "more than 1,000,000 metric names"};
    }
    strings.push_back(fields.bytes());
  }
}

ReportProcess read_process(std::string_view message) {
  ReportProcess process;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == varint_tag(1)) process.pid = fields.number();
    if (fields.tag() == bytes_tag(2)) process.host = text_of(fields.bytes());
    if (fields.tag() == bytes_tag(3)) process.path = text_of(fields.bytes());
  }
  return process;
}

}  // namespace ncu_regions::ncu_rep
