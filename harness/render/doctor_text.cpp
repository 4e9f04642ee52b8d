#include "harness/render/doctor_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/core/text.h"
#include "harness/core/utf8.h"
#include "harness/machine/allocation.h"
#include "harness/runs/gpu_fields.h"

namespace ncu_regions {

namespace {

constexpr int kDoctorSchema = 1;
constexpr std::size_t kWidth = 100;
constexpr std::size_t kStatusWidth = 12;

std::string status_word(FindingStatus status) {
  switch (status) {
    case FindingStatus::kOk:
      return "ok";
    case FindingStatus::kWarning:
      return "warning";
    case FindingStatus::kMissing:
      return "missing";
    case FindingStatus::kNotNeeded:
      return "not needed";
  }
  return "";
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size() + 2), ' ');
  return text;
}

// `text` broken at spaces, every line but the first behind `indent` spaces.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (const std::string& word : split(text, ' ')) {
    const bool first = out.empty();
    if (!first && column + 1 + word.size() > kWidth) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out + "\n";
}

std::string finding_lines(const Finding& finding, std::size_t topic_width) {
  const std::size_t indent = topic_width + kStatusWidth;
  std::string lines = padded(finding.topic, topic_width) +
                      padded(status_word(finding.status), kStatusWidth) +
                      wrapped(finding.text, indent);
  if (finding.fix.empty()) return lines;
  const std::string label = "fix: ";
  return lines + std::string(indent, ' ') + label + wrapped(finding.fix, indent + label.size());
}

std::string conclusion(const DoctorReport& report) {
  const std::string gpu =
      !report.gpu_measurable ? "GPU: cannot be measured here: " + report.gpu_reason
      : report.has_measured
          ? "GPU: can be measured: " + report.gpu_reason + "; one kernel was profiled"
          : "GPU: can be measured as far as can be seen: " + report.gpu_reason +
                "; whether the counters may be read shows only a capture";
  return gpu + "\nprofiler: " + report.profiler + ", " + report.profiler_reason + "\n";
}

Json ncu_json(const DoctorReport& report) {
  if (!report.ncu) return nullptr;
  return {{"path", valid_utf8(report.ncu->path.string())},
          {"version", valid_utf8(report.ncu->version_text)}};
}

Json finding_json(const Finding& finding) {
  return {{"topic", finding.topic},
          {"status", status_word(finding.status)},
          {"text", valid_utf8(finding.text)},
          {"fix", valid_utf8(finding.fix)},
          {"blocks_gpu", !finding.blocks_gpu.empty()}};
}

}  // namespace

std::string doctor_text(const DoctorReport& report) {
  std::size_t width = 0;
  for (const Finding& finding : report.findings) width = std::max(width, finding.topic.size() + 2);
  std::string text = conclusion(report) + "\n";
  for (const Finding& finding : report.findings) text += finding_lines(finding, width);
  return text;
}

std::string doctor_json(const DoctorReport& report) {
  Json json = {
      {"schema", kDoctorSchema},
      {"gpu", {{"measurable", report.gpu_measurable}, {"reason", valid_utf8(report.gpu_reason)}}},
      {"profiler", {{"name", report.profiler}, {"reason", report.profiler_reason}}},
      {"ncu", ncu_json(report)},
      {"gpus", stored_json(report.gpus)},
      {"findings", Json::array()}};
  for (const Finding& finding : report.findings) json["findings"].push_back(finding_json(finding));
  return json.dump(1) + "\n";
}

std::string resources_json(const std::vector<GpuState>& gpus) {
  Json list = Json::array();
  for (const GpuState& gpu : gpus) {
    list.push_back({{"id", resource_of_uuid(gpu.uuid)}, {"slots", 1}});
  }
  const Json version = {{"major", 1}, {"minor", 0}};
  const Json local = Json::array({{{"gpus", list}}});
  return Json({{"version", version}, {"local", local}}).dump(1) + "\n";
}

}  // namespace ncu_regions
