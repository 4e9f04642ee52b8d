#include "harness/run/failure_texts.h"

namespace ncu_regions {
namespace {

using enum FailureAction;

// Rows of one kind say the same.
constexpr std::string_view kRefusedCall =
    "the program calls something in a region that range replay cannot repeat";
constexpr std::string_view kMoveTheCall =
    "set fallback=app-range (ncu_regions_add_test: REPLAY_MODE app-range), or move the call out of "
    "the region: docs/libraries.md";
constexpr std::string_view kStopped = "ncu was told to stop";
constexpr std::string_view kRunAgain = "run it again; a longer TIMEOUT when it was too short";
constexpr std::string_view kProgramFailed = "the program itself failed";
constexpr std::string_view kRunAlone =
    "run it without ncu first; its output is kept beside the log";
constexpr std::string_view kProfilingFailed = "ncu failed while it was profiling";
constexpr std::string_view kFitVersions =
    "see its log; use the ncu of the CUDA release that the driver belongs to (a newer ncu, or a "
    "newer driver); on WSL allow counters in the host's control panel; compute-sanitizer finds bad "
    "kernels";

// In the order in which they are looked for: causes before their consequences. After a profiling
// error ncu ends the program, and says so in two more lines: "Trying to shutdown target
// application" and "The application returned an error code (9)".
constexpr FailureText kTexts[] = {
    // The machine.
    {"no_driver",
     R"(failed to connect to the CUDA driver|Driver could not be loaded|Failed to load the driver)",
     kSkip, "there is no NVIDIA driver here, or a stub libcuda stands before it",
     "install the driver; in a container start it with --gpus all; take folders named 'stubs' out "
     "of LD_LIBRARY_PATH"},
    // One of its wordings goes on "... or the user does not have permission".
    {"counters_in_use", R"(driver resource was unavailable|ResourceUnavailable)", kRetry,
     "another program holds the GPU's counters (DCGM, another profiler)",
     "dcgmi profile --pause, or stop the other profiler"},
    {"no_permission",
     R"(ERR_NVGPUCTRPERM|user does not have permission|InsufficientPermissions|InsufficientVGpuPermissions)",
     kSkip, "this user may not read the GPU's counters",
     "run as root; or for all users, as root: echo 'options nvidia "
     "NVreg_RestrictProfilingToAdminUsers=0' > /etc/modprobe.d/nvidia-profiling.conf, then "
     "update-initramfs -u (Debian, Ubuntu) or dracut -f (Red Hat), and reboot; in a container: "
     "--cap-add=SYS_ADMIN"},
    {"no_profiler_library", R"(LibraryNotLoaded)", kSkip,
     "ncu could not load the driver's profiling library",
     "use an ncu of the driver's CUDA release; many hosted GPUs, gVisor and WSL do not pass the "
     "profiling interface through: ask the provider, or use another machine"},
    {"protected_memory", R"(Protected memory mode)", kSkip,
     "the GPU is in protected-memory mode, in which counters cannot be read",
     "switch the mode off, or use another GPU"},
    {"unsupported_gpu",
     R"(Profiling is not supported on|Unsupported GPU|UnsupportedGpu|ERR_NVCMPGPU|\bSLI\b|[Cc]onfidential [Cc]omput|Subsystem for Linux|this driver mode)",
     kSkip, "this version of ncu cannot profile this GPU, or not in its present mode",
     "use a version of Nsight Compute that knows the GPU; switch off SLI or confidential "
     "computing; on WSL allow counters in the host's control panel"},
    {"old_driver",
     R"(Insufficient driver version|InsufficientDriverVersion|requires a newer CUDA driver|driver is too old to support range replay|LibraryInvalidVersion)",
     kSkip, "the driver is too old for this version of ncu",
     "update the driver, or use the ncu of the CUDA toolkit that the driver belongs to"},
    {"no_clock_control",
     R"(Cannot lock GPU clock frequencies on MIG|Failed to lock GPU('s)? clock|LockingClocksFailed)",
     kRetryUnlocked, "the clocks of this GPU cannot be locked",
     "set ncu_cli.clock_control=none, or lock them with nvidia-smi -lgc; times are less steady "
     "then"},
    {"lock_file",
     R"([Ff]ailed to (open|create) lock file|open/create lock file|acquire the interprocess lock|InterprocessLockFailed)",
     kFail, "ncu's lock file belongs to somebody else",
     "delete $TMPDIR/nsight-compute-lock (newer versions: $TMPDIR/nvidia/nsight_compute/lock.*) as "
     "its owner, or give all users of this machine one TMPDIR; fs.protected_regular keeps users "
     "from sharing one in /tmp"},
    {"output",
     R"(Failed to create temporary file|Unable to write to file|cannot be used as the output log file|No space left on device)",
     kFail, "ncu could not write its report, its log or a temporary file",
     "make room, and make the run folder and TMPDIR writable"},
    // The command line.
    {"stale_report", R"(File .* already exists)", kFail, "a report of this name was there already",
     "this should not happen: please report it as a bug of ncu-regions"},
    {"section", R"(did not match any section)", kFail, "this version of ncu has no such section",
     "correct ncu_cli.sections; 'ncu --list-sections' lists them"},
    {"range_metric", R"(Metric .* is not supported in range replay)", kFail,
     "this metric cannot be measured in ranges",
     "leave it out, or measure with ncu_cli.replay_mode=kernel"},
    {"metric", R"(Failed to access the following (\d+ )?metrics|Failed to find metric)", kFail,
     "this GPU has no such metric",
     "correct the list; 'ncu --query-metrics' lists what this GPU has"},
    {"options",
     R"(unrecogni[sz]ed option|argument (\('.*'\) )?for option|option is ambiguous|Invalid option --|Option .* is not supported|Invalid (range filter|configuration|regex)|Failed to read environment variable|Unknown macro)",
     kFail, "this version of ncu does not accept its command line",
     "'ncu-regions plan' shows the command; ncu_cli.extra_args may be wrong for this version",
     false, true},
    {"nothing_to_collect", R"(No metrics to collect found in sections)", kFail,
     "what was asked for cannot be collected in this replay mode",
     "correct ncu_cli.set and ncu_cli.sections, or use ncu_cli.replay_mode=kernel", true},
    // What the program does.
    {"unsupported_call",
     R"(Skipping invalid capture range|Failed to (begin|end) recording range|Unsupported API|recorded outside the range|accessing unified memory are not supported|Failed to profile range)",
     kFallBack, kRefusedCall, kMoveTheCall},
    {"not_deterministic",
     R"(Unexpected number of profiled kernels|ApplicationReplayMismatch|consistent kernel order|could be matched across replay passes)",
     kFail, "the program does not launch the same kernels each time",
     "fix its seed, order and number of threads; or use ncu_cli.replay_mode=range, which runs it "
     "once"},
    {"memory", R"(Insufficient free memory|OutOfMemory|bad allocation)", kFallBack,
     "the memory that the region writes cannot be saved for the next pass",
     "set fallback=app-range, measure fewer metrics, or make the region smaller"},
    {"early_cuda", R"(Cuda is initialized before the tool)", kFail,
     "the program uses CUDA before its main begins", "move that out of static initialisers"},
    {"other_tool", R"(Another tool/injection might be loaded)", kFail,
     "another tool is loaded into the program",
     "take CUDA_INJECTION64_PATH out of the ENVIRONMENT of the test"},
    {"stopped", R"(Received signal)", kFail, kStopped, kRunAgain},
    {"profiling",
     R"(counter measurement library|reported by the driver|Unknown ?[Ee]rror|LaunchFailed)",
     kRetryOnce, kProfilingFailed, kFitVersions},
    {"unsupported_call", R"(Failed to prepare range)", kFallBack, kRefusedCall, kMoveTheCall},
    {"profiling",
     R"(Failed to (profile|prepare|initialize)|An error occurred while trying to profile)",
     kRetryOnce, kProfilingFailed, kFitVersions},
    // A code that ncu's own kill does not give (9 and 15 are those of its signals).
    {"program", R"(returned an error code \(-?([0-8]|1[0-46-9]|[2-9]\d|\d{3,})\))", kFail,
     kProgramFailed, kRunAlone},
    {"early_end", R"(disconnected before reaching the range end marker)", kFail,
     "the program ended while a region was open",
     "pop the range before the program ends; a range object of static lifetime is popped too late"},
    {"no_results", R"(No (ranges|kernels) were profiled)", kFail,
     "no region that was asked for made a CUDA call while ncu was watching",
     "a region has to launch its work itself, on the thread that opens it; 'ncu-regions discover' "
     "lists the regions"},
    {"no_report", R"(Failed to create report)", kFail, "ncu collected nothing", "see its log"},
    {"program", R"(The application returned an error code)", kFail, kProgramFailed, kRunAlone},
    {"unreadable_report", R"(Failed to load report file|Could not open report file)", kFail,
     "the report is cut, empty or no report", "measure again; is the disk full?"},
    {"stopped", R"(Trying to shutdown target application)", kFail, kStopped, kRunAgain, false,
     false, true},
};

constexpr FailureText kNotes[] = {
    {"expression_kind", R"(match only (start/end|push/pop) ranges)", kNote,
     "ncu says that the expressions are of the other kind of range", ""},
    {"missing_metrics", R"(Unable to access the following \d+ metrics)", kNote,
     "ncu could not measure some metrics of the sections on this GPU", ""},
    {"slow", R"(taking more time than expected)", kNote,
     "ncu waited long for a kernel: one that waits for another kernel, or for the host, never ends "
     "in "
     "kernel replay; range and app-range can measure it",
     ""},
    {"memory_moved", R"(Backing up device memory in system memory)", kNote,
     "ncu saved device memory in main memory: times between passes, not values, suffer", ""},
    {"home", R"(Could not determine user home directory|Could not deploy stock)", kNote,
     "ncu could not use the home folder, and used the sections of its installation", ""},
    {"clocks_left", R"(Found outstanding GPU clock reset)", kNote,
     "an earlier ncu was killed and had left the clocks locked; ncu reset them", ""},
};

}  // namespace

std::string_view to_string(FailureAction action) {
  switch (action) {
    case kNote:
      return "note";
    case kSkip:
      return "skip";
    case kFail:
      return "fail";
    case kRetry:
      return "retry";
    case kRetryOnce:
      return "retry once";
    case kRetryUnlocked:
      return "retry without locked clocks";
    case kFallBack:
      return "fall back";
  }
  return "";
}

std::span<const FailureText> failure_texts() { return kTexts; }
std::span<const FailureText> note_texts() { return kNotes; }

}  // namespace ncu_regions
