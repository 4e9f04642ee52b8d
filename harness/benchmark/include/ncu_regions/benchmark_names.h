// Google Benchmark: which of the listed names is that of the benchmark that runs.
//
// A benchmark knows its family, its arguments and its threads; its full name, which is what people
// and filters use, stands in the list of all of them only. Knows nothing of Google Benchmark's
// headers.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ncu_regions::benchmark_detail {

struct Instance {
  std::string family;
  std::vector<std::int64_t> arguments;
  int threads = 1;
};

inline std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

inline bool starts_with(const std::string& text, const std::string& beginning) {
  return text.compare(0, beginning.size(), beginning) == 0;
}

// "64", or "size:64" where arguments have names.
inline bool is_argument(const std::string& part, std::int64_t value) {
  const std::string number = std::to_string(value);
  if (part == number) return true;
  return part.size() > number.size() &&
         part.compare(part.size() - number.size() - 1, std::string::npos, ":" + number) == 0;
}

// What may follow the arguments.
inline bool is_option(const std::string& part, int threads) {
  if (starts_with(part, "threads:")) return part == "threads:" + std::to_string(threads);
  for (const char* word : {"process_time", "manual_time", "real_time"}) {
    if (part == word) return true;
  }
  for (const char* word : {"min_time:", "min_warmup_time:", "iterations:", "repeats:"}) {
    if (starts_with(part, word)) return true;
  }
  return false;
}

// family[/argument]...[/option]...
inline bool is_name_of(const std::string& listed, const Instance& instance) {
  if (!starts_with(listed, instance.family)) return false;
  std::string rest = listed.substr(instance.family.size());
  if (!rest.empty() && rest.front() != '/') return false;
  if (!rest.empty()) rest.erase(0, 1);
  const std::vector<std::string> parts = parts_of(rest, '/');
  if (parts.size() < instance.arguments.size()) return false;
  bool has_threads = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_one_of_them = i < instance.arguments.size()
                                    ? is_argument(parts[i], instance.arguments[i])
                                    : is_option(parts[i], instance.threads);
    if (!is_one_of_them) return false;
    has_threads |= i >= instance.arguments.size() && starts_with(parts[i], "threads:");
  }
  return has_threads || instance.threads == 1;
}

// What to call it: for people where it has no name of its own.
inline std::string written(const Instance& instance) {
  std::string text = instance.family;
  for (const std::int64_t value : instance.arguments) text += "/" + std::to_string(value);
  return instance.threads == 1 ? text : text + "/threads:" + std::to_string(instance.threads);
}

struct FullName {
  std::vector<std::string> names;  // one; where `why_not` says so, all that it could be
  std::string why_not;             // why it is not known; empty: it is
};

// Never a guess: where two fit, or none, there is a reason instead.
inline FullName full_name(const std::vector<std::string>& listed, const Instance& instance) {
  FullName found;
  for (const std::string& name : listed) {
    if (is_name_of(name, instance)) found.names.push_back(name);
  }
  if (found.names.empty()) {
    return {{written(instance)}, "the program does not list a benchmark of this name"};
  }
  if (found.names.size() > 1) {
    found.why_not = "'" + found.names[0] + "' and '" + found.names[1] +
                    "' have the same function name, arguments and threads: a region needs a name "
                    "of its own; give one of them another Name()";
  }
  return found;
}

}  // namespace ncu_regions::benchmark_detail
