// Machine: whether GPU, driver, toolkit and ncu fit each other.
#include <algorithm>
#include <charconv>

#include "harness/core/text.h"
#include "harness/machine/doctor_topics.h"

namespace ncu_regions {
namespace {

int major_of(const std::string& version) {
  int number = 0;
  std::from_chars(version.data(), version.data() + version.size(), number);
  return number;
}

void add_chips(Findings& findings, const ProgramAnswers& answers) {
  if (!answers.ncu) return;
  const std::string ncu = "ncu " + printable(answers.ncu->version_text);
  if (answers.gpu_chips.empty()) {
    findings.push_back({"chip", FindingStatus::kWarning,
                        ncu + " does not list the metrics of this GPU (ncu --query-metrics)",
                        "use a version of Nsight Compute that knows the GPU", ""});
    return;
  }
  std::vector<std::string> names;
  std::vector<std::string> unknown;
  for (const std::string& chip : answers.gpu_chips) {
    names.push_back(printable(chip));
    const bool is_known = answers.known_chips.empty() ||
                          std::ranges::find(answers.known_chips, chip) != answers.known_chips.end();
    if (!is_known) unknown.push_back(printable(chip));
  }
  if (unknown.empty()) {
    findings.push_back(
        {"chip", FindingStatus::kOk, join(names, ", ") + ", known to " + ncu, "", ""});
    return;
  }
  findings.push_back({"chip", FindingStatus::kWarning,
                      join(unknown, ", ") + ": not in the list of " + ncu + " (ncu --list-chips)",
                      "use a version of Nsight Compute that knows the GPU", ""});
}

// Within one major release older drivers run newer toolkits.
void add_cuda(Findings& findings, const ProgramAnswers& answers) {
  if (answers.driver_cuda.empty() || answers.toolkit_cuda.empty()) return;
  const std::string text =
      "the driver runs CUDA " + answers.driver_cuda + ", the toolkit is " + answers.toolkit_cuda;
  if (major_of(answers.toolkit_cuda) <= major_of(answers.driver_cuda)) {
    findings.push_back({"CUDA", FindingStatus::kOk, text, "", ""});
    return;
  }
  findings.push_back({"CUDA", FindingStatus::kWarning,
                      text + ": its programs end with 'CUDA driver version is insufficient'",
                      "update the driver, or build with a CUDA " + answers.driver_cuda + " toolkit",
                      ""});
}

void add_capture(Findings& findings, const ProgramAnswers& answers) {
  if (!answers.capture) return;
  const TrialCapture& capture = *answers.capture;
  const bool is_refused = capture.status == FindingStatus::kMissing;
  findings.push_back({"trial capture", capture.status, capture.text, capture.fix,
                      is_refused ? "ncu cannot profile one small kernel" : ""});
}

}  // namespace

void add_fit_findings(Findings& findings, const ProgramAnswers& answers) {
  add_chips(findings, answers);
  add_cuda(findings, answers);
  add_capture(findings, answers);
}

}  // namespace ncu_regions
