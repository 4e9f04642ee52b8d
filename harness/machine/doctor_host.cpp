// Machine: folders, lock files and variables that a capture meets; what the host profiler uses.
#include <sys/stat.h>
#include <unistd.h>

#include "harness/core/text.h"
#include "harness/machine/doctor_topics.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

Finding temporary_finding(const MachineView& view) {
  const fs::path folder = temporary_folder(view);
  const std::string name = printable(folder.string());
  if (can_write_in(view.at(folder))) {
    return {"temporary files", FindingStatus::kOk, name, "", ""};
  }
  return {"temporary files", FindingStatus::kMissing, "no file can be written in " + name,
          "let TMPDIR name a folder that you may write to, with free space",
          "no folder for temporary files"};
}

Finding home_finding(const MachineView& view) {
  const std::string home = view.variable("HOME");
  if (!home.empty() && can_write_in(view.at(home))) {
    return {"home folder", FindingStatus::kOk, printable(home), "", ""};
  }
  return {"home folder", FindingStatus::kWarning,
          home.empty() ? "HOME is not set" : "no file can be written in " + printable(home),
          "let HOME name a folder of yours: ncu looks there for section files, and warns without "
          "one",
          ""};
}

// The kernel may refuse to open a file of somebody else in a folder like /tmp, even to root
// (sysctl fs.protected_regular: 1 where all may write, 2 also where a group may).
bool is_protected(const MachineView& view, const fs::path& file, const struct stat& status) {
  struct stat folder = {};
  if (!S_ISREG(status.st_mode) || stat(file.parent_path().c_str(), &folder) != 0) return false;
  if (status.st_uid == geteuid() || status.st_uid == folder.st_uid) return false;
  const std::string level = first_line_of(view.at("/proc/sys/fs/protected_regular")).value_or("0");
  const mode_t shared = level == "0" ? 0 : level == "1" ? S_IWOTH : S_IWOTH | S_IWGRP;
  return (folder.st_mode & S_ISVTX) != 0 && (folder.st_mode & shared) != 0;
}

void add_lock(Findings& findings, const MachineView& view, const fs::path& file,
              const std::string& shown) {
  struct stat status = {};
  if (stat(file.c_str(), &status) != 0) return;
  if (access(file.c_str(), W_OK) == 0 && !is_protected(view, file, status)) return;
  const std::string owner = std::to_string(status.st_uid);
  findings.push_back({"lock files", FindingStatus::kWarning,
                      printable(shown) + " belongs to user " + owner +
                          ", and we may not write to it: ncu fails on it",
                      "ask that user to delete it (ls -nd " + shell_word(printable(shown)) +
                          "), or let TMPDIR name another folder on which all who measure here "
                          "agree",
                      ""});
}

void add_locks(Findings& findings, const MachineView& view) {
  const fs::path folder = temporary_folder(view);
  const std::string global = "nsight-compute-lock";
  add_lock(findings, view, view.at(folder) / global, (folder / global).string());
  add_lock(findings, view, view.at(folder) / "nvidia", (folder / "nvidia").string());
  const fs::path per_gpu = folder / "nvidia/nsight_compute";
  add_lock(findings, view, view.at(per_gpu), per_gpu.string());
  for (const fs::path& file : entries_of(view.at(per_gpu))) {
    const std::string name = file.filename();
    if (name.starts_with("lock.")) add_lock(findings, view, file, (per_gpu / name).string());
  }
}

void add_injections(Findings& findings, const MachineView& view) {
  for (const char* name : {"CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"}) {
    const std::string value = view.variable(name);
    if (value.empty()) continue;
    findings.push_back({"other tool", FindingStatus::kOk,
                        std::string(name) + " is set to " + printable(value) +
                            ": ncu-regions removes it for the programs it measures",
                        "", ""});
  }
}

Finding valgrind_finding(const Machine& machine) {
  if (machine.valgrind) {
    return {"valgrind", FindingStatus::kOk,
            printable(machine.valgrind_version) + ": instructions of host builds can be counted",
            "", ""};
  }
  if (!machine.broken_valgrind.empty()) {
    return {"valgrind", FindingStatus::kMissing,
            machine.broken_valgrind + ": instructions of host builds cannot be counted",
            "repair it, or take it off PATH", ""};
  }
  return {"valgrind", FindingStatus::kMissing,
          "not on PATH: instructions of host builds cannot be counted",
          "install it (Debian package valgrind)", ""};
}

Finding perf_finding(const Machine& machine) {
  if (machine.no_perf_counter.empty()) {
    return {"CPU counter", FindingStatus::kOk, "open to us (host__inst_perf_user.sum)", "", ""};
  }
  return {"CPU counter", FindingStatus::kNotNeeded,
          printable(machine.no_perf_counter) + "; only for host__inst_perf_user.sum", "", ""};
}

}  // namespace

void add_folder_findings(Findings& findings, const MachineView& view) {
  findings.push_back(temporary_finding(view));
  findings.push_back(home_finding(view));
  add_locks(findings, view);
  add_injections(findings, view);
}

void add_host_findings(Findings& findings, const Machine& machine) {
  findings.push_back(valgrind_finding(machine));
  findings.push_back(perf_finding(machine));
  findings.push_back(
      {"nvcc", FindingStatus::kNotNeeded, "programs are measured as they were built", "", ""});
}

}  // namespace ncu_regions
