// Machine: the GPUs, their state, and who else uses them.
#include <algorithm>
#include <cctype>

#include "harness/core/text.h"
#include "harness/machine/doctor_topics.h"

namespace ncu_regions {
namespace {

using GpuField = std::string GpuState::*;

constexpr std::size_t kMostProcesses = 5;

// Device files: /dev/nvidia0; Windows has one for all.
bool has_device(const MachineView& view) {
  std::error_code failed;
  if (is_wsl(view)) return std::filesystem::exists(view.at("/dev/dxg"), failed);
  return std::ranges::any_of(entries_of(view.at("/dev")), [](const std::filesystem::path& file) {
    const std::string name = file.filename();
    constexpr std::string_view kPrefix = "nvidia";
    return name.starts_with(kPrefix) && name.size() > kPrefix.size() &&
           std::isdigit(static_cast<unsigned char>(name[kPrefix.size()])) != 0;
  });
}

std::string how_to_get_a_device(const MachineView& view) {
  return is_container(view) ? "start the container with its GPUs (docker: --gpus all)"
                            : "see what nvidia-smi and the kernel log say about the GPU";
}

void add_gpus_unseen(Findings& findings, const MachineView& view, const ProgramAnswers& answers) {
  if (answers.gpus || !has_device(view)) {
    findings.push_back({"GPU", FindingStatus::kMissing,
                        answers.gpus ? "nvidia-smi lists none"
                                     : "there is a driver, and no device file (/dev/nvidia0)",
                        how_to_get_a_device(view), "no GPU that can be reached"});
    return;
  }
  findings.push_back({"GPU", FindingStatus::kWarning,
                      "there is a device file, but no nvidia-smi that answers: the state of the "
                      "GPU is not known",
                      "install nvidia-smi (Debian package nvidia-smi), or see what it says", ""});
}

std::string with_unit(const std::string& before, const std::string& value,
                      const std::string& unit) {
  return value.empty() ? "" : ", " + before + printable(value) + unit;
}

Finding gpu_finding(const GpuState& gpu) {
  const std::string text = printable(gpu.index) + ": " + printable(gpu.name) +
                           with_unit("", gpu.temperature_c, " C") +
                           with_unit("SM ", gpu.sm_clock_mhz, " MHz") +
                           with_unit("memory ", gpu.memory_clock_mhz, " MHz") +
                           with_unit("limit ", gpu.power_limit_w, " W");
  if (gpu.throttle_reasons.empty()) return {"GPU", FindingStatus::kOk, text, "", ""};
  return {"GPU", FindingStatus::kWarning,
          text + "; slowed down now: " + join(gpu.throttle_reasons, ", "),
          "find out why (nvidia-smi -q -d PERFORMANCE,TEMPERATURE,POWER) before times are gated",
          ""};
}

// "0, 2": the GPUs whose field has this value.
std::string indices_with(const std::vector<GpuState>& gpus, GpuField field,
                         const std::string& value) {
  std::vector<std::string> indices;
  for (const GpuState& gpu : gpus) {
    if (gpu.*field == value) indices.push_back(printable(gpu.index));
  }
  return join(indices, ", ");
}

void add_processes(Findings& findings, const std::vector<GpuState>& gpus) {
  std::vector<std::string> seen;
  for (const GpuState& gpu : gpus) {
    for (const ComputeProcess& process : gpu.processes) {
      seen.push_back(printable(process.name) + " (pid " + printable(process.pid) + ", GPU " +
                     printable(gpu.index) + ")");
    }
  }
  if (seen.empty()) {
    findings.push_back({"other programs", FindingStatus::kOk, "none computes on a GPU", "", ""});
    return;
  }
  const std::size_t more = seen.size() - std::min(seen.size(), kMostProcesses);
  seen.resize(seen.size() - more);
  findings.push_back({"other programs", FindingStatus::kWarning,
                      join(seen, ", ") +
                          (more > 0 ? " and " + std::to_string(more) + " more" : "") +
                          ": what others do is measured too, in caches and memory above all",
                      "end them before a capture", ""});
}

void add_modes(Findings& findings, const std::vector<GpuState>& gpus) {
  const std::string mig = indices_with(gpus, &GpuState::mig, "Enabled");
  if (!mig.empty()) {
    findings.push_back(
        {"MIG", FindingStatus::kWarning,
         "on for GPU " + mig + ": metrics of units that its instances share cannot be read",
         "leave them out, or turn MIG off (nvidia-smi -mig 0, as root)", ""});
  }
  const std::string off = indices_with(gpus, &GpuState::persistence, "Disabled");
  if (!off.empty()) {
    findings.push_back({"persistence mode", FindingStatus::kWarning,
                        "off for GPU " + off +
                            ": the driver starts anew for every program, and clocks that were set "
                            "are lost",
                        "nvidia-smi -pm 1 (as root)", ""});
  } else if (!indices_with(gpus, &GpuState::persistence, "Enabled").empty()) {
    findings.push_back({"persistence mode", FindingStatus::kOk, "on", "", ""});
  }
}

}  // namespace

void add_gpu_findings(Findings& findings, const MachineView& view, const ProgramAnswers& answers) {
  if (!answers.gpus || answers.gpus->empty()) return add_gpus_unseen(findings, view, answers);
  for (const GpuState& gpu : *answers.gpus) findings.push_back(gpu_finding(gpu));
  add_processes(findings, *answers.gpus);
  add_modes(findings, *answers.gpus);
}

}  // namespace ncu_regions
