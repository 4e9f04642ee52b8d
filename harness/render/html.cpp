#include "harness/render/html.h"

#include <cstdio>

#include "harness/core/text.h"
#include "harness/render/value_text.h"
#include "harness/runs/json_file.h"

namespace ncu_regions {

std::string html_text(std::string_view text) {
  const std::string line = printable(text);
  std::string out;
  out.reserve(line.size());
  for (const char c : line) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

constexpr std::size_t kMostTitle = 2'000;

std::string html_name(std::string_view name) {
  const std::string text = html_text(short_name(name, kMostNameOnPage));
  const bool is_cut = name.size() > kMostNameOnPage;
  return (is_cut ? "<code title=\"" + html_text(short_name(name, kMostTitle)) + "\">" : "<code>") +
         (text.empty() ? "(empty)" : text) + "</code>";
}

std::string html_metric(std::string_view name) {
  std::string out;
  char before = 0;
  for (const char c : html_text(name)) {
    const bool is_end = (before == '_' || before == '.') && c != '_' && c != '.';
    out += is_end ? std::string("<wbr>") + c : std::string(1, c);
    before = c;
  }
  return out;
}

std::string script_text(std::string_view text) {
  std::string out;
  for (const char c : Json(printable(text)).dump()) {
    out += c == '<' ? "\\u003c" : std::string(1, c);
  }
  return out;
}

std::string html_number(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.*f", decimals, value);
  std::string text = buffer;
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace ncu_regions
