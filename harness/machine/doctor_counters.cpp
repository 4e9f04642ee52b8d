// Machine: who may read the counters, who holds them, whether clocks can be locked.
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "harness/core/text.h"
#include "harness/machine/doctor_topics.h"

namespace ncu_regions {
namespace {

const std::string kPermission = "counter permission";
constexpr unsigned kSysAdmin = 21;  // numbers of capabilities, linux/capability.h
constexpr unsigned kPerfmon = 38;
constexpr int kPerfmonSince = 565;  // driver

bool has_capability(const MachineView& view, unsigned number) {
  constexpr int kHexadecimal = 16;
  const std::string text = value_of_key(view.at("/proc/self/status"), "CapEff").value_or("");
  std::uint64_t bits = 0;
  std::from_chars(text.data(), text.data() + text.size(), bits, kHexadecimal);
  return ((bits >> number) & 1U) != 0;
}

int driver_branch(const MachineView& view) {
  const std::string version =
      driver_version_from(first_line_of(view.at("/proc/driver/nvidia/version")).value_or(""));
  int branch = 0;
  std::from_chars(version.data(), version.data() + version.size(), branch);
  return branch;
}

// Capabilities count in the first user namespace only: its map begins with 0 0.
bool is_in_user_namespace(const MachineView& view) {
  const auto line = first_line_of(view.at("/proc/self/uid_map"));
  if (!line) return false;
  std::vector<std::string> numbers;
  for (const std::string& word : split(*line, ' ')) {
    if (!word.empty()) numbers.push_back(word);
  }
  return numbers.size() == 3 && numbers[2] != "4294967295";
}

std::string how_to_open_counters(const MachineView& view) {
  return std::string("for all users: a file in /etc/modprobe.d ") +
         (is_container(view) ? "of the host " : "") +
         "with the line 'options nvidia NVreg_RestrictProfilingToAdminUsers=0', update-initramfs "
         "-u "
         "(Debian, Ubuntu) or dracut -f (Red Hat), and reboot" +
         (is_container(view) ? "; or start the container with --cap-add=SYS_ADMIN, as root"
                             : "; or run as root");
}

Finding admin_only(const MachineView& view) {
  const bool admin = has_capability(view, kSysAdmin);
  const bool perfmon = driver_branch(view) >= kPerfmonSince && has_capability(view, kPerfmon);
  const std::string fix = how_to_open_counters(view);
  if (!admin && !perfmon) {
    return {kPermission, FindingStatus::kMissing,
            "only for administrators (RmProfilingAdminOnly: 1), and we have no CAP_SYS_ADMIN" +
                std::string(driver_branch(view) >= kPerfmonSince ? " or CAP_PERFMON" : ""),
            fix, "no permission to read the counters"};
  }
  const std::string have = admin ? "CAP_SYS_ADMIN" : "CAP_PERFMON";
  if (is_in_user_namespace(view)) {
    return {kPermission, FindingStatus::kWarning,
            "only for administrators; we have " + have +
                " in a user namespace, which need not count outside of it",
            fix, ""};
  }
  return {kPermission, FindingStatus::kOk, "only for administrators; we have " + have, "", ""};
}

Finding permission_finding(const MachineView& view) {
  const auto restricted =
      value_of_key(view.at("/proc/driver/nvidia/params"), "RmProfilingAdminOnly");
  if (restricted == "0") return {kPermission, FindingStatus::kOk, "open to all users", "", ""};
  if (restricted == "1") return admin_only(view);
  if (is_wsl(view)) {
    return {kPermission, FindingStatus::kWarning, "set in Windows, and not seen from here",
            "NVIDIA Control Panel, developer settings: open the GPU performance counters to all "
            "users",
            ""};
  }
  return {kPermission, FindingStatus::kWarning,
          "not known: /proc/driver/nvidia/params has no RmProfilingAdminOnly", "", ""};
}

// DCGM reads the same counters, and only one can.
std::string counter_users(const MachineView& view) {
  std::vector<std::string> users;
  for (const auto& folder : entries_of(view.at("/proc"))) {
    const std::string pid = folder.filename();
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string name = first_line_of(folder / "comm").value_or("");
    if (name == "nv-hostengine" || name == "dcgm-exporter") {
      users.push_back(name + " (pid " + pid + ")");
    }
  }
  return join(users, ", ");
}

Finding user_finding(const MachineView& view) {
  const std::string users = counter_users(view);
  if (!users.empty()) {
    return {"counter users", FindingStatus::kWarning,
            users + ": may hold the counters, which only one program can read",
            "dcgmi profile --pause before a capture, dcgmi profile --resume after it", ""};
  }
  return {"counter users", FindingStatus::kOk,
          std::string("no DCGM is running") +
              (is_container(view) ? " in this container; outside of it cannot be seen" : ""),
          "", ""};
}

Finding clock_finding(const MachineView& view, const ProgramAnswers& answers) {
  const bool mig = answers.gpus && std::ranges::any_of(*answers.gpus, [](const GpuState& gpu) {
                     return gpu.mig == "Enabled";
                   });
  if (mig || is_wsl(view)) {
    return {"clock control", FindingStatus::kWarning,
            std::string("clocks cannot be locked ") + (mig ? "on MIG" : "in WSL") +
                ": times vary with them",
            "set ncu_cli.clock_control=none, and gate counts rather than times", ""};
  }
  if (is_container(view)) {
    return {"clock control", FindingStatus::kWarning,
            "in a container the driver may refuse to lock clocks; a capture shows it",
            "if it does: set ncu_cli.clock_control=none, and lock them outside (nvidia-smi -lgc)",
            ""};
  }
  return {"clock control", FindingStatus::kOk, "nothing seen that keeps ncu from locking clocks",
          "", ""};
}

}  // namespace

void add_counter_findings(Findings& findings, const MachineView& view,
                          const ProgramAnswers& answers) {
  findings.push_back(permission_finding(view));
  findings.push_back(user_finding(view));
  findings.push_back(clock_finding(view, answers));
}

}  // namespace ncu_regions
