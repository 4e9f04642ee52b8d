#include "tests/ncu_stand_in/stand_in_runs.h"

#include <sstream>

#include "harness/core/files.h"

namespace ncu_regions::stand_in {
namespace {

std::string stack_text(const ReportResult& result) {
  std::string text;
  if (!result.nvtx) return "no NVTX";
  for (const NvtxStack& stack : result.nvtx->stacks) {
    for (const auto& range : stack.ranges) {
      text += (text.empty() ? "" : " > ") + std::string(range.name);
    }
  }
  for (const auto& open : result.nvtx->start_end) text += "open " + std::string(open.range.name);
  return text;
}

Seen seen(const ReportResult& result, const ReportFile& file) {
  Seen out;
  out.text = stack_text(result) + ": " + std::string(result.name);
  out.process = result.process.path;
  out.pid = result.process.pid.value_or(0);
  out.device = result.device.value_or(99);
  out.is_locked = result.clocks && result.clocks->locked;
  for (const ReportMetric& metric : result.metrics) {
    const std::optional<double> value = number_of(metric.value);
    if (value) out.metrics.emplace(file.names()[metric.name], *value);
  }
  return out;
}

}  // namespace

std::string one(const std::string& entry) {
  return R"({"outside": [{"name": "k"}], "pids": "pids", "captures": [)" + entry + "]}";
}

Runs::Runs(const std::string& scenario) {
  write_file(folder_ / "scenario.json", scenario);
  environment = {{"NCU_STAND_IN_SCENARIO", (folder_ / "scenario.json").string()},
                 {"NCU_STAND_IN_LOG", (folder_ / "log").string()}};
}

ProgramResult Runs::capture(const Strings& options, const Strings& program) const {
  Strings all = {"--nvtx", "-f", "-o", (folder_ / "r").string()};
  all.insert(all.end(), options.begin(), options.end());
  all.insert(all.end(), program.begin(), program.end());
  return run(all);
}

ProgramResult Runs::run(const Strings& options) const {
  Strings argv = {NCU_REGIONS_TEST_STAND_IN};
  argv.insert(argv.end(), options.begin(), options.end());
  return run_program(argv, {folder_.path(), environment});
}

std::vector<Seen> Runs::results() const {
  std::vector<Seen> all;
  const std::unique_ptr<ReportFile> file = open_report(report());
  file->read({}, [&](const ReportResult& result) { all.push_back(seen(result, *file)); });
  return all;
}

Strings Runs::texts() const {
  Strings all;
  for (const Seen& result : results()) all.push_back(result.text);
  return all;
}

std::vector<nlohmann::json> Runs::log() const {
  std::vector<nlohmann::json> lines;
  std::istringstream text(read_file(folder_ / "log"));
  for (std::string line; std::getline(text, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

}  // namespace ncu_regions::stand_in
