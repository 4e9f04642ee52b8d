#include "tests/ncu_stand_in/scenario.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/core/files.h"

namespace ncu_regions::stand_in {
namespace {

using nlohmann::json;
using Keys = std::initializer_list<std::string_view>;

const std::initializer_list<std::string_view> kReports = {
    "planned", "none", "truncated", "garbage", "empty", "other_program", "no_results"};

void expect_keys(const json& object, const std::string& what, Keys keys) {
  if (!object.is_object()) throw std::runtime_error(what + " is no object");
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(keys, key) == keys.end()) {
      throw std::runtime_error("unknown key '" + key + "' in " + what);
    }
  }
}

template <typename T>
void get(const json& object, const char* key, T& value) {
  if (object.contains(key)) value = object.at(key).get<T>();
}

template <typename T>
void get(const json& object, const char* key, std::optional<T>& value) {
  if (object.contains(key)) value = object.at(key).get<T>();
}

Answer answer(const json& object, const std::string& what, Answer value) {
  expect_keys(object, what, {"exit", "out", "err"});
  get(object, "exit", value.exit);
  get(object, "out", value.out);
  get(object, "err", value.err);
  return value;
}

std::vector<Kernel> kernels(const json& list) {
  std::vector<Kernel> all;
  for (const json& object : list) {
    expect_keys(object, "a kernel", {"name", "launches", "time_ns"});
    Kernel& kernel = all.emplace_back();
    get(object, "name", kernel.name);
    get(object, "launches", kernel.launches);
    get(object, "time_ns", kernel.time_ns);
  }
  return all;
}

PlannedRegion region(const json& object) {
  expect_keys(object, "a region",
              {"path", "domain", "start_end", "instances", "kernels", "first_call_in"});
  PlannedRegion out;
  get(object, "path", out.path);
  get(object, "domain", out.domain);
  get(object, "start_end", out.start_end);
  get(object, "instances", out.instances);
  get(object, "first_call_in", out.first_call_in);
  if (object.contains("kernels")) out.kernels = kernels(object.at("kernels"));
  if (out.path.empty()) throw std::runtime_error("a region without \"path\"");
  return out;
}

When when(const json& object) {
  expect_keys(
      object, "\"when\"",
      {"replay_mode", "nth", "includes", "min_includes", "clock_control", "census", "argument"});
  When out;
  get(object, "replay_mode", out.replay_mode);
  get(object, "clock_control", out.clock_control);
  get(object, "nth", out.nth);
  get(object, "includes", out.includes);
  get(object, "min_includes", out.min_includes);
  get(object, "census", out.census);
  get(object, "argument", out.argument);
  return out;
}

void get_program(const json& object, CaptureEntry& entry) {
  get(object, "run_program", entry.run_program);
  get(object, "daemon", entry.daemon);
  get(object, "ignore_term", entry.ignore_term);
  get(object, "kill_self", entry.kill_self);
  get(object, "exit", entry.exit);
  if (!object.contains("program")) return;
  if (object.at("program") != "sleep") throw std::runtime_error("\"program\" is not \"sleep\"");
  entry.sleeps = true;
}

void get_report(const json& object, CaptureEntry& entry) {
  get(object, "drop", entry.drop);
  get(object, "extra", entry.extra);
  get(object, "processes", entry.processes);
  get(object, "merge_siblings", entry.merge_siblings);
  get(object, "unlocked_clocks", entry.unlocked_clocks);
  get(object, "other_thread", entry.other_thread);
  get(object, "missing_metrics", entry.missing_metrics);
  get(object, "scale", entry.scale);
  if (!object.contains("report")) return;
  const json& report = object.at("report");
  if (report.is_object()) {
    expect_keys(report, "\"report\"", {"file"});
    entry.report = "file";
    entry.report_file = report.at("file").get<std::string>();
    return;
  }
  entry.report = report.get<std::string>();
  if (std::ranges::find(kReports, entry.report) == kReports.end()) {
    throw std::runtime_error("unknown report '" + entry.report + "'");
  }
}

CaptureEntry capture(const json& object, std::size_t index) {
  expect_keys(object, "captures[" + std::to_string(index) + "]",
              {"when",
               "times",
               "log",
               "out",
               "err",
               "run_program",
               "program",
               "daemon",
               "ignore_term",
               "kill_self",
               "exit",
               "report",
               "drop",
               "extra",
               "merge_siblings",
               "missing_metrics",
               "scale",
               "unlocked_clocks",
               "other_thread",
               "processes"});
  CaptureEntry entry;
  entry.index = index;
  if (object.contains("when")) entry.when = when(object.at("when"));
  get(object, "times", entry.times);
  get(object, "log", entry.log);
  get(object, "out", entry.out);
  get(object, "err", entry.err);
  get_program(object, entry);
  get_report(object, entry);
  return entry;
}

Chip chip(const json& object) {
  expect_keys(object, "\"chip\"", {"name", "compute_capability", "metrics"});
  Chip out;
  get(object, "name", out.name);
  get(object, "compute_capability", out.compute_capability);
  get(object, "metrics", out.metrics);
  return out;
}

Scenario scenario(const json& object) {
  expect_keys(object, "the scenario",
              {"version", "query_metrics", "chip", "clock_reset", "sections", "pids",
               "process_path", "regions", "outside", "captures"});
  Scenario out;
  get(object, "version", out.version);
  get(object, "sections", out.sections);
  get(object, "pids", out.pids);
  get(object, "process_path", out.process_path);
  const auto part = [&](const char* key) { return object.value(key, json::array()); };
  const auto said = [&](const char* key) { return object.value(key, json::object()); };
  out.query_metrics = answer(said("query_metrics"), "\"query_metrics\"", out.query_metrics);
  out.clock_reset = answer(said("clock_reset"), "\"clock_reset\"", out.clock_reset);
  out.chip = chip(said("chip"));
  for (const json& item : part("regions")) out.regions.push_back(region(item));
  out.outside = kernels(part("outside"));
  for (const json& item : part("captures")) {
    out.captures.push_back(capture(item, out.captures.size()));
  }
  return out;
}

}  // namespace

bool Chip::has(std::string_view metric) const {
  const bool is_counter = metric.find("__") != std::string_view::npos &&
                          metric.find('.') != std::string_view::npos &&
                          metric.find(':') == std::string_view::npos;
  const std::string_view base = metric.substr(0, metric.find('.'));
  return name.empty() || !is_counter || std::ranges::find(metrics, base) != metrics.end();
}

Scenario read_scenario(const std::filesystem::path& file) {
  try {
    Scenario out = scenario(json::parse(read_file(file)));
    const auto beside = [&](std::string& name) {
      if (!name.empty()) name = (file.parent_path() / name).string();
    };
    beside(out.pids);
    for (CaptureEntry& entry : out.captures) beside(entry.report_file);
    return out;
  } catch (const std::exception& error) {
    throw std::runtime_error(file.string() + ": " + error.what());
  }
}

}  // namespace ncu_regions::stand_in
