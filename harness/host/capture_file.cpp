#include "harness/host/capture_file.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/host/callgrind_log.h"
#include "harness/host/capture_lines.h"
#include "harness/host/readings.h"

namespace ncu_regions::host {
namespace {

[[noreturn]] void fail(const std::string& why) { throw Error(ErrorKind::kMeasurement, why); }

void refuse_silence(const std::vector<ProcessEvents>& all, const std::string& bad_end) {
  if (all.empty()) {
    fail((bad_end.empty() ? "" : "the program " + bad_end + ". ") +
         "The program never loaded the NVTX injection library: it made no NVTX call (a GoogleTest "
         "program links NcuRegions::gtest_regions, and runs at least one case), or it uses "
         "NVTX 2, or another tool took NVTX_INJECTION64_PATH; NVTX itself says nothing then. "
         "Annotate it with NVTX 3 (ncu_regions/annotate.h or nvtx3/nvToolsExt.h)");
  }
  if (std::ranges::any_of(all, &ProcessEvents::has_events)) return;
  for (const ProcessEvents& process : all) {
    if (!process.silent.empty()) fail("nothing was recorded: " + process.silent.front());
  }
}

CutsOrReason read_cuts(const HostRun& run) {
  std::vector<std::string> events;
  for (const HostMetric& metric : metrics_of(run.pass)) events.emplace_back(metric.callgrind_event);
  return read_callgrind_folder(run.folder, run.by_dump, events);
}

std::uint64_t rank_of(const ProcessEvents& process) {
  if (process.rank.empty()) return 0;
  return std::strtoull(process.rank.front().c_str() + process.rank.front().find('=') + 1, nullptr,
                       10);
}

class Writing {
 public:
  // By rank, where a launcher gave them one; else as they were started.
  Writing(const HostRun& run, std::vector<ProcessEvents> processes)
      : run_(run), processes_(std::move(processes)) {
    std::ranges::stable_sort(processes_, {}, rank_of);
  }

  // False: what callgrind counted cannot be read, and reason() says why.
  bool pair() {
    if (is_counting(run_.pass)) {
      cuts_ = read_cuts(run_);
      if (!cuts_.cuts) return false;
    }
    for (const ProcessEvents& process : processes_) {
      if (!process.silent.empty()) ++end_.silent_processes;
      if (process.has_events() || !process.lost.empty() || process.lost_events > 0) pair(process);
    }
    return true;
  }
  const std::string& reason() const { return cuts_.reason; }

  std::string text() const {
    std::string text = header_line(run_);
    for (std::size_t i = 0; i < scopes_.size(); ++i) text += process_line(i, *scopes_[i]);
    for (std::size_t i = 0; i < paths_.nodes().size(); ++i) text += path_line(i, paths_.nodes()[i]);
    text += ranges_ + kernels_;
    for (const auto& [a, b] : overlaps_) text += overlap_line(a, b);
    return text + end_line(end_);
  }

 private:
  void pair(const ProcessEvents& process) {
    const std::unique_ptr<Readings> readings = readings_of(process);
    const Measure measure = {*readings, metrics_of(run_.pass).size(), run_.pass == HostPass::kTime};
    add(process, pair_events(process, measure, paths_));
  }

  std::unique_ptr<Readings> readings_of(const ProcessEvents& process) {
    if (run_.pass == HostPass::kTime) return std::make_unique<TimeReadings>();
    if (!is_counting(run_.pass)) {
      return std::make_unique<SampleReadings>(run_.pass == HostPass::kCpuTime);
    }
    // Exec makes valgrind begin the log of a process anew: its earlier images are not counted.
    if (was_replaced(process)) return std::make_unique<NoReadings>();
    return std::make_unique<CutReadings>(std::move((*cuts_.cuts)[process.pid]));
  }

  // Whether this process went on as another program (exec).
  bool was_replaced(const ProcessEvents& process) const {
    return std::ranges::any_of(processes_, [&](const ProcessEvents& other) {
      return other.pid == process.pid && other.image > process.image;
    });
  }

  void add(const ProcessEvents& process, const Paired& paired) {
    const std::size_t number = scopes_.size();
    scopes_.push_back(&process);
    for (const RangeSeries& series : paired.ranges) {
      ranges_ += range_line(number, series);
      end_.instances += series.instances;
    }
    for (const LaunchSeries& series : paired.launches) {
      kernels_ += kernel_line(number, series);
      end_.launches += series.launches;
    }
    overlaps_.insert(paired.overlaps.begin(), paired.overlaps.end());
    end_.unmatched_pops += paired.unmatched_pops;
    end_.lost_events += paired.lost_events;
  }

  const HostRun& run_;
  std::vector<ProcessEvents> processes_;
  std::vector<const ProcessEvents*> scopes_;
  PathTable paths_;
  std::string ranges_;
  std::string kernels_;
  std::set<std::pair<std::size_t, std::size_t>> overlaps_;
  EndCounts end_;
  CutsOrReason cuts_;  // counting passes
};

}  // namespace

bool valgrind_failed(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".log") continue;
    std::ifstream log(entry.path(), std::ios::binary);
    for (std::string line; std::getline(log, line);) {
      if (line.starts_with("valgrind: the 'impossible' happened")) return true;
      if (line.starts_with("Callgrind: ") && line.find("Assertion '") != std::string::npos)
        return true;
    }
  }
  return false;
}

std::optional<std::string> write_host_capture(const HostRun& run,
                                              const std::filesystem::path& capture) {
  std::vector<ProcessEvents> processes = read_events(run.events);
  refuse_silence(processes, run.bad_end);
  Writing writing(run, std::move(processes));
  if (!writing.pair()) return writing.reason();
  write_file(capture, writing.text());
  return std::nullopt;
}

}  // namespace ncu_regions::host
