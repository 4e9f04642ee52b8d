#include "tests/ncu_stand_in/output_name.h"

#include <unistd.h>

#include <cstdlib>
#include <optional>

namespace ncu_regions::stand_in {
namespace {

constexpr char kSuffix[] = ".ncu-rep";

std::string host() {
  char name[256] = {};
  gethostname(name, sizeof(name) - 1);
  return name;
}

std::string variable(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  if (value != nullptr) return value;
  throw NcuError("Failed to read environment variable '" + std::string(name) + "' for macro '%q'.");
}

// Replaces the macro at the start of `text` and takes it away.
std::string take_macro(std::string_view& text, const std::string& number,
                       const std::filesystem::path& whole) {
  const char kind = text.size() > 1 ? text[1] : '\0';
  const std::size_t end = text.find('}');
  if (kind == 'q' && text.substr(2, 1) == "{" && end != std::string_view::npos) {
    const std::string_view name = text.substr(3, end - 3);
    text.remove_prefix(end + 1);
    return variable(name);
  }
  const std::string macro(text.substr(0, 2));
  text.remove_prefix(macro.size());
  if (kind == '%') return "%";
  if (kind == 'p') return std::to_string(getpid());
  if (kind == 'h') return host();
  if (kind == 'i') return number;
  throw NcuError("Unknown macro '" + macro + "' in " + whole.string() + ".");
}

std::filesystem::path expand(const std::filesystem::path& whole, const std::string& number) {
  const std::string form = whole.string();
  std::string_view text = form;
  std::string out;
  while (!text.empty()) {
    if (text[0] == '%') {
      out += take_macro(text, number, whole);
      continue;
    }
    out += text[0];
    text.remove_prefix(1);
  }
  return out;
}

}  // namespace

std::filesystem::path output_name(const std::string& option) {
  std::filesystem::path whole = std::filesystem::absolute(option);
  if (whole.extension() != kSuffix) whole += kSuffix;
  int number = 0;
  while (true) {
    const std::filesystem::path name = expand(whole, std::to_string(number));
    const bool is_same = expand(whole, std::to_string(++number)) == name;  // it has no %i
    if (is_same || !std::filesystem::exists(name)) return name;
  }
}

}  // namespace ncu_regions::stand_in
