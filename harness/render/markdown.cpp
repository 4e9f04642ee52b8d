#include "harness/render/markdown.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "harness/core/text.h"

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

std::string escaped_at(std::string_view text, std::size_t i) {
  const char c = text[i];
  std::string plain(1, c);
  const bool inside_word =
      i > 0 && i + 1 < text.size() && is_word(text[i - 1]) && is_word(text[i + 1]);
  if (kSpecial.find(c) != std::string_view::npos) return "\\" + plain;
  if (c == '_' && !inside_word) return "\\_";
  if (c == '@' || c == '#') return "\\" + plain + std::string(kWordJoiner);
  if (c == ':' && (text.substr(i).starts_with("://") || starts_emoji(text.substr(i)))) {
    return "&#58;";
  }
  if (c == '.' && i >= 3 && text.substr(i - 3, 3) == "www") return "\\.";
  if (i == 0 && (c == '-' || c == '+' || c == '=')) return "\\" + plain;
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
