#include "harness/pipeline/host_pass.h"

#include <string.h>

#include <algorithm>
#include <map>

#include "harness/artifacts/host_capture.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/scratch_folder.h"
#include "harness/core/utf8.h"
#include "harness/host/capture_file.h"
#include "harness/host/events.h"
#include "harness/host/process_ends.h"
#include "harness/pipeline/caller.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// The library compares bytes. In a capture, bytes that are not UTF-8 are written as \xHH: such a
// label is meant as it stands, and as what it may stand for.
void write_labels(const fs::path& events, const std::set<std::string>& labels) {
  std::string text;
  for (const std::string& label : labels) {
    text += label + '\0';
    const std::string raw = without_hex_escapes(label);
    if (raw != label) text += raw + '\0';
  }
  write_file(events / host::kCountedLabelsFile, text);
}

// Launches are counted with instructions only: further cuts would move what simulated caches hold,
// and cost more than the CPU time of a launch.
void write_plan(HostPass pass, const fs::path& events, const CountingPlan& plan) {
  if (pass == HostPass::kTime) return;
  write_labels(events, plan.labels);
  if (pass == HostPass::kCount && plan.launches) {
    write_file(events / host::kCountedLaunchesFile, "");
  }
}

void read_capture(const HostCapture& capture, PassResult& result) {
  const host::HostRun run = {capture.pass, capture.method == CountMethod::kDump,
                             capture.folder / kEventsFolder, capture.folder, result.bad_end};
  const fs::path file = capture.folder / kCaptureFile;
  result.unreadable = host::write_host_capture(run, file).value_or("");
  if (result.unreadable.empty()) result.capture = read_host_capture(file);
}

// "process 1" as the reports call it; empty for one that opened no range.
std::string scope_name(const Capture& capture, std::uint64_t pid) {
  const auto scope = std::ranges::find(capture.scopes, pid, &Scope::pid);
  return scope == capture.scopes.end() ? "" : " (" + scope->name + ")";
}

// A program that does not ask how its children ended may pass for a success.
void note_signalled_children(const HostCapture& capture, PassResult& result) {
  if (!is_counting(capture.pass) || !result.bad_end.empty() || !result.capture) return;
  std::map<std::string, std::size_t> ends;
  for (const auto& [pid, signal] :
       host::signalled_processes(capture.folder, !result.end.left_behind)) {
    if (pid == static_cast<std::uint64_t>(result.end.pid)) continue;
    ++ends[scope_name(*result.capture, pid) + " was ended by signal " + std::to_string(signal) +
           " (" + strsignal(signal) + ")"];
  }
  for (const auto& [end, times] : ends) {
    result.notes.push_back("a child process of the workload" + end +
                           (times > 1 ? " (" + std::to_string(times) + " times)" : "") +
                           ", and the workload itself ended with exit code 0");
  }
}

}  // namespace

PassResult run_host_pass(const HostCapture& capture, const PassInput& input,
                         const CountingPlan& plan) {
  PassResult result;
  std::error_code ignored;
  fs::remove_all(capture.folder / kEventsFolder, ignored);  // of a run that was killed
  make_folder(capture.folder / kEventsFolder);
  // Not below the run folder: its path is as long as the user likes.
  const ScratchFolder links({"/tmp", temporary_files_folder()});
  HostTools tools = input.tools;
  tools.links = links.path();
  fs::create_symlink(tools.library, tools.links / kLibraryLink);
  fs::create_symlink(capture.folder / kEventsFolder, tools.links / kEventsLink);
  result.command =
      host_command(capture, input.settings, input.workload, tools, caller_environment());
  write_plan(capture.pass, capture.folder / kEventsFolder, plan);
  result.end = run_process(result.command, capture.folder);
  result.bad_end = bad_end(result.end, result.command);
  result.record = {result.command.id,    result.command.pass, result.command.argv,
                   result.end.exit_code, result.end.seconds,  result.end.began_s};
  result.valgrind_failed = host::valgrind_failed(capture.folder);
  try {
    read_capture(capture, result);
  } catch (const Error&) {
    if (result.bad_end.empty()) throw;  // else the bad end is the reason
  }
  note_signalled_children(capture, result);
  fs::remove_all(capture.folder / kEventsFolder, ignored);  // all of it is in the capture file now
  return result;
}

}  // namespace ncu_regions
