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
  template <typename Fill>
  void object(const Fill& fill) {
    comma();
    text_ += '{';
    fill();
    text_ += '}';
  }
  template <typename Fill>
  void array(const Fill& fill) {
    comma();
    text_ += '[';
    fill();
    text_ += ']';
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

  // What was written so far; whoever takes it leaves the last character, on which commas depend.
  std::string& text() { return text_; }

 private:
  // Between two values; none after an opening bracket or a key.
  void comma() {
    if (text_.empty() || text_.back() == '{' || text_.back() == '[' || text_.back() == ':') return;
    text_ += ',';
  }

  std::string text_;
};

}  // namespace ncu_regions
