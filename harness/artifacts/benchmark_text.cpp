#include "harness/artifacts/benchmark_text.h"

#include <cctype>
#include <cstdio>

#include "harness/core/utf8.h"

namespace ncu_regions {
namespace {

constexpr std::string_view kNoNumbers[] = {"NaN", "-NaN", "Infinity", "-Infinity"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// The one of them that stands here, or "".
std::string_view no_number_at(std::string_view text, std::size_t at) {
  for (const std::string_view word : kNoNumbers) {
    if (text.substr(at, word.size()) != word) continue;
    const std::size_t end = at + word.size();
    if (end == text.size() || !is_letter(text[end])) return word;
  }
  return {};
}

void add_escaped(std::string& out, char c) {
  char escape[8];
  std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned char>(c));
  out += escape;
}

class Mender {
 public:
  explicit Mender(std::string_view text) : text_(text) { out_.reserve(text.size() + 64); }

  std::string run() {
    for (std::size_t at = 0; at < text_.size();) at = is_inside_ ? inside(at) : outside(at);
    return std::move(out_);
  }

 private:
  // Returns where to go on.
  std::size_t inside(std::size_t at) {
    const char c = text_[at];
    if (c == '\\' && at + 1 < text_.size()) {
      out_ += c;
      out_ += text_[at + 1];
      return at + 2;
    }
    if (c == '"') is_inside_ = false;
    if (static_cast<unsigned char>(c) < 0x20) {
      add_escaped(out_, c);
      return at + 1;
    }
    const std::size_t length = utf8_length_at(text_, at);
    if (length > 0) {
      out_ += text_.substr(at, length);
      return at + length;
    }
    // As JSON: the backslash is escaped.
    char escape[8];
    std::snprintf(escape, sizeof(escape), "\\\\x%02x", static_cast<unsigned char>(c));
    out_ += escape;
    return at + 1;
  }

  std::size_t outside(std::size_t at) {
    const char c = text_[at];
    if (c == 'N' || c == 'I' || c == '-') {
      const std::string_view word = no_number_at(text_, at);
      if (!word.empty()) {
        out_ += "null";
        return at + word.size();
      }
    }
    if (c == '"') is_inside_ = true;
    out_ += c;
    return at + 1;
  }

  std::string_view text_;
  std::string out_;
  bool is_inside_ = false;  // of a string
};

}  // namespace

std::string as_json(std::string_view text) { return Mender(text).run(); }

}  // namespace ncu_regions
