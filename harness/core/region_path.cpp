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

constexpr std::string_view kStartEnd = "startend:";

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
  if (path.start_end) out += kStartEnd;
  for (std::size_t i = 0; i < path.labels.size(); ++i) {
    if (i > 0) out += '/';
    if (i == 0 && path.labels[i].starts_with(kStartEnd)) out += '\\';
    append_escaped(out, path.labels[i]);
  }
  return out;
}

RegionPath parse_written_form(std::string_view text) {
  RegionPath path;
  std::string name;
  std::size_t first = 0;  // where the labels begin
  const auto end_label = [&] {
    if (name.empty()) refuse(text, "has an empty label");
    path.labels.push_back(std::move(name));
    name.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (i == first && text.substr(i).starts_with(kStartEnd)) {
      path.start_end = true;
      i += kStartEnd.size() - 1;
    } else if (c == '\\') {
      if (++i == text.size()) refuse(text, "ends in a single '\\'");
      name += text[i];
    } else if (c == '@') {
      if (!path.labels.empty() || !path.domain.empty() || path.start_end) {
        refuse(text, "has an '@' inside a label");
      }
      path.domain = std::move(name);
      name.clear();
      first = i + 1;
    } else if (c == '/') {
      end_label();
    } else {
      name += c;
    }
  }
  end_label();
  if (path.start_end && path.labels.size() > 1) refuse(text, "is a start/end range with a parent");
  return path;
}

std::string display_form(const RegionPath& path) {
  const std::size_t depth = path.labels.size();
  if (depth >= 2 && path.domain.empty()) {
    const std::string& label = path.labels[depth - 1];
    if (label.starts_with(path.labels[depth - 2] + "::")) return label;
  }
  // A label alone names a region, too, and reads as its program wrote it.
  const bool is_plain = depth == 1 && path.domain.empty() && !path.start_end;
  if (is_plain && path.labels[0].find_first_of("\\@") == std::string::npos) return path.labels[0];
  if (!path.start_end) return written_form(path);
  return written_form({path.domain, path.labels}) + " (start/end)";
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
  throw Error(ErrorKind::kMeasurement, message);
}

}  // namespace ncu_regions
