#include "tests/support/ncu_failures.h"

namespace ncu_regions::fixture {
namespace {

const std::vector<NcuFailure> kMachine = {
    {"no_driver",
     "==ERROR== Nsight Compute failed to connect to the CUDA driver (stub libcuda.so[.1] on "
     "path?).",
     1, Channel::kErr},
    {"no_driver", "==ERROR== Driver could not be loaded.", 255},
    {"no_permission",
     "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU "
     "Performance "
     "Counters on the target device 0."},
    {"no_permission",
     "==ERROR== The driver is not running or the user does not have permission to access it.", 255},
    {"unsupported_gpu",
     "==ERROR== Profiling is not supported on device 0 as it uses the Windows "
     "Subsystem for Linux (WSL)."},
    {"unsupported_gpu", "==ERROR== ERR_NVCMPGPU - The target device is a compute GPU.", 9},
    {"old_driver", "==ERROR== Insufficient driver version for this profiler."},
    {"old_driver", "==ERROR== CUDA driver is too old to support range replay."},
    {"no_clock_control",
     "==ERROR== Cannot lock GPU clock frequencies on MIG devices. Use "
     "--clock-control none.",
     9},
    {"no_clock_control", "==ERROR== Failed to lock GPU's clock frequencies.", 9},
    {"counters_in_use",
     "==ERROR== Profiling failed because a driver resource was unavailable. Ensure "
     "that no other tool (like DCGM) is concurrently collecting profiling data.",
     9},
    {"lock_file",
     "==ERROR== Failed to open/create lock file /tmp/nsight-compute-lock. Please check "
     "that this process has write permissions on it.",
     9},
    {"lock_file", "==ERROR== Failed to acquire the interprocess lock.", 15},
};

const std::vector<NcuFailure> kCommandLine = {
    {"output",
     "==ERROR== Failed to create temporary file. Specify the TMPDIR environment variable or "
     "use --export option."},
    {"output",
     "==ERROR== Unable to write to file report.ncu-rep. Please verify this file is not "
     "locked, and writable."},
    {"stale_report",
     "==ERROR== File report.ncu-rep already exists. Use '-f' for overwriting the file."},
    {"section", "==ERROR== Option '--section Nonsense' did not match any section."},
    {"range_metric", "==ERROR== Metric inst_executed is not supported in range replay."},
    {"metric", "==ERROR== Failed to access the following metrics: nosuch__metric.sum", 9},
    {"options", "unrecognised option '--pipeline-boost-state=stable'", 255, Channel::kErr},
    {"options", "==ERROR== unrecognised option '--nonsense'. Use --help for further details.", 1,
     Channel::kOut},
    {"options", "==ERROR== the argument ('boost') for option '--clock-control' is invalid", 1,
     Channel::kOut},
    {"options", "==ERROR== Invalid configuration for nvtx-include : @B/"},
    {"nothing_to_collect", "==WARNING== No metrics to collect found in sections.", 0},
};

const std::vector<NcuFailure> kProgram = {
    {"unsupported_call", "==ERROR== Unsupported API during capture: cuMemAllocAsync", 9},
    {"unsupported_call",
     "==ERROR== Failed to end recording range: Cannot capture API call for CUDA event recorded "
     "outside "
     "the range",
     1},
    {"unsupported_call", "==ERROR== Memory copies accessing unified memory are not supported.", 9},
    {"unsupported_call", "==WARNING== Skipping invalid capture range (unsupported call).", 0},
    {"early_end", "==ERROR== The application disconnected before reaching the range end marker.",
     1},
    {"not_deterministic",
     "==ERROR== Unexpected number of profiled kernels. Application replay requires that the "
     "execution, "
     "combined with selected filters, guarantees a consistent set of kernels in all passes."},
    {"not_deterministic", "==ERROR== Only 3/4 kernels could be matched across replay passes."},
    {"memory", "==ERROR== Insufficient free memory on the device to save its state.", 9},
    {"memory", "==ERROR== bad allocation", 9},
    {"early_cuda",
     "==ERROR== Cuda is initialized before the tool, e.g. by calling a Cuda API from a "
     "static initializer."},
    {"other_tool",
     "==ERROR== Another tool/injection might be loaded since CUDA_INJECTION64_PATH is "
     "set to /opt/other.so."},
    {"stopped", "==PROF== Trying to shutdown target application", 9},
    {"stopped", "==PROF== Received signal", 9},
    {"no_results", "==WARNING== No ranges were profiled.", 0},
    {"no_results", "==WARNING== No kernels were profiled.", 0},
    {"no_report", "==ERROR== Failed to create report.", 0},
    {"program", "==ERROR== The application returned an error code (3).", 3},
    {"profiling", "==ERROR== Failed to profile \"conv\" in process 4711", 9},
    {"profiling", "==ERROR== UnknownError", 9},
    {"unreadable_report", "==ERROR== Failed to load report file 'report.ncu-rep'."},
};

}  // namespace

const std::vector<NcuFailure>& ncu_failures() {
  static const std::vector<NcuFailure> kAll = [] {
    std::vector<NcuFailure> all = kMachine;
    all.insert(all.end(), kCommandLine.begin(), kCommandLine.end());
    all.insert(all.end(), kProgram.begin(), kProgram.end());
    return all;
  }();
  return kAll;
}

}  // namespace ncu_regions::fixture
