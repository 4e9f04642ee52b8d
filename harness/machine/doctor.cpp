#include "harness/machine/doctor.h"

#include <algorithm>
#include <future>

#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/machine/chip_query.h"
#include "harness/machine/cuda_version.h"
#include "harness/machine/doctor_topics.h"
#include "harness/machine/probe.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr double kDoctorProbeLimit = 2.5;
constexpr double kDoctorValgrindLimit = 10;
constexpr double kDoctorChipLimit = 10;

void ask_ncu(ProgramAnswers& answers, const MachineView& view) {
  try {
    const NcuSearch search = find_ncu(view.variable("NCU_REGIONS_NCU"), kDoctorProbeLimit);
    answers.ncu = search.ncu;
    answers.no_ncu = search.broken;
    answers.other_ncus = search.others;
  } catch (const Error& error) {
    answers.no_ncu = error.what();
    return;
  }
  if (answers.ncu && !first_line_of(view.at("/proc/driver/nvidia/version"))) {
    answers.driver_word = ask_for_metrics(*answers.ncu, kDoctorProbeLimit).output;
  }
}

// Only where there is a driver: without one ncu takes seconds to say so.
void ask_what_fits(ProgramAnswers& answers) {
  answers.driver_cuda = driver_cuda_version(kDoctorProbeLimit);
  answers.toolkit_cuda = toolkit_cuda_version();
  if (!answers.ncu) return;
  answers.known_chips = known_chips(*answers.ncu, kDoctorChipLimit);
  for (const ChipMetrics& chip : metrics_of_gpus(*answers.ncu, "", "", kDoctorChipLimit)) {
    answers.gpu_chips.push_back(chip.chip);
  }
}

std::string gpu_names(const DoctorReport& report) {
  std::vector<std::string> names;
  if (report.gpus) {
    for (const GpuState& gpu : *report.gpus) {
      const std::string name = printable(gpu.name);
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  return names.empty() ? "the GPU" : join(names, ", ");
}

// A capture that succeeded proves more than files that are not where they are expected.
void lift_blocks(Findings& findings) {
  for (Finding& finding : findings) {
    if (finding.blocks_gpu.empty()) continue;
    finding.blocks_gpu.clear();
    finding.status = FindingStatus::kWarning;
  }
}

void conclude_gpu(DoctorReport& report, const ProgramAnswers& answers) {
  std::vector<std::string> blocks;
  for (const Finding& finding : report.findings) {
    if (!finding.blocks_gpu.empty()) blocks.push_back(finding.blocks_gpu);
  }
  report.gpu_measurable = blocks.empty();
  report.has_measured = answers.capture && answers.capture->status == FindingStatus::kOk;
  report.gpu_reason = blocks.empty() ? gpu_names(report) + " with ncu " +
                                           report.ncu.value_or(NcuProgram{}).version_text
                                     : join(blocks, "; ");
}

// The host profiler makes a folder of its own in one of these.
bool has_scratch(const MachineView& view) {
  const fs::path temporary = view.at(temporary_folder(view));
  std::error_code failed;
  return fs::is_directory(temporary, failed) &&
         (can_write_in(temporary) || can_write_in(view.at("/tmp")));
}

void conclude_profiler(DoctorReport& report, const MachineView& view, const Machine& machine) {
  if (report.gpu_measurable) {
    report.profiler = "ncu";
    report.profiler_reason =
        "for tests that have a CUDA program (TARGET or COMMAND); host for the others";
    return;
  }
  if (!has_scratch(view)) {
    report.profiler = "none";
    report.profiler_reason = "there is no folder for temporary files";
    return;
  }
  report.profiler = "host";
  report.profiler_reason =
      std::string("for tests that have a host build (HOST_TARGET or HOST_COMMAND)") +
      (machine.valgrind ? "" : ", without instruction counts") + "; the others are skipped";
}

}  // namespace

ProgramAnswers ask_programs(const MachineView& view) {
  auto gpus = std::async(std::launch::async, look_at_gpus, kDoctorProbeLimit);
  auto machine = std::async(std::launch::async, look_at_machine, kDoctorValgrindLimit);
  ProgramAnswers answers;
  ask_ncu(answers, view);
  answers.gpus = gpus.get();
  answers.machine = machine.get();
  if (has_driver(view, answers)) ask_what_fits(answers);
  return answers;
}

DoctorReport examine(const MachineView& view, const ProgramAnswers& answers) {
  DoctorReport report;
  report.ncu = answers.ncu;
  report.gpus = answers.gpus;
  add_tool_findings(report.findings, view, answers);
  if (has_driver(view, answers)) {
    add_gpu_findings(report.findings, view, answers);
    add_counter_findings(report.findings, view, answers);
    add_fit_findings(report.findings, answers);
  }
  if (answers.capture && answers.capture->status == FindingStatus::kOk)
    lift_blocks(report.findings);
  add_folder_findings(report.findings, view);
  add_host_findings(report.findings, answers.machine);
  conclude_gpu(report, answers);
  conclude_profiler(report, view, answers.machine);
  return report;
}

}  // namespace ncu_regions
