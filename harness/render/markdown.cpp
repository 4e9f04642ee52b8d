#include "harness/render/markdown.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "harness/core/text.h"
#include "harness/core/unit.h"

namespace ncu_regions {
namespace {

// What CommonMark and GitHub give a meaning to inside a line. The rest of ASCII punctuation has one
// only next to these ('(' after ']', '!' before '[').
constexpr std::string_view kSpecial = "\\`*[]<>|~&$";

// Invisible, and ends a mention or an issue reference: GitHub looks for those in the rendered text,
// where neither a backslash nor an entity would be left.
constexpr std::string_view kWordJoiner = "\xe2\x81\xa0";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// ":name:" is an emoji.
bool starts_emoji(std::string_view text) {
  const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_+-", 1);
  return end != std::string_view::npos && end > 1 && text[end] == ':';
}

// GitHub links what looks like a commit: seven or more digits of a hash, as a word. It is cut after
// every fifth.
bool is_cut_of_commit(std::string_view text, std::size_t i) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  if (kDigits.find(text[i]) == std::string_view::npos) return false;
  constexpr std::size_t kLongest = 40;
  std::size_t begin = i;
  while (begin > 0 && i - begin <= kLongest && is_word(text[begin - 1])) --begin;
  std::size_t end = i + 1;
  while (end < text.size() && end - i <= kLongest && is_word(text[end])) ++end;
  const std::string_view word = text.substr(begin, end - begin);
  return word.size() >= 7 && word.size() <= kLongest &&
         word.find_first_not_of(kDigits) == std::string_view::npos && (i - begin) % 5 == 4;
}

// "GH-1" is an issue, too.
bool is_issue_dash(std::string_view text, std::size_t i) {
  return text[i] == '-' && i >= 2 && (text[i - 2] | 0x20) == 'g' && (text[i - 1] | 0x20) == 'h';
}

// "1." and "1)" begin a list.
bool ends_list_number(std::string_view text, std::size_t i) {
  const bool is_end = i + 1 == text.size() || text[i + 1] == ' ';
  return (text[i] == '.' || text[i] == ')') && i > 0 && i < 10 && is_end &&
         text.substr(0, i).find_first_not_of("0123456789") == std::string_view::npos;
}

// What begins a block at the start of a line.
std::string escaped_at_start(std::string_view text, std::size_t i) {
  const char c = text[i];
  if (i == 0 && c == ' ') return "&#32;";
  const bool is_mark = i == 0 && (c == '-' || c == '+' || c == '=');
  return is_mark || ends_list_number(text, i) ? std::string("\\") + c : "";
}

std::string escaped_at(std::string_view text, std::size_t i) {
  const char c = text[i];
  std::string plain(1, c);
  const bool inside_word =
      i > 0 && i + 1 < text.size() && is_word(text[i - 1]) && is_word(text[i + 1]);
  if (kSpecial.find(c) != std::string_view::npos) return "\\" + plain;
  if (c == '_' && !inside_word) return "\\_";
  if (c == '@' || c == '#') return "\\" + plain + std::string(kWordJoiner);
  if (c == ':' && text.substr(i).starts_with("://")) return "&#58;";
  if (c == ':' && starts_emoji(text.substr(i))) return ":" + std::string(kWordJoiner);
  if (c == '.' && i >= 3 && text.substr(i - 3, 3) == "www") return "\\.";
  if (is_cut_of_commit(text, i) || is_issue_dash(text, i)) return plain + std::string(kWordJoiner);
  return plain;
}

std::string fixed(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.*f", decimals, value);
  return buffer;
}

}  // namespace

std::string markdown_text(std::string_view text) {
  const std::string line = printable(text);
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string at_start = escaped_at_start(line, i);
    out += at_start.empty() ? escaped_at(line, i) : at_start;
  }
  return out;
}

std::string markdown_inline(std::string_view text) {
  const std::string line = printable(text);
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) out += escaped_at(line, i);
  return out;
}

std::string markdown_name(std::string_view name) {
  const std::string line = printable(name);
  if (line.empty()) return "(empty)";
  std::string content;
  std::size_t run = 0;
  std::size_t longest = 0;
  for (const char c : line) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    content +=
        c == '|' ? "\\|" : std::string(1, c);  // a table row ends at a bare one, even in code
  }
  const std::string fence(longest + 1, '`');
  const bool needs_room = content.starts_with('`') || content.ends_with('`') ||
                          content.starts_with(' ') || content.ends_with(' ');
  const std::string room = needs_room ? " " : "";
  return fence + room + content + room + fence;
}

std::string milliseconds(double nanoseconds, int decimals) {
  return fixed(nanoseconds / 1e6, decimals);
}

std::string with_unit(double value, std::string_view unit) {
  constexpr double kShort = 1e4;  // below it, three decimals of a millisecond are no value
  if (unit == "ns" && value > 0 && value < kShort) {
    const ScaledValue scaled = scaled_for_people(value, unit);
    return fixed(scaled.value, 3) + " " + scaled.unit;
  }
  if (unit == "ns") return milliseconds(value) + " ms";
  return grouped(value) + " " + std::string(unit);
}

std::string relative_change(double before, double now) {
  if (before == now) return "none";
  if (before == 0) return "new";
  const double percent = (now - before) / std::abs(before) * 100;
  return (percent > 0 ? "+" : "") + fixed(percent, std::abs(percent) < 0.1 ? 4 : 2) + " %";
}

}  // namespace ncu_regions
