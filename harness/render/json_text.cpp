#include "harness/render/json_text.h"

#include <algorithm>
#include <cstdio>

#include "harness/core/utf8.h"

namespace ncu_regions {
namespace {

bool needs_no_escape(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '<'; }

// ctest obeys its tags in the output of a test; escaped, they are the same text and no tags.
bool starts_tag(std::string_view text) {
  return text.starts_with("<CTest") || text.starts_with("<Dart");
}

// Bytes that are not UTF-8 become \xHH, as everywhere in our files.
void append_string(std::string& text, std::string_view raw) {
  if (std::ranges::all_of(raw, needs_no_escape)) {
    text.append(1, '"').append(raw).append(1, '"');
    return;
  }
  const std::string valid = valid_utf8(raw);
  text += '"';
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const auto c = static_cast<unsigned char>(valid[i]);
    if (c < 0x20 || c == 0x7f || (c == '<' && starts_tag(std::string_view(valid).substr(i)))) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", c);
      text += escape;
      continue;
    }
    if (c == '"' || c == '\\') text += '\\';
    text += valid[i];
  }
  text += '"';
}

}  // namespace

void JsonText::key(std::string_view name) {
  comma();
  append_string(text_, name);
  text_ += ':';
}

void JsonText::string(std::string_view value) {
  comma();
  append_string(text_, value);
}

void JsonText::null() {
  comma();
  text_ += "null";
}

void JsonText::boolean(bool value) {
  comma();
  text_ += value ? "true" : "false";
}

void JsonText::string(std::string_view name, std::string_view value) {
  key(name);
  string(value);
}

void JsonText::string_or_null(std::string_view name, std::string_view value) {
  key(name);
  value.empty() ? null() : string(value);
}

void JsonText::number(std::string_view name, const std::optional<std::uint64_t>& value) {
  key(name);
  value ? number(*value) : null();
}

void JsonText::real(std::string_view name, const std::optional<double>& value) {
  key(name);
  value ? number(*value) : null();
}

void JsonText::boolean(std::string_view name, bool value) {
  key(name);
  boolean(value);
}

}  // namespace ncu_regions
