#include "tests/ncu_stand_in/include.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace ncu_regions::stand_in {
namespace {

constexpr char kDefaultDomain[] = "<default domain>";

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool take_byte(std::string_view& text, std::string& out) {
  if (take(text, "\\x")) {
    unsigned value = 0;
    if (text.size() < 2) return false;
    const auto read = std::from_chars(text.data(), text.data() + 2, value, 16);
    if (read.ec != std::errc() || read.ptr != text.data() + 2) return false;
    out += static_cast<char>(value);
    text.remove_prefix(2);
    return true;
  }
  if (text.empty() || std::isalnum(static_cast<unsigned char>(text[0])) == 0) return false;
  out += text[0];
  text.remove_prefix(1);
  return true;
}

// Up to the next of ncu's own signs that has no '\' in front.
std::optional<std::string> take_plain_name(std::string_view& text) {
  constexpr std::string_view kSigns = "@,[]/*+";
  std::string name;
  while (!text.empty() && kSigns.find(text[0]) == std::string_view::npos) {
    if (text[0] == '\\' && text.size() > 1 && kSigns.find(text[1]) != std::string_view::npos) {
      text.remove_prefix(1);
    }
    name += text[0];
    text.remove_prefix(1);
  }
  if (name.empty()) return std::nullopt;
  return name;
}

// "^A\x3a$", decoded.
std::optional<std::string> take_regex_name(std::string_view& text) {
  if (!take(text, "^")) return std::nullopt;
  std::string name;
  while (!take(text, "$")) {
    if (!take_byte(text, name)) return std::nullopt;
  }
  return name;
}

using TakeName = std::optional<std::string> (*)(std::string_view& text);

bool take_domain(std::string_view& text, Include& include, TakeName take_name) {
  std::string_view rest = text;
  const std::optional<std::string> name = take_name(rest);
  if (!name || !take(rest, "@")) return false;
  include.domain = *name == kDefaultDomain ? "" : *name;
  text = rest;
  return true;
}

std::vector<std::string> each_once(const std::vector<std::string>& stack) {
  std::vector<std::string> seen;
  for (const std::string& label : stack) {
    if (std::ranges::find(seen, label) == seen.end()) seen.push_back(label);
  }
  return seen;
}

bool all_open(const std::vector<std::string>& labels, const std::vector<std::string>& open) {
  return std::ranges::all_of(labels, [&](const std::string& label) {
    return std::ranges::find(open, label) != open.end();
  });
}

}  // namespace

bool Include::selects(const std::vector<std::string>& stack, std::string_view stack_domain,
                      bool stack_is_start_end) const {
  if (stack_domain != domain || stack_is_start_end != start_end) return false;
  if (start_end) return all_open(labels, stack);
  const std::vector<std::string> seen = each_once(stack);
  const auto found = std::search(seen.begin(), seen.end(), labels.begin(), labels.end());
  return found != seen.end() && (!from_bottom || found == seen.begin());
}

std::optional<Include> parse_include(std::string_view text) {
  Include include;
  const TakeName take_name = take(text, "regex:") ? take_regex_name : take_plain_name;
  take_domain(text, include, take_name);
  include.from_bottom = take(text, "[");
  bool is_push_pop = include.from_bottom;
  for (bool more = true; more && !text.empty();) {
    const std::optional<std::string> name = take_name(text);
    if (!name) return std::nullopt;
    include.labels.push_back(*name);
    const bool is_slash = take(text, "/");
    is_push_pop |= is_slash;
    more = is_slash || take(text, ",");
  }
  include.start_end = !is_push_pop;
  if (!text.empty() || include.labels.empty()) return std::nullopt;
  return include;
}

}  // namespace ncu_regions::stand_in
