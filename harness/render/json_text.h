// Render: JSON that is written as it comes: what it describes may be larger than memory, and its
// doubles are to be the shortest that read back the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/render/results_number.h"

namespace ncu_regions {

class JsonText {
 public:
  // `lines`: how many levels deep each member stands on a line of its own.
  explicit JsonText(std::size_t lines = 0) : lines_(lines) {}

  template <typename Fill>
  void object(const Fill& fill) {
    bracketed('{', '}', fill);
  }
  template <typename Fill>
  void array(const Fill& fill) {
    bracketed('[', ']', fill);
  }
  template <typename List, typename Item>
  void list(std::string_view name, const List& items, const Item& item) {
    key(name);
    array([&] {
      for (const auto& each : items) item(each);
    });
  }

  // The name of what comes next in an object.
  void key(std::string_view name);

  void string(std::string_view value);
  void null();
  void boolean(bool value);
  template <typename Number>
  void number(Number value) {  // finite
    comma();
    append_number(text_, value);
  }

  void string(std::string_view name, std::string_view value);
  void string_or_null(std::string_view name, std::string_view value);
  void number(std::string_view name, const std::optional<std::uint64_t>& value);
  void real(std::string_view name, const std::optional<double>& value);
  void boolean(std::string_view name, bool value);
  template <typename List>
  void strings(std::string_view name, const List& items) {
    list(name, items, [&](const std::string& item) { string(item); });
  }

  // What was written so far; whoever takes it leaves the last character, on which commas depend.
  std::string& text() { return text_; }

 private:
  template <typename Fill>
  void bracketed(char open, char close, const Fill& fill) {
    comma();
    text_ += open;
    const std::size_t begin = text_.size();
    ++depth_;
    fill();
    --depth_;
    if (depth_ < lines_ && text_.size() > begin) new_line();
    text_ += close;
  }

  // Between two values; none after an opening bracket or a key.
  void comma() {
    if (text_.empty() || text_.back() == ':') return;
    if (text_.back() != '{' && text_.back() != '[') text_ += ',';
    if (depth_ <= lines_ && depth_ > 0) new_line();
  }

  void new_line() { text_.append(1, '\n').append(depth_, ' '); }

  std::size_t lines_;
  std::size_t depth_ = 0;
  std::string text_;
};

}  // namespace ncu_regions
