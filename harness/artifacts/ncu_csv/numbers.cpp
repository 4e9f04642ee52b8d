#include "harness/artifacts/ncu_csv/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

namespace ncu_regions::ncu_csv {
namespace {

constexpr std::array<double, 16> kPowersOfTen = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
constexpr std::uint64_t kExactDouble = std::uint64_t{1} << 53;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "[-]digits[.digits]" and nothing else: almost every cell.
struct Plain {
  bool negative = false;
  std::size_t whole = 0;     // digits before the point
  std::size_t decimals = 0;  // and after it
  std::uint64_t digits = 0;  // all of them as one number
};

std::optional<Plain> read_plain(std::string_view cell) {
  Plain plain;
  const char* at = cell.data();
  const char* end = at + cell.size();
  if (at != end && *at == '-') {
    plain.negative = true;
    ++at;
  }
  for (; at != end && is_digit(*at); ++at, ++plain.whole)
    plain.digits = plain.digits * 10 + (*at - '0');
  if (plain.whole == 0) return std::nullopt;
  if (at != end && *at == '.') {
    for (++at; at != end && is_digit(*at); ++at, ++plain.decimals) {
      plain.digits = plain.digits * 10 + (*at - '0');
    }
    if (plain.decimals == 0) return std::nullopt;
  }
  return at == end ? std::optional(plain) : std::nullopt;
}

double slow_double(std::string_view text) {
  double value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failed == std::errc() ? value : std::numeric_limits<double>::infinity();
}

bool read_whole(const Plain& plain, std::string_view cell, MetricValue& value) {
  std::uint64_t whole = plain.digits;
  const bool fits =
      plain.whole <= 18 ||
      std::from_chars(cell.data(), cell.data() + cell.size(), whole).ec == std::errc();
  if (fits) value.emplace<std::uint64_t>(whole);
  if (!fits) value.emplace<double>(slow_double(cell));
  return true;
}

bool read_plain_value(const Plain& plain, std::string_view cell, Writer writer,
                      MetricValue& value) {
  if (plain.decimals == 0 && !plain.negative) return read_whole(plain, cell, value);
  if (plain.decimals == 3 && plain.whole <= 3 && writer == Writer::kNcu) return false;
  // Both exact, so that their quotient is rounded once, as the text would be.
  if (plain.whole + plain.decimals <= 18 && plain.digits < kExactDouble &&
      plain.decimals < kPowersOfTen.size()) {
    const double number = static_cast<double>(plain.digits) / kPowersOfTen[plain.decimals];
    value.emplace<double>(plain.negative ? -number : number);
  } else {
    value.emplace<double>(slow_double(cell));
  }
  return true;
}

// "1,234,567" or "1,234.50": groups of three after the first.
bool is_grouped(std::string_view cell, char separator, char point) {
  const std::string_view whole = cell.substr(0, cell.rfind(point));
  std::size_t in_group = 0;
  std::size_t groups = 0;
  for (const char c : whole) {
    if (is_digit(c)) {
      if (++in_group > 3) return false;
    } else if (c == separator && in_group > 0 && (groups == 0 || in_group == 3)) {
      ++groups;
      in_group = 0;
    } else {
      return false;
    }
  }
  const std::string_view decimals =
      whole.size() == cell.size() ? std::string_view() : cell.substr(whole.size() + 1);
  return groups > 0 && in_group == 3 && std::ranges::all_of(decimals, is_digit);
}

// Digits with a comma, a blank or points in a way that is neither ours nor en_US's.
bool is_of_other_locale(std::string_view cell) {
  if (!is_digit(cell.front()) || !is_digit(cell.back())) return false;
  const auto is_part = [](char c) { return is_digit(c) || c == ',' || c == '.' || c == ' '; };
  if (!std::ranges::all_of(cell, is_part)) return false;
  const bool has_comma = cell.find(',') != std::string_view::npos;
  return has_comma || is_grouped(cell, '.', ',') || is_grouped(cell, ' ', ',');
}

std::string without(std::string_view text, char c) {
  std::string kept(text);
  std::erase(kept, c);
  return kept;
}

// "32 (32; 32; 0)": with --print-metric-instances the value comes first.
bool read_before_instances(std::string_view cell, Writer writer, MetricValue& value) {
  const std::optional<Plain> plain = read_plain(cell.substr(0, cell.find(" (")));
  if (plain) return read_plain_value(*plain, cell.substr(0, cell.find(" (")), writer, value);
  value = cell;
  return true;
}

// NaN, infinities, and numbers in exponential form.
bool is_other_number(std::string_view cell, MetricValue& value) {
  double number = 0;
  const auto [end, failed] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (failed != std::errc() || end != cell.data() + cell.size()) return false;
  value = number;
  return true;
}

bool read_odd(std::string_view cell, Writer writer, MetricValue& value) {
  value = {};
  if (cell == "no data" || cell == "n/a") return true;
  const std::string_view digits = cell.substr(cell.front() == '-' ? 1 : 0);
  if (!digits.empty() && is_grouped(digits, ',', '.')) {
    return read_cell(without(cell, ','), writer, value);
  }
  if (!digits.empty() && is_of_other_locale(digits)) return false;
  if (cell.ends_with(')')) return read_before_instances(cell, writer, value);
  if (!is_other_number(cell, value)) value = cell;
  return true;
}

}  // namespace

bool read_cell(std::string_view cell, Writer writer, MetricValue& value) {
  if (cell.empty()) {
    value = {};
    return true;
  }
  if (const std::optional<Plain> plain = read_plain(cell)) {
    return read_plain_value(*plain, cell, writer, value);
  }
  return read_odd(cell, writer, value);
}

}  // namespace ncu_regions::ncu_csv
