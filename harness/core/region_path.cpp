#include "harness/core/region_path.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

void append_escaped(std::string& out, std::string_view name) {
  for (const char c : name) {
    if (c == '/' || c == '\\' || c == '@') out += '\\';
    out += c;
  }
}

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  throw Error(ErrorKind::kUsage, "region '" + printable(text) + "': " + std::string(why) +
                                     "; expected labels joined with '/', '\\' before a '/', '@' "
                                     "or '\\' that belongs to a name");
}

}  // namespace

std::string written_form(const RegionPath& path) {
  std::string out;
  if (!path.domain.empty()) {
    append_escaped(out, path.domain);
    out += '@';
  }
  for (std::size_t i = 0; i < path.labels.size(); ++i) {
    if (i > 0) out += '/';
    append_escaped(out, path.labels[i]);
  }
  return out;
}

RegionPath parse_written_form(std::string_view text) {
  RegionPath path;
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      if (++i == text.size()) refuse(text, "ends in a single '\\'");
      name += text[i];
    } else if (c == '@') {
      if (!path.labels.empty() || !path.domain.empty()) refuse(text, "has an '@' inside a label");
      path.domain = std::move(name);
      name.clear();
    } else if (c == '/') {
      if (name.empty()) refuse(text, "has an empty label");
      path.labels.push_back(std::move(name));
      name.clear();
    } else {
      name += c;
    }
  }
  if (name.empty()) refuse(text, "has an empty label");
  path.labels.push_back(std::move(name));
  return path;
}

std::string display_form(const RegionPath& path) {
  const std::size_t depth = path.labels.size();
  if (depth >= 2 && path.domain.empty()) {
    const std::string& label = path.labels[depth - 1];
    if (label.starts_with(path.labels[depth - 2] + "::")) return label;
  }
  return written_form(path);
}

bool is_named_by(const RegionPath& path, std::string_view text) {
  return written_form(path) == text || (!path.labels.empty() && path.labels.back() == text);
}

const RegionPath* find_region(std::span<const RegionPath> known, std::string_view text) {
  std::vector<const RegionPath*> matches;
  for (const RegionPath& path : known) {
    if (written_form(path) == text) return &path;
    if (is_named_by(path, text)) matches.push_back(&path);
  }
  if (matches.empty()) return nullptr;
  if (matches.size() == 1) return matches.front();
  std::string message = "region '" + printable(text) + "' is not one region but " +
                        std::to_string(matches.size()) + "; name one of them in full:";
  for (const RegionPath* path : matches) message += "\n  " + printable(written_form(*path));
  throw Error(ErrorKind::kUsage, message);
}

}  // namespace ncu_regions
