#include "harness/artifacts/ncu_csv/nvtx_cells.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "harness/core/error.h"

namespace ncu_regions::ncu_csv {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr int kMaxTries = 256;  // places that are tried; a name of colons must not take for ever
constexpr std::string_view kMessageTypes[] = {"none", "ASCII", "UNICODE", "REGISTERED", ""};

template <typename List>
bool contains(const List& list, std::string_view text) {
  return std::ranges::find(list, text) != std::end(list);
}

// The entries of a cell: each between a blank and a quote, and a quote and a blank. A name may hold
// quotes, so an entry ends where another begins or the cell does.
std::vector<std::string_view> entries_of(std::string_view cell, EntryQuote quote) {
  const std::string_view open = quote == EntryQuote::kSingle ? R"( ")" : R"( "")";
  const std::string_view between = quote == EntryQuote::kSingle ? R"("  ")" : R"(""  "")";
  const std::size_t mark = open.size() - 1;
  std::vector<std::string_view> entries;
  std::size_t at = cell.find(open);
  if (at == kNone) return entries;
  at += open.size();
  for (;;) {
    const std::size_t next = cell.find(between, at);
    if (next != kNone) {
      entries.push_back(cell.substr(at, next - at));
      at = next + between.size();
      continue;
    }
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    std::string_view last = cell.substr(std::min(at, cell.size()));
    last.remove_suffix(std::min(mark, last.size()));
    entries.push_back(last);
    return entries;
  }
}

// Takes what stands behind the last ':' off the end.
std::string_view take_last(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == kNone) return {};
  const std::string_view last = text.substr(colon + 1);
  text = text.substr(0, colon);
  return last;
}

std::optional<std::uint32_t> color_from(std::string_view text) {
  std::uint32_t color = 0;
  if (!text.starts_with("0x")) return std::nullopt;
  std::from_chars(text.data() + 2, text.data() + text.size(), color, 16);
  return color;
}

// "domain:name:PL_Type:PL_Value", in which domain, name and a JSON value may hold ':'. When the
// message repeats the name, that tells where it stands.
struct Entry {
  std::string_view domain;
  NvtxRange range;
};

bool split_name(std::string_view text, std::string_view name, Entry& entry) {
  if (text.size() <= name.size() || !text.ends_with(name)) return false;
  const std::size_t colon = text.size() - name.size() - 1;
  if (text[colon] != ':') return false;
  entry.domain = text.substr(0, colon);
  entry.range.name = name;
  return true;
}

bool split_domain(std::string_view text, Entry& entry) {
  const bool is_default = text.starts_with(kDefaultNvtxDomain) &&
                          text.substr(kDefaultNvtxDomain.size()).starts_with(':');
  const std::size_t colon = is_default ? kDefaultNvtxDomain.size() : text.find(':');
  if (colon == kNone) return false;
  entry.domain = text.substr(0, colon);
  entry.range.name = text.substr(colon + 1);
  return true;
}

// `head` without its payload; every place where a payload type may stand is tried, from the right.
bool split_head(std::string_view head, const std::optional<std::string_view>& message,
                Entry& entry) {
  int tries = 0;
  for (std::size_t value = head.rfind(':'); value != kNone && value > 0 && tries < kMaxTries;
       value = head.rfind(':', value - 1), ++tries) {
    const std::size_t type = head.rfind(':', value - 1);
    if (type == kNone) return false;
    const std::string_view word = head.substr(type + 1, value - type - 1);
    if (!contains(kNvtxPayloadTypes, word)) continue;
    const std::string_view rest = head.substr(0, type);
    if (message ? !split_name(rest, *message, entry) : !split_domain(rest, entry)) continue;
    entry.range.payload_type = word;
    entry.range.payload = head.substr(value + 1);
    return true;
  }
  return false;
}

// ":CLR_Type:Color:Msg_Type:" ends at `at`; what stands before is the head, after it the message.
bool read_tail(std::string_view text, std::size_t at, Entry& entry) {
  std::string_view head = text.substr(0, at);
  const std::string_view message = text.substr(at + 1);
  const std::string_view message_type = take_last(head);
  const std::string_view color = take_last(head);
  const std::string_view color_type = take_last(head);
  if (!contains(kMessageTypes, message_type)) return false;
  if (color_type == "RGB" ? color.size() != 10 || !color.starts_with("0x")
                          : color_type != "none" || color != "none") {
    return false;
  }
  const bool repeats = message_type != "none" && !message_type.empty();
  if (message_type == "none" && message != "none") return false;
  if (!split_head(head, repeats ? std::optional(message) : std::nullopt, entry)) return false;
  entry.range.color = color_from(color);
  entry.range.message_type = message_type;
  entry.range.message = message;
  return true;
}

Entry read_entry(std::string_view text) {
  Entry entry;
  int tries = 0;
  for (std::size_t at = text.rfind(':'); at != kNone && at > 0 && tries < kMaxTries;
       at = text.rfind(':', at - 1), ++tries) {
    if (read_tail(text, at, entry)) return entry;
  }
  // ncu 2020.2: payload, and nothing after it.
  if (split_head(text, std::nullopt, entry)) return entry;
  if (!split_domain(text, entry)) entry.range.name = text;
  return entry;
}

std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

std::optional<std::uint64_t> add_push_pop(std::string_view cell, EntryQuote quote,
                                          NvtxState& state) {
  const std::optional<std::uint64_t> thread = take_number(cell);
  const std::vector<std::string_view> entries = entries_of(cell, quote);
  if (entries.size() > kMaxNvtxDepth) {
    throw Error(ErrorKind::kMeasurement,
                "NVTX ranges are nested deeper than 2,000: is a pop missing in a loop?");
  }
  for (const std::string_view text : entries) {
    Entry entry = read_entry(text);
    const bool is_same = !state.stacks.empty() && state.stacks.back().domain == entry.domain;
    if (!is_same) state.stacks.push_back({thread, entry.domain, {}});
    state.stacks.back().ranges.push_back(std::move(entry.range));
  }
  return thread;
}

void add_start_end(std::string_view cell, EntryQuote quote, NvtxState& state) {
  for (std::string_view text : entries_of(cell, quote)) {
    const std::optional<std::uint64_t> id = take_number(text);
    if (text.starts_with(':')) text.remove_prefix(1);
    Entry entry = read_entry(text);
    state.start_end.push_back({id.value_or(0), std::nullopt, entry.domain, std::move(entry.range)});
  }
}

}  // namespace ncu_regions::ncu_csv
