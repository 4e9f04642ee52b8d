#include "harness/artifacts/ncu_rep/nvtx.h"

#include <map>
#include <string>

#include "harness/artifacts/ncu_rep/wire.h"

namespace ncu_regions::ncu_rep {
namespace {

constexpr std::size_t kMaxRanges = 100'000;
constexpr std::size_t kMaxTable = 100'000;  // domains and registered strings

// Domains and registered strings have to be known before ranges are read; both may come later.
struct Tables {
  std::map<std::uint64_t, std::string_view> domains;
  std::map<std::uint64_t, std::string_view> strings;  // over all domains, as ncu looks them up

  std::string_view domain(std::uint64_t id) const {
    const auto found = domains.find(id);
    return found == domains.end() ? std::string_view() : found->second;
  }
};

void read_registered(std::string_view message, Tables& tables) {
  std::uint64_t handle = 0;
  std::string_view text;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == varint_tag(1)) handle = fields.number();
    if (fields.tag() == bytes_tag(2)) text = fields.bytes();
  }
  tables.strings.emplace(handle, text);
  if (tables.strings.size() > kMaxTable) {
    throw WireError{message.data(), "more than 100,000 registered NVTX strings"};
  }
}

void read_domain(std::string_view message, Tables& tables) {
  std::uint64_t id = 0;
  std::string_view name;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == varint_tag(1)) id = fields.number();
    if (fields.tag() == bytes_tag(2)) name = fields.bytes();
    if (fields.tag() == bytes_tag(3)) read_registered(fields.bytes(), tables);
  }
  tables.domains[id] = name;
  if (tables.domains.size() > kMaxTable) {
    throw WireError{message.data(), "more than 100,000 NVTX domains"};
  }
}

class StateReader {
 public:
  explicit StateReader(std::string_view message) {
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == bytes_tag(1)) read_domain(fields.bytes(), tables_);
    }
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == bytes_tag(2)) read_thread(fields.bytes());
      if (fields.tag() == bytes_tag(3)) read_start_end_domain(fields.bytes());
    }
  }

  NvtxState take() { return std::move(state_); }

 private:
  void read_thread(std::string_view message) {
    std::uint64_t thread = 0;
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == varint_tag(1)) thread = fields.number();
    }
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() != bytes_tag(2)) continue;
      NvtxStack stack = read_stack(fields.bytes());
      stack.thread = thread;
      if (!stack.ranges.empty()) state_.stacks.push_back(std::move(stack));
    }
  }

  NvtxStack read_stack(std::string_view message) {
    NvtxStack stack;
    std::uint64_t domain = 0;
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == varint_tag(1)) domain = fields.number();
      if (fields.tag() == bytes_tag(3)) stack.ranges.push_back(read_push_pop(fields.bytes()));
    }
    if (stack.ranges.size() > kMaxNvtxDepth) {
      throw WireError{message.data(),
                      "NVTX ranges are nested deeper than 2,000: is a pop missing in a loop?"};
    }
    stack.domain = tables_.domain(domain);
    return stack;
  }

  NvtxRange read_push_pop(std::string_view message) {
    count_range(message);
    NvtxRange range;
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == bytes_tag(1)) range.name = fields.bytes();
      if (fields.tag() == bytes_tag(2)) read_attributes(fields.bytes(), range);
    }
    return range;
  }

  void read_start_end_domain(std::string_view message) {
    std::uint64_t domain = 0;
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == varint_tag(1)) domain = fields.number();
    }
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() != bytes_tag(3)) continue;
      state_.start_end.push_back(read_start_end(fields.bytes()));
      state_.start_end.back().domain = tables_.domain(domain);
    }
  }

  NvtxStartEnd read_start_end(std::string_view message) {
    count_range(message);
    NvtxStartEnd open;
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == varint_tag(1)) open.id = fields.number();
      if (fields.tag() == bytes_tag(2)) open.range.name = fields.bytes();
      if (fields.tag() == bytes_tag(3)) read_attributes(fields.bytes(), open.range);
      if (fields.tag() == varint_tag(5)) open.thread = fields.number();
    }
    return open;
  }

  void read_attributes(std::string_view message, NvtxRange& range) const {
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == bytes_tag(3)) read_color(fields.bytes(), range);
      if (fields.tag() == bytes_tag(4)) read_payload(fields.bytes(), range);
      if (fields.tag() == bytes_tag(5)) read_message(fields.bytes(), range);
    }
  }

  static void read_color(std::string_view message, NvtxRange& range) {
    std::uint64_t type = 0;
    std::uint32_t color = 0;
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == varint_tag(1)) type = fields.number();
      if (fields.tag() == varint_tag(2)) color = fields.u32();
    }
    if (type == 1) range.color = color;
  }

  void read_payload(std::string_view message, NvtxRange& range) const {
    std::uint64_t type = 0;
    std::uint64_t handle = 0;
    std::string value;
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == varint_tag(1)) type = fields.number();
      if (fields.tag() == varint_tag(2)) handle = fields.number();
      if (fields.tag() >> 3 > 1) value = payload_text(fields);
    }
    if (type == 0 || type >= std::size(kNvtxPayloadTypes)) return;
    range.payload_type = kNvtxPayloadTypes[type];
    if (type == 8) value = registered(handle);
    range.payload = std::move(value);
  }

  static std::string payload_text(const WireFields& fields) {
    switch (fields.tag()) {
      case varint_tag(2):
      case varint_tag(5):
        return std::to_string(fields.number());
      case varint_tag(3):
      case varint_tag(6):
        return std::to_string(static_cast<std::int64_t>(fields.number()));
      case fixed64_tag(4):
        return std::to_string(fields.fixed_double());
      case fixed32_tag(7):
        return std::to_string(fields.fixed_float());
      case bytes_tag(8):
        return std::string(fields.bytes());
      default:
        return "";
    }
  }

  void read_message(std::string_view message, NvtxRange& range) const {
    std::uint64_t type = 0;
    std::uint64_t handle = 0;
    std::string_view text;
    for (WireFields fields(message); fields.next();) {
      if (fields.tag() == varint_tag(1)) type = fields.number();
      if (fields.tag() == bytes_tag(2)) text = fields.bytes();
      if (fields.tag() == varint_tag(3)) handle = fields.number();
    }
    if (type == 0) return;
    range.message_type = type == 1 ? "ASCII" : type == 2 ? "UNICODE" : "REGISTERED";
    range.message = type == 3 ? registered(handle) : text;
    if (type == 3 && !tables_.strings.contains(handle)) range.message_type = "";
  }

  std::string_view registered(std::uint64_t handle) const {
    const auto found = tables_.strings.find(handle);
    return found == tables_.strings.end() ? std::string_view("invalid handle") : found->second;
  }

  void count_range(std::string_view at) {
    if (++ranges_ > kMaxRanges) throw WireError{at.data(), "more than 100,000 open NVTX ranges"};
  }

  Tables tables_;
  NvtxState state_;
  std::size_t ranges_ = 0;
};

}  // namespace

std::optional<NvtxState> read_nvtx(std::string_view message) {
  if (message.empty()) return std::nullopt;
  return StateReader(message).take();
}

}  // namespace ncu_regions::ncu_rep
