#include "harness/core/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "harness/core/utf8.h"

namespace ncu_regions {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

// Marks that reorder what is shown: U+200E, U+200F, U+202A-U+202E, U+2066-U+2069.
bool is_direction_mark(std::string_view sequence) {
  if (sequence.size() != 3 || sequence[0] != '\xe2') return false;
  const auto second = static_cast<unsigned char>(sequence[1]);
  const auto third = static_cast<unsigned char>(sequence[2]);
  if (second == 0x81) return third >= 0xa6 && third <= 0xa9;
  return second == 0x80 && (third == 0x8e || third == 0x8f || (third >= 0xaa && third <= 0xae));
}

// Control characters U+0080 to U+009F (U+009B is the beginning of a terminal's commands), the line
// ends U+2028 and U+2029, and U+FFFE and U+FFFF, which no XML may hold.
bool is_odd_character(std::string_view sequence) {
  if (sequence.size() == 2) {
    return sequence[0] == '\xc2' && static_cast<unsigned char>(sequence[1]) < 0xa0;
  }
  return sequence == "\xe2\x80\xa8" || sequence == "\xe2\x80\xa9" || sequence == "\xef\xbf\xbe" ||
         sequence == "\xef\xbf\xbf";
}

}  // namespace

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::optional<std::string> nearest_name(std::string_view text, std::span<const std::string> known) {
  std::optional<std::string> best;
  std::size_t best_distance = text.size() / 3 + 2;  // further away is another word
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(text, name);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

std::string suggestion(std::string_view text, std::span<const std::string> known) {
  const std::optional<std::string> name = nearest_name(text, known);
  return name ? " (did you mean '" + *name + "'?)" : "";
}

bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string shortest(double value) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return error == std::errc() ? std::string(buffer.data(), end) : "0";
}

std::string grouped(double value) {
  const bool whole = std::trunc(value) == value;
  std::array<char, 400> buffer{};  // the largest double has 309 digits
  std::snprintf(buffer.data(), buffer.size(), "%.*f", whole ? 0 : 2, value);
  std::string text = buffer.data();
  std::size_t end = text.find('.');
  if (end == std::string::npos) end = text.size();
  const std::size_t begin = text.starts_with('-') ? 1 : 0;
  for (std::size_t at = end; at > begin + 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::string printable(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = std::max<std::size_t>(utf8_length_at(text, i), 1);
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool control = byte < 0x20 || byte == 0x7f || (length == 1 && byte >= 0x80);
    const std::string_view sequence = text.substr(i, length);
    if (control || is_direction_mark(sequence) || is_odd_character(sequence)) {
      for (const char c : sequence) {
        out += {'\\', 'x', kDigits[static_cast<unsigned char>(c) >> 4], kDigits[c & 0xf]};
      }
    } else {
      out += sequence;
    }
    i += length;
  }
  return out;
}

std::string without_ctest_tags(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    const bool tag = rest.starts_with("<CTest") || rest.starts_with("</CTest") ||
                     rest.starts_with("<Dart") || rest.starts_with("</Dart");
    out += tag ? std::string_view("&lt;") : rest.substr(0, 1);
  }
  return out;
}

std::string without_workflow_commands(std::string_view text) {
  std::string out;
  bool is_line_start = true;  // blanks before a command do not count
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    const bool is_command = (is_line_start && rest.starts_with("::")) || rest.starts_with("##[");
    out += is_command ? (text[i] == ':' ? "\\x3a" : "\\x23") : std::string(1, text[i]);
    const bool is_blank = text[i] == ' ' || text[i] == '\t' || text[i] == '\r';
    is_line_start = text[i] == '\n' || (is_line_start && is_blank);
  }
  return out;
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain = "_-+=./:,@%";
  const bool plain = !word.empty() && std::ranges::all_of(word, [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           kPlain.find(c) != std::string_view::npos;
  });
  if (plain) return std::string(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string counted(std::size_t number, const std::string& what) {
  return grouped(static_cast<double>(number)) + " " + what + (number == 1 ? "" : "s");
}

}  // namespace ncu_regions
