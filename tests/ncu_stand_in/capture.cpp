#include "tests/ncu_stand_in/capture.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "tests/ncu_stand_in/child.h"
#include "tests/ncu_stand_in/files.h"
#include "tests/ncu_stand_in/output_name.h"
#include "tests/ncu_stand_in/questions.h"
#include "tests/ncu_stand_in/report.h"

namespace ncu_regions::stand_in {
namespace {

namespace fs = std::filesystem;

constexpr int kStopped = 9;

// Where ncu's own lines go: the file of --log-file, else stdout.
class NcuLog {
 public:
  explicit NcuLog(const std::string& path) {
    if (path.empty()) return;
    fd_ = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
    if (fd_ < 0) throw NcuError("'" + path + "' cannot be used as the output log file");
  }
  void text(std::string_view text) const { write_all(fd_, text); }
  void line(const std::string& text) const { write_all(fd_, text + "\n"); }

 private:
  int fd_ = STDOUT_FILENO;
};

std::vector<Include> includes_of(const Arguments& arguments) {
  std::vector<Include> includes;
  for (const std::string& text : arguments.values("nvtx-include")) {
    const std::optional<Include> include = parse_include(text);
    if (!include) throw NcuError("Invalid configuration for nvtx-include : " + text);
    includes.push_back(*include);
  }
  return includes;
}

std::string program_path(const std::string& word) {
  std::vector<fs::path> candidates = {fs::absolute(word).lexically_normal()};
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr || word.find('/') != std::string::npos ? "" : path;
  while (!folders.empty()) {
    const std::size_t colon = std::min(folders.find(':'), folders.size());
    candidates.push_back(fs::path(folders.substr(0, colon)) / word);
    folders.remove_prefix(std::min(colon + 1, folders.size()));
  }
  for (const fs::path& candidate : candidates) {
    if (fs::is_regular_file(candidate) && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  throw NcuError("'" + word + "' does not exist or is not an executable. Please make sure to " +
                 "specify the absolute path to '" + word +
                 "' if the executable is not in the local directory.");
}

NcuError unwritable(const fs::path& file) {
  return NcuError("Unable to write to file " + file.filename().string() +
                  ". Please verify this file is not locked, and writable.");
}

// The report's name; a file of that name is gone, and its folder can be written to.
fs::path prepared_output(const Arguments& arguments) {
  if (!arguments.has("export")) return {};
  fs::path file = output_name(arguments.value("export"));
  if (fs::exists(file) && !arguments.has("force-overwrite")) {
    throw NcuError("File " + file.filename().string() +
                   " already exists. Use '-f' for overwriting the file.");
  }
  std::error_code failed;
  fs::remove(file, failed);
  if (failed || access(file.parent_path().c_str(), W_OK) != 0) throw unwritable(file);
  return file;
}

void write_report(const fs::path& file, const std::string& bytes) {
  const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const bool is_written = fd >= 0 && write_all(fd, bytes);
  if (fd >= 0 && close(fd) == 0 && is_written) return;
  throw unwritable(file);
}

void tell_nothing_profiled(const CaptureRequest& request, const NcuLog& log) {
  if (request.entry.log) return;
  const Arguments& arguments = request.arguments;
  log.line(std::string("==WARNING== No ") + (arguments.is_range_mode() ? "ranges" : "kernels") +
           " were profiled.");
  if (arguments.runs_again()) log.line("==ERROR== Failed to create report.");
}

void tell_results(const std::vector<PlannedResult>& results, const NcuLog& log) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    log.line("==PROF== Profiling \"" + results[i].name() + "\" - " + std::to_string(i) +
             ": 0%....50%....100% - 3 passes");
  }
  log.line("==PROF== Disconnected from process 4711");
}

// The exit code, as far as the program decides it.
int tell_program_end(const Arguments& arguments, int code, const NcuLog& log) {
  if (code == 0 || arguments.value("check-exit-code", "yes") == "no") return 0;
  log.line("==ERROR== The application returned an error code (" + std::to_string(code) + ").");
  return code;
}

// What the entry says, then the program.
ChildEnd run_program(const CaptureRequest& request, const NcuLog& log) {
  const CaptureEntry& entry = request.entry;
  if (entry.log) log.text(*entry.log);
  write_all(STDOUT_FILENO, entry.out);
  write_all(STDERR_FILENO, entry.err);
  if (!entry.run_program && !entry.sleeps) return {};
  return run_child(entry, request.arguments.program, request.arguments.has("null-stdin"),
                   request.scenario.pids);
}

void check_metrics(const CaptureRequest& request) {
  for (const std::string& metric : request.arguments.list("metrics")) {
    if (!request.scenario.chip.has(metric)) throw NcuError("Failed to find metric " + metric);
  }
}

int run_capture(const CaptureRequest& request, const fs::path& output, const NcuLog& log) {
  check_metrics(request);
  const std::vector<PlannedResult> results = planned_results(request);
  const std::optional<std::string> bytes = report_bytes(request, results);
  if (bytes) log.line("==PROF== Connected to process 4711 (" + request.program + ")");
  const ChildEnd end = run_program(request, log);
  if (end.was_stopped) {
    log.line("==PROF== Trying to shutdown target application");
    return kStopped;
  }
  if (bytes) tell_results(results, log);
  const int code = tell_program_end(request.arguments, end.code, log);
  if (!bytes) tell_nothing_profiled(request, log);
  if (bytes && !output.empty()) {
    write_report(output, *bytes);
    log.line("==PROF== Report: " + output.string());
  }
  return request.entry.exit.value_or(code);
}

int capture_with_log(const Arguments& arguments, const Scenario& scenario,
                     const CaptureEntry& entry, const NcuLog& log) {
  try {
    const fs::path output = prepared_output(arguments);
    const CaptureRequest request{arguments,
                                 scenario,
                                 entry,
                                 includes_of(arguments),
                                 chosen_sections(arguments, scenario),
                                 program_path(arguments.program.at(0))};
    return run_capture(request, output, log);
  } catch (const NcuError& error) {
    log.line(std::string("==ERROR== ") + error.what());
    return 1;
  }
}

void check_options(const Arguments& arguments, const Scenario& scenario) {
  if (const auto unknown = unknown_option(arguments, scenario.version)) {
    throw NcuError("unrecognised option '" + *unknown + "'. Use --help for further details.");
  }
  includes_of(arguments);
  if (!arguments.is_range_mode()) return;
  write_all(STDOUT_FILENO,
            "==WARNING== Please consult the documentation for current range-based replay mode "
            "limitations and requirements.\n");
}

}  // namespace

int capture(const Arguments& arguments, const Scenario& scenario, const CaptureEntry& entry) {
  take_signals(entry);
  try {
    check_options(arguments, scenario);
    const NcuLog log(arguments.value("log-file"));
    return capture_with_log(arguments, scenario, entry, log);
  } catch (const NcuError& error) {
    write_all(STDOUT_FILENO, std::string("==ERROR== ") + error.what() + "\n");
    return 1;
  }
}

}  // namespace ncu_regions::stand_in
