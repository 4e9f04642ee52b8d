#include "tests/ncu_stand_in/arguments.h"

#include <algorithm>
#include <cstdlib>

namespace ncu_regions::stand_in {
namespace {

constexpr std::string_view kWithoutValue[] = {
    "nvtx",          "null-stdin", "force-overwrite", "disable-extra-suffixes",
    "quiet",         "verbose",    "version",         "query-metrics",
    "list-sections", "list-sets",  "list-chips"};

constexpr std::pair<char, std::string_view> kShort[] = {
    {'o', "export"},      {'f', "force-overwrite"}, {'c', "launch-count"},
    {'s', "launch-skip"}, {'k', "kernel-name"},     {'v', "version"}};

struct Known {
  std::string_view name;
  int since = 0;  // 20231: 2023.1
};

constexpr Known kKnown[] = {{"app-replay-buffer"},
                            {"app-replay-match"},
                            {"app-replay-mode"},
                            {"apply-rules"},
                            {"cache-control"},
                            {"check-exit-code"},
                            {"chips"},
                            {"clock-control"},
                            {"config-file", 20231},
                            {"devices"},
                            {"disable-extra-suffixes", 20231},
                            {"export"},
                            {"force-overwrite"},
                            {"graph-profiling", 20231},
                            {"kernel-name"},
                            {"kernel-name-base"},
                            {"kill"},
                            {"launch-count"},
                            {"launch-skip"},
                            {"list-chips"},
                            {"list-sections"},
                            {"list-sets"},
                            {"log-file"},
                            {"metrics"},
                            {"null-stdin"},
                            {"nvtx"},
                            {"nvtx-exclude"},
                            {"nvtx-include"},
                            {"nvtx-push-pop-scope", 20251},
                            {"pipeline-boost-state", 20261},
                            {"query-metrics"},
                            {"quiet"},
                            {"range-filter", 20231},
                            {"range-replay-options"},
                            {"rename-kernels", 20242},
                            {"replay-mode"},
                            {"section"},
                            {"section-folder"},
                            {"set"},
                            {"target-processes"},
                            {"target-processes-filter"},
                            {"verbose"},
                            {"version"}};

std::string long_name(const std::string& word) {
  if (word.starts_with("--")) return word.substr(2);
  for (const auto& [letter, name] : kShort) {
    if (word.size() == 2 && word[1] == letter) return std::string(name);
  }
  return word.substr(1);
}

int release(std::string_view version) {  // "2024.2.0.0": 20242
  const std::string text(version);
  const std::size_t dot = text.find('.');
  const int minor = dot == std::string::npos ? 0 : std::atoi(text.c_str() + dot + 1);
  return std::atoi(text.c_str()) * 10 + minor;
}

}  // namespace

bool Arguments::has(std::string_view name) const { return !values(name).empty(); }

std::string Arguments::value(std::string_view name, std::string_view otherwise) const {
  const std::vector<std::string> all = values(name);
  return all.empty() ? std::string(otherwise) : all.back();
}

std::vector<std::string> Arguments::values(std::string_view name) const {
  std::vector<std::string> found;
  for (const auto& [option, value] : options) {
    if (option == name) found.push_back(value);
  }
  return found;
}

std::vector<std::string> Arguments::list(std::string_view name) const {
  std::vector<std::string> words;
  for (const std::string& value : values(name)) {
    std::size_t at = 0;
    while (at <= value.size()) {
      const std::size_t comma = std::min(value.find(',', at), value.size());
      if (comma > at) words.push_back(value.substr(at, comma - at));
      at = comma + 1;
    }
  }
  return words;
}

bool Arguments::is_census() const {
  const std::vector<std::string> metrics = list("metrics");
  const bool only_time = metrics.size() == 1 && metrics[0] == "gpu__time_duration.sum";
  return replay_mode() == "kernel" && (has("launch-count") || only_time);
}

Arguments parse_arguments(const std::vector<std::string>& argv) {
  Arguments arguments{argv, {}, {}};
  std::size_t at = 1;
  for (; at < argv.size() && argv[at].size() > 1 && argv[at][0] == '-'; ++at) {
    const std::size_t equals = argv[at].find('=');
    const std::string name = long_name(argv[at].substr(0, equals));
    std::string value;
    if (equals != std::string::npos) {
      value = argv[at].substr(equals + 1);
    } else if (std::ranges::find(kWithoutValue, name) == std::end(kWithoutValue) &&
               at + 1 < argv.size()) {
      value = argv[++at];
    }
    arguments.options.emplace_back(name, value);
  }
  arguments.program.assign(argv.begin() + static_cast<std::ptrdiff_t>(std::min(at, argv.size())),
                           argv.end());
  return arguments;
}

std::optional<std::string> unknown_option(const Arguments& arguments, std::string_view version) {
  for (const auto& [name, value] : arguments.options) {
    const auto* known = std::ranges::find(kKnown, name, &Known::name);
    if (known == std::end(kKnown) || known->since > release(version)) {
      return (name.size() > 1 ? "--" : "-") + name;
    }
  }
  return std::nullopt;
}

}  // namespace ncu_regions::stand_in
