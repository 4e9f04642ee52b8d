// Tests: a folder tree that looks like a machine, and what its programs would answer.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

#include "harness/core/files.h"
#include "harness/machine/doctor.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {

inline constexpr auto kOk = FindingStatus::kOk;
inline constexpr auto kWarning = FindingStatus::kWarning;
inline constexpr auto kMissing = FindingStatus::kMissing;

struct FakeMachine {
  FakeMachine() {
    view.root = folder.path();
    view.environment = {{"HOME", "/home/me"}};
    std::filesystem::create_directories(view.at("/tmp"));
    std::filesystem::create_directories(view.at("/home/me"));
    answers.machine.valgrind = "/usr/bin/valgrind";
    answers.machine.valgrind_version = "3.19.0";
  }

  void file(const std::string& path, const std::string& content) {
    std::filesystem::create_directories(view.at(path).parent_path());
    write_file(view.at(path), content);
  }
  void capabilities(const std::string& mask) {
    file("/proc/self/status", "Name:\tx\nCapEff:\t" + mask + "\n");
  }
  void driver(const std::string& version) {
    file("/proc/driver/nvidia/version",
         "NVRM version: NVIDIA UNIX x86_64 Kernel Module  " + version + "  Thu Jan 1 2026\n");
  }
  void permission(const std::string& admin_only) {
    file("/proc/driver/nvidia/params", "Other: 1\nRmProfilingAdminOnly: " + admin_only + "\n");
  }

  DoctorReport examined() const { return examine(view, answers); }
  // The finding of this topic; one with an empty topic when there is none.
  Finding finding(const std::string& topic) const {
    const DoctorReport report = examined();
    const auto found = std::ranges::find(report.findings, topic, &Finding::topic);
    return found == report.findings.end() ? Finding() : *found;
  }

  TempFolder folder;
  MachineView view;
  ProgramAnswers answers;
};

// One on which nothing stands in the way.
struct GpuMachine : FakeMachine {
  GpuMachine() {
    driver("550.54.15");
    permission("0");
    answers.ncu = NcuProgram{"/opt/ncu", "2024.2.0.0", {2024, 2}};
    GpuState gpu;
    gpu.index = "0";
    gpu.uuid = "GPU-a";
    gpu.name = "NVIDIA A100";
    gpu.temperature_c = "31";
    gpu.persistence = "Enabled";
    gpu.mig = "Disabled";
    answers.gpus = {gpu};
    answers.gpu_chips = answers.known_chips = {"ga100"};
  }
  GpuState& gpu() { return answers.gpus->front(); }
};

}  // namespace ncu_regions
