#include "harness/machine/machine.h"

#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "harness/core/error.h"
#include "harness/core/perf_counter.h"
#include "harness/core/text.h"
#include "harness/machine/probe.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// Without a driver ncu takes seconds to say so. Of one that has said nothing by then nothing is
// known.
constexpr double kNcuLimit = 30;

std::optional<std::string> first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  return line;
}

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) return std::string(trim(line.substr(line.find(':') + 1)));
  }
  return "unknown";
}

// The library's file name carries its version: libstdc++.so.6 -> libstdc++.so.6.0.30.
std::string libstdcxx_version() {
  for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
                             "/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"}) {
    std::error_code failed;
    const fs::path real = fs::canonical(fs::path(folder) / "libstdc++.so.6", failed);
    if (!failed) return real.filename().string().substr(std::string("libstdc++.so.").size());
  }
  return "";
}

void look_at_valgrind(Machine& machine, double limit_s) {
  constexpr std::string_view kBeforeVersion = "valgrind-";
  const auto program = find_program("valgrind");
  if (!program) return;
  const ProgramAnswer answer = answer_of({program->string(), "--version"}, limit_s);
  const std::string_view version = trim(answer.output);
  if (!answer.bad_end.empty() || !version.starts_with(kBeforeVersion)) {
    machine.broken_valgrind = broken_tool(*program, answer);
    return;
  }
  machine.valgrind = program;
  machine.valgrind_version = version.substr(kBeforeVersion.size());
}

std::string why_no_perf_counter() {
  const int counter = open_perf_instruction_counter();
  if (counter >= 0) {
    close(counter);
    return "";
  }
  if (errno == EACCES || errno == EPERM) {
    return "not permitted (sysctl kernel.perf_event_paranoid must be 2 or less)";
  }
  if (errno == ENOENT || errno == EOPNOTSUPP) return "this CPU or virtual machine offers none";
  return std::strerror(errno);
}

constexpr std::string_view kNoDriver =
    "this machine has no NVIDIA driver (/proc/driver/nvidia/version is not there";

// A profiler that is there and does not work is no reason to skip.
[[noreturn]] void refuse_ncu(const std::string& why) {
  throw Error(ErrorKind::kMeasurement, "cannot tell whether ncu can measure here: " + why +
                                           ". Repair it, name another in ncu_cli.program, or set "
                                           "profiler=host");
}

// The driver's file is missing in some containers and on WSL: ncu knows better. Empty: it reaches a
// GPU.
std::string why_ncu_reaches_no_gpu(const NcuProgram& ncu) {
  const ProgramAnswer answer = ask_for_metrics(ncu, kNcuLimit);
  const auto has_error = [](const std::string& text) {
    return text.find("==ERROR==") != std::string::npos;
  };
  const bool is_refused = has_error(answer.output) || has_error(answer.errors);
  if (!is_refused && !answer.output.empty()) return "";
  if (!is_refused) {
    const std::string words = answer.last_line();
    refuse_ncu(printable(ncu.path.string()) + " --query-metrics " +
               (answer.bad_end.empty() ? "lists nothing" : answer.bad_end) +
               (words.empty() ? "" : "; it said: " + words));
  }
  return std::string(kNoDriver) + ", and ncu " + ncu.version_text +
         " cannot load one); install the driver, start a container with --gpus all; 'ncu-regions "
         "doctor' tells more";
}

}  // namespace

Machine look_at_machine(double valgrind_limit_s) {
  Machine machine;
  machine.nvidia_driver = first_line("/proc/driver/nvidia/version");
  look_at_valgrind(machine, valgrind_limit_s);
  machine.no_perf_counter = why_no_perf_counter();
  utsname system = {};
  uname(&system);
  machine.architecture = system.machine;
  machine.cpu_model = cpu_model();
  machine.libc = std::string("glibc ") + gnu_get_libc_version();
  machine.libstdcxx = libstdcxx_version();
  return machine;
}

void look_at_gpu(Machine& machine, const std::string& named) {
  const char* variable = std::getenv("NCU_REGIONS_NCU");
  const std::string wanted = named.empty() && variable != nullptr ? variable : named;
  const NcuSearch search = find_ncu(wanted);
  machine.ncu = search.ncu;
  machine.other_ncus = search.others;
  if (machine.ncu) {
    machine.no_gpu = machine.nvidia_driver ? "" : why_ncu_reaches_no_gpu(*machine.ncu);
  } else if (!machine.nvidia_driver) {
    machine.no_gpu =
        std::string(kNoDriver) + ")" + (search.broken.empty() ? "" : "; and " + search.broken);
  } else if (search.broken.empty()) {
    machine.no_gpu =
        "no Nsight Compute (ncu) was found; install it (Debian package nsight-compute, or the CUDA "
        "toolkit), or name it in ncu_cli.program";
  } else {
    refuse_ncu(search.broken);
  }
}

std::string other_ncus(const Machine& machine) {
  std::vector<std::string> others;
  for (const NcuProgram& other : machine.other_ncus) {
    others.push_back(printable(other.version_text) + " (" + printable(other.path.string()) + ")");
  }
  if (others.empty() || !machine.ncu) return "";
  return "ncu " + printable(machine.ncu->version_text) + " (" +
         printable(machine.ncu->path.string()) + ") is the newest of " +
         std::to_string(others.size() + 1) + "; also found: " + join(others, ", ") +
         "; NCU_REGIONS_NCU or ncu_cli.program names another";
}

bool needs_gpu_answer(const Settings& settings, const Workload& workload) {
  return settings.profiler != "host" && !workload.gpu_command.empty();
}

ProfilerChoice choose_profiler(const Settings& settings, const Workload& workload,
                               const std::string& no_gpu) {
  const bool wants_gpu = needs_gpu_answer(settings, workload);
  if (wants_gpu && no_gpu.empty()) return {Profiler::kNcu, ""};
  const std::string why = settings.profiler == "host"
                              ? "profiler: host (" + settings.origins.at("profiler") + ")"
                          : wants_gpu ? no_gpu
                          : workload.is_registered && !workload.is_gtest
                              ? "the test has no CUDA program (TARGET or COMMAND)"
                              : "the program holds no GPU code";
  if (workload.require_gpu) return {Profiler::kNone, why + ", and REQUIRE_GPU is set"};
  if (settings.profiler == "ncu") {
    return {Profiler::kNone,
            why + ", and profiler is ncu (" + settings.origins.at("profiler") + ")"};
  }
  if (workload.host_command.empty()) {
    return {Profiler::kNone,
            why + ", and the test has no HOST_TARGET or HOST_COMMAND to measure instead"};
  }
  return {Profiler::kHost, why};
}

std::optional<std::string> why_not_possible(HostPass pass, const Machine& machine) {
  if (pass == HostPass::kPerf && !machine.no_perf_counter.empty()) {
    return "the kernel's instruction counter cannot be used: " + machine.no_perf_counter;
  }
  if (is_counting(pass) && !machine.broken_valgrind.empty()) {
    return "instructions cannot be counted: " + machine.broken_valgrind;
  }
  if (is_counting(pass) && !machine.valgrind) {
    return "instructions cannot be counted: valgrind is not installed (Debian package valgrind)";
  }
  return std::nullopt;
}

}  // namespace ncu_regions
