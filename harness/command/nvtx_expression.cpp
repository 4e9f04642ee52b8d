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

std::string domain_part(const std::string& domain) {
  return domain.empty() ? "" : exactly(domain) + "@";
}

}  // namespace

std::string nvtx_expression(const RegionPath& path) {
  std::string text = "regex:" + domain_part(path.domain);
  if (path.start_end) return text + exactly(path.labels.front());
  text += "[";
  for (const std::string& label : path.labels) text += exactly(label) + "/";
  return text;
}

std::string nvtx_expression_anywhere(const std::string& domain, const std::string& label) {
  return "regex:" + domain_part(domain) + exactly(label) + "/";
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
