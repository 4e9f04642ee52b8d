#include "harness/command/capture_command.h"

#include <numeric>

#include "harness/command/environment.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// Arguments and environment together are padded to a multiple of this many bytes.
constexpr std::size_t kPaddedBytes = 16384;
constexpr char kPadName[] = "NCU_REGIONS_PAD";

// Children are counted too: a program is often started by a script.
const std::vector<std::string> kCountingOptions = {"--trace-children=yes", "--fair-sched=no"};
// The status of callgrind lists every frame of the call stack but those of functions that it was
// told to skip; what is counted stays the same. C++ functions, by their parentheses, and Python's
// own. Not the C functions in which a process or a thread begins: callgrind needs one frame to
// stand on.
const std::vector<std::string> kFewFrames = {"--fn-skip=?*(*", "--fn-skip=Py*", "--fn-skip=_Py*"};
// Sizes are given: left out, they are those of the machine's own CPU.
const std::vector<std::string> kCacheOptions = {"--cache-sim=yes", "--I1=32768,8,64",
                                                "--D1=32768,8,64", "--LL=8388608,16,64"};

// With these a launcher of parallel programs tells a process which one it is. Handed on when they
// are set: without them it would be another program.
constexpr const char* kLauncherVariables[] = {
    "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE",
    "MV2_COMM_WORLD_RANK",  "MV2_COMM_WORLD_SIZE",  "RANK",     "WORLD_SIZE",
    "SLURM_PROCID",         "SLURM_STEP_NUM_TASKS"};

std::vector<std::string> program(const Settings& settings, const Workload& workload) {
  std::vector<std::string> argv = workload.host_command;
  argv.insert(argv.end(), settings.parameters.begin(), settings.parameters.end());
  argv.insert(argv.end(), workload.args.begin(), workload.args.end());
  return argv;
}

std::size_t bytes_of(const std::vector<std::string>& strings) {
  return std::accumulate(strings.begin(), strings.end(), std::size_t{0},
                         [](std::size_t sum, const std::string& s) { return sum + s.size() + 1; });
}

void pad(Environment& environment, const std::vector<std::string>& argv) {
  environment[kPadName] = "";
  const std::size_t used = bytes_of(as_list(environment)) + bytes_of(argv);
  environment[kPadName] = std::string(kPaddedBytes - used % kPaddedBytes, 'x');
}

// What a variable is that the caller does not have: the number of them stays the same. An empty
// TMPDIR is none to most programs, but an error to std::filesystem::temp_directory_path.
std::string unset_text(const std::string& name) { return name == "TMPDIR" ? "/tmp" : ""; }

Environment pinned_environment(const Settings& settings, const Workload& workload,
                               const HostTools& tools, const Environment& caller, bool by_dump) {
  Environment environment;
  for (const std::string& name : settings.host.environment) {
    const auto found = caller.find(name);
    environment[name] = found == caller.end() ? unset_text(name) : found->second;
  }
  for (const char* name : kLauncherVariables) {
    const auto found = caller.find(name);
    if (found != caller.end()) environment[name] = found->second;
  }
  add_own_variables(environment, workload);
  environment["LC_ALL"] = "C";
  environment["LD_BIND_NOW"] = "1";  // binding at first use would be counted in some region
  environment["GLIBC_TUNABLES"] = settings.host.glibc_tunables;
  environment["NVTX_INJECTION64_PATH"] = (tools.links / kLibraryLink).string();
  environment["NCU_REGIONS_EVENTS"] = (tools.links / kEventsLink).string();
  environment["NCU_REGIONS_COUNT"] = by_dump ? "callgrind-dump" : "callgrind";
  pad(environment, program(settings, workload));
  return environment;
}

Environment own_environment(const HostCapture& capture, const Workload& workload,
                            const HostTools& tools, const Environment& caller) {
  Environment environment = without_injection(caller);
  add_own_variables(environment, workload);
  environment["NVTX_INJECTION64_PATH"] = tools.library.string();
  environment["NCU_REGIONS_EVENTS"] = (capture.folder / kEventsFolder).string();
  if (capture.pass != HostPass::kTime) environment["NCU_REGIONS_COUNT"] = to_string(capture.pass);
  return environment;
}

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

std::vector<std::string> under_callgrind(const HostCapture& capture, const HostTools& tools) {
  const std::string folder = percent_doubled(capture.folder.string());
  std::vector<std::string> argv = {tools.valgrind.string(), "--command-line-only=yes",
                                   "--tool=callgrind", "--log-file=" + folder + "/cg.%p.log"};
  if (capture.method == CountMethod::kDump) {
    append(argv, {"--callgrind-out-file=" + folder + "/cg.%p.out", "--combine-dumps=yes",
                  "--separate-threads=yes"});
  } else {
    argv.emplace_back("--callgrind-out-file=/dev/null");
  }
  append(argv, kCountingOptions);
  if (capture.method == CountMethod::kStatus) append(argv, kFewFrames);
  if (capture.pass == HostPass::kCache) append(argv, kCacheOptions);
  return argv;
}

}  // namespace

CaptureCommand host_command(const HostCapture& capture, const Settings& settings,
                            const Workload& workload, const HostTools& tools,
                            const Environment& caller) {
  CaptureCommand command;
  command.id = capture.folder.filename().string();
  command.pass = to_string(capture.pass);
  command.working_directory = workload.working_directory;
  command.timeout_s = settings.timeout_s;
  command.argv = settings.launcher.words;
  if (is_counting(capture.pass)) {
    append(command.argv, under_callgrind(capture, tools));
    command.environment = as_list(pinned_environment(settings, workload, tools, caller,
                                                     capture.method == CountMethod::kDump));
  } else {
    Environment environment = own_environment(capture, workload, tools, caller);
    choose_device(environment, settings);
    command.environment = as_list(environment);
  }
  append(command.argv, program(settings, workload));
  return command;
}

std::string callgrind_counting_options() { return join(kCountingOptions, " "); }
std::string callgrind_cache_options() { return join(kCacheOptions, " "); }

std::string shell_line(const std::vector<std::string>& argv) {
  std::vector<std::string> words;
  words.reserve(argv.size());
  for (const std::string& word : argv) words.push_back(shell_word(word));
  return join(words, " ");
}

}  // namespace ncu_regions
