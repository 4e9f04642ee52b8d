#include "harness/runs/strict_json.h"

#include <set>

#include "harness/core/text.h"

namespace ncu_regions {
namespace {

bool is_conflict_marker(const std::string& line) {
  return line.starts_with("<<<<<<<") || line.starts_with("=======") ||
         line.starts_with(">>>>>>>") || line.starts_with("|||||||");
}

// No line of JSON begins like that.
void refuse_conflict(const std::string& text) {
  constexpr std::size_t kMostShown = 60;
  const std::vector<std::string> lines = split(text, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!is_conflict_marker(lines[i])) continue;
    bad("line " + std::to_string(i + 1) + " is a conflict marker of git ('" +
        printable(lines[i].substr(0, kMostShown)) + "'): finish the merge first");
  }
}

}  // namespace

BaselineJson parse_strictly(const std::string& text) {
  using Event = BaselineJson::parse_event_t;
  std::vector<std::set<std::string>> open;  // the keys of each object that is not closed yet
  const auto watch = [&](int, Event event, BaselineJson& parsed) {
    if (event == Event::object_start) open.emplace_back();
    if (event == Event::object_end) open.pop_back();
    if (event == Event::key && !open.back().insert(parsed.get<std::string>()).second) {
      bad("the key '" + printable(parsed.get<std::string>()) + "' stands twice in one object");
    }
    return true;
  };
  BaselineJson json = BaselineJson::parse(text, watch, /*allow_exceptions=*/false);
  if (json.is_object()) return json;
  refuse_conflict(text);
  bad("is not JSON");
}

}  // namespace ncu_regions
