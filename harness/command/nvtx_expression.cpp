#include "harness/command/nvtx_expression.h"

#include <algorithm>

#include "harness/core/text.h"
#include "harness/core/utf8.h"

namespace ncu_regions {
namespace {

// ncu's own signs (@ , [ ] / * +) and those of regular expressions cannot be told from a name's,
// except as the number of the byte.
std::string hex(const std::string& name) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte < 0x80 && std::isalnum(byte) != 0;
    if (is_plain) {
      out += c;
    } else {
      out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

// Bytes that are not UTF-8 stand as \xHH in our files: such a name is meant as it stands, and as
// what it may stand for.
std::string exactly(const std::string& name) {
  const std::string raw = without_hex_escapes(name);
  if (raw == name) return "^" + hex(name) + "$";
  return "^(" + hex(name) + "|" + hex(raw) + ")$";
}

constexpr std::string_view kRegex = "regex:";

// ncu reads '\\' before its own signs alone, and has no form for these.
bool is_plain_form_enough(const std::string& name) {
  return !name.starts_with('@') && !name.starts_with(kRegex) &&
         name.find('\\') == std::string::npos;
}

bool is_plain_form_enough(const RegionPath& path) {
  return is_plain_form_enough(path.domain) &&
         std::ranges::all_of(path.labels,
                             [](const std::string& l) { return is_plain_form_enough(l); });
}

std::string escaped(const std::string& name) {
  constexpr std::string_view kSigns = "@,[]/*+";
  std::string out;
  for (const char c : name) {
    if (kSigns.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

enum class Form { kPlain, kBytes };

std::string expression(const RegionPath& path, Form chosen, bool is_anchored) {
  const auto form = [&](const std::string& name) {
    return chosen == Form::kPlain ? escaped(name) : exactly(name);
  };
  std::string text(chosen == Form::kPlain ? "" : kRegex);
  if (!path.domain.empty()) text += form(path.domain) + "@";
  if (path.start_end) return text + form(path.labels.front());
  if (is_anchored) text += "[";
  for (const std::string& label : path.labels) text += form(label) + "/";
  return text;
}

Form form_of(const RegionPath& path) {
  return is_plain_form_enough(path) ? Form::kPlain : Form::kBytes;
}

}  // namespace

std::string nvtx_expression(const RegionPath& path) {
  return expression(path, form_of(path), true);
}

std::string nvtx_expression_anywhere(const std::string& domain, const std::string& label) {
  const RegionPath path = {domain, {label}, false};
  return expression(path, form_of(path), false);
}

bool needs_own_run(const RegionPath& path) { return form_of(path) == Form::kBytes; }

std::string nvtx_expression_around(const RegionPath& path) {
  return expression({path.domain, {path.labels.front()}, path.start_end}, Form::kBytes, true);
}

std::string why_not_selectable(const RegionPath& path) {
  std::vector<std::string> labels = path.labels;
  if (std::ranges::find(labels, "") != labels.end()) {
    return "ncu cannot select a range without a name";
  }
  std::ranges::sort(labels);
  const auto twice = std::ranges::adjacent_find(labels);
  if (twice == labels.end()) return "";
  return "'" + printable(*twice) + "' stands twice in its path, and ncu can select no such region";
}

RegionPath selectable_part(const RegionPath& path) {
  RegionPath part = path;
  while (!part.labels.empty() && !why_not_selectable(part).empty()) part.labels.pop_back();
  return part;
}

}  // namespace ncu_regions
