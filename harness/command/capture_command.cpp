#include "harness/command/capture_command.h"

#include <numeric>

#include "harness/core/text.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// The library and the events folder have the same names in every run: a path of another length
// would move counts (the dynamic linker copies it into the heap).
constexpr int kLibraryNumber = 9;
constexpr int kEventsNumber = 8;

// Arguments and environment together are padded to a multiple of this many bytes.
constexpr std::size_t kPaddedBytes = 16384;
constexpr char kPadName[] = "NCU_REGIONS_PAD";

const std::vector<std::string> kCountingOptions = {"--trace-children=no", "--fair-sched=no"};

// Variables that would load another tool into the program, or ours twice.
bool is_injection(const std::string& name) {
  return name == "NVTX_INJECTION64_PATH" || name == "NVTX_INJECTION32_PATH" ||
         name == "CUDA_INJECTION64_PATH" || name.starts_with("NCU_REGIONS_");
}

std::vector<std::string> program(const Workload& workload) {
  std::vector<std::string> argv = workload.host_command;
  argv.insert(argv.end(), workload.args.begin(), workload.args.end());
  return argv;
}

std::vector<std::string> as_list(const Environment& environment) {
  std::vector<std::string> list;
  for (const auto& [name, value] : environment) list.push_back(name + "=" + value);
  return list;
}

void add_own_variables(Environment& environment, const Workload& workload) {
  for (const std::string& variable : workload.environment) {
    const std::size_t equals = variable.find('=');
    environment[variable.substr(0, equals)] = variable.substr(equals + 1);
  }
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

Environment pinned_environment(const Settings& settings, const Workload& workload,
                               const Environment& caller) {
  Environment environment;
  for (const std::string& name : settings.host.environment) {
    const auto found = caller.find(name);
    environment[name] = found == caller.end() ? "" : found->second;  // the number stays the same
  }
  add_own_variables(environment, workload);
  environment["LC_ALL"] = "C";
  environment["LD_BIND_NOW"] = "1";  // binding at first use would be counted in some region
  environment["GLIBC_TUNABLES"] = settings.host.glibc_tunables;
  environment["NVTX_INJECTION64_PATH"] = "/proc/self/fd/" + std::to_string(kLibraryNumber);
  environment["NCU_REGIONS_EVENTS"] = "/proc/self/fd/" + std::to_string(kEventsNumber);
  environment["NCU_REGIONS_COUNT"] = "callgrind";
  pad(environment, program(workload));
  return environment;
}

// valgrind expands % in the names of its log files.
std::string percent_doubled(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '%' ? "%%" : std::string(1, c);
  return out;
}

}  // namespace

CaptureCommand host_time_command(const Settings& settings, const Workload& workload,
                                 const HostTools& tools, const Environment& caller,
                                 const fs::path& folder) {
  Environment environment;
  for (const auto& [name, value] : caller) {
    if (!is_injection(name)) environment[name] = value;
  }
  add_own_variables(environment, workload);
  environment["NVTX_INJECTION64_PATH"] = tools.library.string();
  environment["NCU_REGIONS_EVENTS"] = (folder / kEventsFolder).string();
  CaptureCommand command;
  command.id = folder.filename().string();
  command.pass = "time";
  command.argv = program(workload);
  command.environment = as_list(environment);
  command.working_directory = workload.working_directory;
  command.timeout_s = settings.timeout_s;
  return command;
}

CaptureCommand host_count_command(const Settings& settings, const Workload& workload,
                                  const HostTools& tools, const Environment& caller,
                                  const fs::path& folder) {
  CaptureCommand command;
  command.id = folder.filename().string();
  command.pass = "count";
  command.argv = {tools.valgrind.string(), "--command-line-only=yes", "--tool=callgrind",
                  "--callgrind-out-file=/dev/null",
                  "--log-file=" + percent_doubled(folder.string()) + "/cg.%p.log"};
  command.argv.insert(command.argv.end(), kCountingOptions.begin(), kCountingOptions.end());
  const std::vector<std::string> target = program(workload);
  command.argv.insert(command.argv.end(), target.begin(), target.end());
  command.environment = as_list(pinned_environment(settings, workload, caller));
  command.working_directory = workload.working_directory;
  command.inherited = {{kLibraryNumber, tools.library}, {kEventsNumber, folder / kEventsFolder}};
  command.timeout_s = settings.timeout_s;
  return command;
}

std::string callgrind_counting_options() { return join(kCountingOptions, " "); }

std::string shell_line(const CaptureCommand& command) {
  std::vector<std::string> words;
  for (const std::string& word : command.argv) words.push_back(shell_word(word));
  return join(words, " ");
}

}  // namespace ncu_regions
