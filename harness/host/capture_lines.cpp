#include "harness/host/capture_lines.h"

#include <nlohmann/json.hpp>

#include "harness/core/utf8.h"

namespace ncu_regions::host {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& line) { return line.dump() + "\n"; }

Json numbers(const std::vector<std::uint64_t>& values) {
  Json list = Json::array();
  for (const std::uint64_t value : values) {
    list.push_back(value == kNoValue ? Json(nullptr) : Json(value));
  }
  return list;
}

void add_values(const SeriesValues& values, Json& line) {
  if (!has_values(values)) return;
  for (const std::vector<std::uint64_t>& metric : values) {
    line["values"].push_back(numbers(metric));
  }
}

}  // namespace

std::string header_line(const HostRun& run) {
  Json metrics = Json::array();
  for (const HostMetric& metric : metrics_of(run.pass)) metrics.push_back(metric.name);
  Json line = {{"format", "ncu-regions host capture"},
               {"schema", 2},
               {"pass", to_string(run.pass)},
               {"metrics", metrics}};
  if (run.by_dump) line["by_dump"] = true;
  if (!run.bad_end.empty()) line["bad_end"] = run.bad_end;
  return text_of(line);
}

std::string process_line(std::size_t number, const ProcessEvents& process) {
  Json line = {{"process", number}, {"pid", process.pid}};
  if (process.image > 0) line["image"] = process.image;
  if (!process.rank.empty()) {
    const std::string& variable = process.rank.front();
    const std::size_t equals = variable.find('=');
    line["rank"] = valid_utf8(variable.substr(equals + 1));
    line["rank_from"] = valid_utf8(variable.substr(0, equals));
  }
  for (const std::string& reason : process.lost) line["lost"].push_back(valid_utf8(reason));
  return text_of(line);
}

std::string path_line(std::size_t number, const PathNode& node) {
  Json line = {{"path", number}, {"label", node.label}};
  if (node.parent) line["parent"] = *node.parent;
  if (!node.domain.empty()) line["domain"] = node.domain;
  if (node.start_end) line["start_end"] = true;
  for (const SourceLine& source : node.sources) {
    line["sources"].push_back({{"file", source.file}, {"line", source.line}});
  }
  return text_of(line);
}

std::string range_line(std::size_t process, const RangeSeries& series) {
  Json line = {{"range", series.path},
               {"process", process},
               {"thread", series.thread},
               {"instances", series.instances}};
  if (series.open_at_exit > 0) line["open_at_exit"] = series.open_at_exit;
  add_values(series.values, line);
  return text_of(line);
}

std::string kernel_line(std::size_t process, const LaunchSeries& series) {
  Json line = {{"kernel", series.name},      {"grid", series.grid},     {"block", series.block},
               {"process", process},         {"thread", series.thread}, {"in", series.paths},
               {"launches", series.launches}};
  add_values(series.values, line);
  return text_of(line);
}

std::string overlap_line(std::size_t a, std::size_t b) {
  return text_of({{"overlap", Json::array({a, b})}});
}

std::string end_line(const EndCounts& counts) {
  return text_of({{"end", true},
                  {"instances", counts.instances},
                  {"launches", counts.launches},
                  {"unmatched_pops", counts.unmatched_pops},
                  {"lost_events", counts.lost_events},
                  {"silent_processes", counts.silent_processes}});
}

}  // namespace ncu_regions::host
