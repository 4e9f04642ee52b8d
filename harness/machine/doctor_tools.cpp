// Machine: ncu, the driver, and libraries that only look like one.
#include <algorithm>
#include <fstream>

#include "harness/core/text.h"
#include "harness/machine/doctor_topics.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

const char* const kDriverFile = "/proc/driver/nvidia/version";

constexpr std::string_view kMark = "==ERROR== ";

bool ncu_reaches_a_driver(const ProgramAnswers& answers) {
  return !answers.driver_word.empty() && answers.driver_word.find(kMark) == std::string::npos;
}

bool has_gpu(const ProgramAnswers& answers) { return answers.gpus && !answers.gpus->empty(); }

std::string places() {
  std::vector<std::string> folders;
  for (const fs::path& folder : usual_ncu_folders()) {
    const std::string name = printable(folder.string());
    if (std::ranges::find(folders, name) == folders.end()) folders.push_back(name);
  }
  return join(folders, ", ");
}

std::string older_ones(const ProgramAnswers& answers) {
  std::vector<std::string> others;
  for (const NcuProgram& other : answers.other_ncus) {
    others.push_back(printable(other.version_text) + " in " + printable(other.path.string()));
  }
  if (others.empty()) return "";
  return "; the newest of " + std::to_string(others.size() + 1) + " (also " + join(others, ", ") +
         "; NCU_REGIONS_NCU names another)";
}

Finding ncu_finding(const MachineView& view, const ProgramAnswers& answers) {
  if (answers.ncu) {
    return {"ncu", FindingStatus::kOk,
            printable(answers.ncu->version_text) + ", " + printable(answers.ncu->path.string()) +
                older_ones(answers),
            "", ""};
  }
  const std::string fix =
      "install Nsight Compute (Debian package nsight-compute, or the CUDA toolkit); where it is "
      "elsewhere, name it in NCU_REGIONS_NCU";
  if (!answers.no_ncu.empty()) {
    const bool named = !view.variable("NCU_REGIONS_NCU").empty();
    return {"ncu", FindingStatus::kMissing, answers.no_ncu,
            named ? "correct NCU_REGIONS_NCU, or unset it" : "see what 'ncu --version' says",
            "no Nsight Compute that answers"};
  }
  return {"ncu", FindingStatus::kMissing, "not on PATH, nor in " + places(), fix,
          "no Nsight Compute (ncu)"};
}

// The first error that ncu told; empty when it told none.
std::string error_of_ncu(const ProgramAnswers& answers) {
  const std::string_view text = answers.driver_word;
  const std::size_t mark = text.find(kMark);
  if (mark == std::string_view::npos) return "";
  const std::string_view rest = text.substr(mark + kMark.size());
  return printable(trim(rest.substr(0, rest.find('\n'))));
}

// nvidia-smi finds a driver that ncu does not: they look for different libraries.
Finding driver_out_of_reach(const ProgramAnswers& answers) {
  return {"driver", FindingStatus::kMissing,
          "nvidia-smi reaches one; ncu says: " + error_of_ncu(answers),
          "let programs find the driver's libcuda.so.1 (ldconfig -p, LD_LIBRARY_PATH)",
          "no NVIDIA driver that ncu reaches"};
}

bool has_nvidia_device(const MachineView& view) {
  constexpr std::string_view kVendor = "0x10de";
  return std::ranges::any_of(entries_of(view.at("/sys/bus/pci/devices")), [&](const fs::path& it) {
    return first_line_of(it / "vendor") == kVendor;
  });
}

std::string how_to_get_a_driver(const MachineView& view) {
  if (!has_nvidia_device(view)) return "measure on a machine that has an NVIDIA GPU";
  return is_container(view) ? "install the NVIDIA driver outside the container, and start the "
                              "container with its GPUs (docker: --gpus all)"
                            : "install the NVIDIA driver (Debian package nvidia-driver)";
}

Finding no_driver(const MachineView& view, const ProgramAnswers& answers) {
  if (has_gpu(answers)) return driver_out_of_reach(answers);
  std::string text = std::string(kDriverFile) + " is not there";
  if (!has_nvidia_device(view)) text += ", nor an NVIDIA device on the PCI bus";
  const std::string words = error_of_ncu(answers);
  if (!words.empty()) text += "; ncu says: " + words;
  return {"driver", FindingStatus::kMissing, text, how_to_get_a_driver(view), "no NVIDIA driver"};
}

Finding driver_finding(const MachineView& view, const ProgramAnswers& answers) {
  if (const auto line = first_line_of(view.at(kDriverFile))) {
    const std::string version = driver_version_from(*line);
    return {"driver", FindingStatus::kOk, version.empty() ? printable(trim(*line)) : version, "",
            ""};
  }
  if (!has_driver(view, answers)) return no_driver(view, answers);
  const std::string version = has_gpu(answers) ? answers.gpus->front().driver : "";
  return {"driver", FindingStatus::kOk,
          printable(version.empty() ? "ncu reaches one" : version) +
              (is_wsl(view) ? " (of Windows)" : ""),
          "", ""};
}

bool holds_a_stub(const fs::path& folder) {
  const fs::path name = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
  std::error_code failed;
  return name == "stubs" &&
         (fs::exists(folder / "libcuda.so.1", failed) || fs::exists(folder / "libcuda.so", failed));
}

void add_stub(Findings& findings, const MachineView& view, std::string_view folder,
              const std::string& where, const std::string& fix) {
  if (!folder.starts_with('/') || !holds_a_stub(view.at(folder))) return;
  findings.push_back({"stub libcuda", FindingStatus::kWarning,
                      printable(folder) + " is in " + where +
                          ": its libcuda is for linking only, and a program that loads it finds no "
                          "GPU",
                      fix, ""});
}

void add_stubs(Findings& findings, const MachineView& view) {
  for (const std::string& folder : split(view.variable("LD_LIBRARY_PATH"), ':')) {
    add_stub(findings, view, folder, "LD_LIBRARY_PATH", "take it out of LD_LIBRARY_PATH");
  }
  for (const fs::path& file : entries_of(view.at("/etc/ld.so.conf.d"))) {
    const std::string name = printable("/etc/ld.so.conf.d/" + file.filename().string());
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      add_stub(findings, view, trim(line), name, "take it out of " + name + ", then run ldconfig");
    }
  }
}

}  // namespace

bool has_driver(const MachineView& view, const ProgramAnswers& answers) {
  return first_line_of(view.at(kDriverFile)) || ncu_reaches_a_driver(answers) ||
         (has_gpu(answers) && error_of_ncu(answers).empty());
}

void add_tool_findings(Findings& findings, const MachineView& view, const ProgramAnswers& answers) {
  findings.push_back(driver_finding(view, answers));
  findings.push_back(ncu_finding(view, answers));
  add_stubs(findings, view);
}

}  // namespace ncu_regions
