#include "harness/host/callgrind_columns.h"

#include <algorithm>
#include <charconv>

#include "harness/core/text.h"

namespace ncu_regions::host {

Unreadable::Unreadable(std::string_view line, std::string_view why)
    : std::runtime_error(std::string(why) + " (at '" + printable(line.substr(0, 120)) + "')") {}

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

std::optional<CutMark> parse_cut_mark(std::string_view text) {
  if (!take_prefix(text, "ncu-regions cut ")) return std::nullopt;
  const std::optional<std::uint64_t> thread = take_number(text);
  if (!thread || !take_prefix(text, " ")) throw Unreadable(text, "a cut has no thread");
  const std::optional<std::uint64_t> event = take_number(text);
  if (!event) throw Unreadable(text, "a cut has no event number");
  return CutMark{*thread, *event};
}

void Columns::name(std::string_view line, std::string_view names) {
  std::vector<std::string_view> columns;
  for (std::string_view rest = trim(names); !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    columns.push_back(rest.substr(0, end));
    rest = trim(rest.substr(end));
  }
  places_.clear();
  count_ = columns.size();
  for (const std::string& event : wanted_) {
    const auto place = std::ranges::find(columns, event);
    if (place == columns.end()) throw Unreadable(line, "there is no event " + event);
    places_.push_back(static_cast<std::size_t>(place - columns.begin()));
  }
}

std::vector<std::uint64_t> Columns::values(std::string_view line, std::string_view text) const {
  std::vector<std::uint64_t> all(count_, 0);
  std::size_t column = 0;
  for (std::string_view rest = trim(text); !rest.empty(); ++column) {
    const std::optional<std::uint64_t> value = take_number(rest);
    if (!value || (!rest.empty() && !take_prefix(rest, " "))) {
      throw Unreadable(line, "a total is not a number");
    }
    if (column == count_) throw Unreadable(line, "there are more totals than events");
    all[column] = *value;
  }
  std::vector<std::uint64_t> values;
  for (const std::size_t place : places_) values.push_back(all[place]);
  return values;
}

}  // namespace ncu_regions::host
