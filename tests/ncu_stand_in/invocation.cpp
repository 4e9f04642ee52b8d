#include "tests/ncu_stand_in/invocation.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/ncu_stand_in/files.h"

namespace ncu_regions::stand_in {
namespace {

std::string log_path() {
  const char* path = std::getenv("NCU_STAND_IN_LOG");
  return path == nullptr ? "" : path;
}

std::vector<std::string> environment_names() {
  constexpr std::string_view kPrefixes[] = {"NV", "NCU", "CUDA", "LC_ALL", "TMPDIR"};
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (std::ranges::any_of(kPrefixes, [&](auto prefix) { return text.starts_with(prefix); })) {
      names.emplace_back(text.substr(0, text.find('=')));
    }
  }
  std::ranges::sort(names);
  return names;
}

template <typename T, typename U>
bool agrees(const std::optional<T>& wanted, const U& is) {
  return !wanted || *wanted == is;
}

bool fits(const When& when, const Arguments& arguments, std::uint64_t nth) {
  const std::size_t includes = arguments.values("nvtx-include").size();
  return agrees(when.replay_mode, arguments.replay_mode()) &&
         agrees(when.clock_control, arguments.value("clock-control", "base")) &&
         agrees(when.nth, nth) && agrees(when.includes, includes) &&
         agrees(when.census, arguments.is_census()) && includes >= when.min_includes.value_or(0) &&
         (!when.argument ||
          std::ranges::find(arguments.argv, *when.argument) != arguments.argv.end());
}

bool use_up(const CaptureEntry& entry) {
  if (!entry.times || log_path().empty()) return true;
  return count_up(log_path() + ".times." + std::to_string(entry.index), entry.times).has_value();
}

}  // namespace

std::uint64_t count_capture() {
  return log_path().empty() ? 1 : count_up(log_path() + ".count").value();
}

void log_invocation(const Arguments& arguments, std::optional<std::uint64_t> nth) {
  if (log_path().empty()) return;
  nlohmann::json line = {{"argv", arguments.argv},
                         {"cwd", std::filesystem::current_path().string()},
                         {"environment", environment_names()}};
  if (nth) line["nth"] = *nth;
  const auto replace = nlohmann::json::error_handler_t::replace;
  append_to_file(log_path(), line.dump(-1, ' ', false, replace) + "\n");
}

CaptureEntry choose_entry(const Scenario& scenario, const Arguments& arguments, std::uint64_t nth) {
  for (const CaptureEntry& entry : scenario.captures) {
    if (fits(entry.when, arguments, nth) && use_up(entry)) return entry;
  }
  return {};
}

}  // namespace ncu_regions::stand_in
