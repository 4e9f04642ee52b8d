#include "harness/core/unit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ncu_regions {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// What a counter counts, by a word of its name.
constexpr Pair kNouns[] = {
    {"time_duration", "ns"},   {"bytes", "byte"},     {"sectors", "sector"},
    {"cycles", "cycle"},       {"inst", "inst"},      {"warps", "warp"},
    {"requests", "request"},   {"threads", "thread"}, {"ctas", "block"},
    {"registers", "register"}, {"passes", "pass"},    {"samples", "sample"},
};

// "pmsampling:x" and "SM_A.TriageCompute.x" are x, sampled.
std::string_view without_source(std::string_view metric) {
  constexpr std::string_view kSampling = "pmsampling:";
  if (metric.starts_with(kSampling)) metric.remove_prefix(kSampling.size());
  const std::size_t triage = metric.find("Triage");
  if (triage == 0 || (triage != std::string_view::npos && metric[triage - 1] == '.')) {
    const std::size_t dot = metric.find('.', triage);
    if (dot != std::string_view::npos) metric.remove_prefix(dot + 1);
  }
  return metric;
}

std::string_view unit_of_word(std::string_view word) {
  for (const auto& [noun, unit] : kNouns) {
    if (noun == word) return unit;
  }
  return {};
}

// The noun that stands leftmost in the counter's name.
std::string_view noun_of(std::string_view counter) {
  for (std::string_view rest = counter; !rest.empty();) {
    const std::size_t end = std::min(rest.find('_'), rest.size());
    const std::string_view unit = unit_of_word(rest.substr(0, end));
    if (!unit.empty()) return unit;
    if (rest.starts_with("time_duration")) return "ns";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return counter.find("writeback_active") != std::string_view::npos ? "cycle" : "";
}

std::string_view launch_unit(std::string_view name) {
  if (name.starts_with("registers_per_thread")) return "register/thread";
  if (name.starts_with("shared_mem_per_block")) return "byte/block";
  if (name == "shared_mem_config_size") return "byte";
  if (name.starts_with("occupancy_limit_") || name.starts_with("block_dim_")) return "block";
  if (name.ends_with("_pct")) return "%";
  return name == "thread_count" ? "thread" : "";
}

bool is_percentage(std::string_view counter, std::string_view rest) {
  return counter.ends_with("_pct") || counter.ends_with("throughput") || rest.starts_with("pct") ||
         rest.find(".pct") != std::string_view::npos;
}

std::string per_second(std::string_view noun) {
  if (noun == "cycle") return "hz";
  return noun.empty() ? "1/s" : std::string(noun) + "/s";
}

std::string per_cycle(std::string_view noun) {
  if (noun == "cycle") return "";
  if (noun == "warp") return "warp";
  return noun.empty() ? "1/cycle" : std::string(noun) + "/cycle";
}

}  // namespace

std::string unit_of_metric(std::string_view metric) {
  constexpr std::string_view kLaunch = "launch__";
  if (metric.starts_with(kLaunch)) {
    return std::string(launch_unit(metric.substr(kLaunch.size())));
  }
  // What somebody called a counter of a benchmark says nothing for sure.
  if (metric.starts_with("device__") || metric.starts_with("benchmark__")) return "";
  metric = without_source(metric);
  const std::size_t dot = std::min(metric.find('.'), metric.size());
  const std::string_view counter = metric.substr(0, dot);
  const std::string_view rest = dot < metric.size() ? metric.substr(dot + 1) : "";
  if (is_percentage(counter, rest)) return "%";
  const std::size_t last_dot = rest.rfind('.');
  const std::string_view last =
      last_dot == std::string_view::npos ? rest : rest.substr(last_dot + 1);
  if (last == "ratio" || last == "max_rate") return "";
  const std::string_view noun = noun_of(counter);
  // "dram__bytes_per_sec" is what ncu of 2019 calls "dram__bytes.sum.per_second".
  if (last == "per_second" || counter.ends_with("_per_sec")) return per_second(noun);
  if (last.starts_with("per_cycle") || last.starts_with("peak_sustained")) return per_cycle(noun);
  return std::string(noun);
}

namespace {

struct Step {
  std::string_view text;
  double factor;
};

// Times as the numerator are in ns, as the denominator in s.
constexpr Step kTimes[] = {{"ns", 1},   {"nsecond", 1},   {"us", 1e3}, {"usecond", 1e3},
                           {"ms", 1e6}, {"msecond", 1e6}, {"s", 1e9},  {"second", 1e9}};
constexpr Step kPrefixes[] = {{"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"P", 1e15}};

std::optional<double> time_factor(std::string_view unit) {
  for (const Step& step : kTimes) {
    if (step.text == unit) return step.factor;
  }
  return std::nullopt;
}

// "Mbyte" -> {"byte", 1e6}, "Ghz" -> {"hz", 1e9}.
UnitScale without_prefix(std::string_view unit) {
  for (const Step& step : kPrefixes) {
    if (!unit.starts_with(step.text)) continue;
    const std::string_view rest = unit.substr(1);
    if (rest == "byte" || rest == "hz") return {std::string(rest), step.factor};
  }
  return {std::string(unit), 1};
}

UnitScale scale_of_numerator(std::string_view unit) {
  if (const std::optional<double> factor = time_factor(unit)) return {"ns", *factor};
  if (unit.empty()) return {"1", 1};
  return without_prefix(unit);
}

// ncu writes 7643 %/byte as 7.643 %/Kbyte: it scales a unit below the line like one above it. Its
// numbers have to be read as it means them; for times it does what is right.
UnitScale scale_of_denominator(std::string_view unit) {
  if (const std::optional<double> factor = time_factor(unit)) return {"s", 1e9 / *factor};
  return without_prefix(unit);
}

}  // namespace

UnitScale scale_of_unit(std::string_view unit) {
  const std::size_t slash = unit.find('/');
  if (slash == std::string_view::npos) {
    return unit.empty() ? UnitScale{"", 1} : scale_of_numerator(unit);
  }
  const UnitScale top = scale_of_numerator(unit.substr(0, slash));
  const UnitScale bottom = scale_of_denominator(unit.substr(slash + 1));
  const double factor = top.factor * bottom.factor;
  if (top.base == "cycle" && bottom.base == "s") return {"hz", factor};
  return {top.base + "/" + bottom.base, factor};
}

ScaledValue scaled_for_people(double value, std::string_view unit) {
  constexpr std::array<std::string_view, 4> kTimeNames = {"ns", "us", "ms", "s"};
  constexpr std::array<std::string_view, 6> kPrefixNames = {"", "K", "M", "G", "T", "P"};
  const std::string_view top = unit.substr(0, unit.find('/'));
  const bool is_time = unit == "ns";
  if (!is_time && top != "byte" && top != "hz") return {value, std::string(unit)};
  const std::size_t last = is_time ? kTimeNames.size() - 1 : kPrefixNames.size() - 1;
  std::size_t step = 0;
  while (step < last && std::abs(value) >= 1000) {
    value /= 1000;
    ++step;
  }
  if (is_time) return {value, std::string(kTimeNames[step])};
  return {value, std::string(kPrefixNames[step]) + std::string(unit)};
}

}  // namespace ncu_regions
