#include "harness/host/pairing.h"

#include <algorithm>
#include <map>

#include "harness/host/event_paths.h"
#include "harness/host/open_launches.h"
#include "harness/host/overlaps.h"
#include "harness/host/path_sources.h"
#include "harness/host/start_end.h"

namespace ncu_regions::host {
namespace {

// A push that was not popped yet.
struct Open {
  std::size_t path;
  std::size_t event;  // number of the push in its thread
};

class Pairing {
 public:
  Pairing(const ProcessEvents& process, const Measure& measure, PathTable& table)
      : process_(process),
        measure_(measure),
        paths_(process, table),
        sources_(process, table),
        ranges_(measure.metrics),
        values_(measure.metrics),
        launches_(process, measure.metrics),
        launch_domain_(std::ranges::find(process.domains, kLaunchDomain) -
                       process.domains.begin()) {}

  Paired run() {
    for (const ThreadEvents& thread : process_.threads) {
      pair_thread(thread);
      out_.lost_events += thread.lost;
    }
    add_start_end();
    out_.lost_events += process_.lost.size() + process_.lost_events;
    out_.ranges = ranges_.take();
    out_.launches = launches_.series(std::move(start_end_));
    if (measure_.time) out_.overlaps = find_overlaps(std::move(open_ranges_));
    return std::move(out_);
  }

 private:
  // Of one thread.
  struct Stacks {
    std::map<std::uint16_t, std::vector<Open>> ranges;  // by domain
    OpenLaunches launches;
  };

  void pair_thread(const ThreadEvents& thread) {
    Stacks stacks = {{}, OpenLaunches(measure_, launches_)};
    for (std::size_t i = 0; i < thread.events.size(); ++i) {
      const EventKind kind = thread.events[i].kind;
      if (kind == EventKind::kPush) push({&thread, i}, stacks);
      if (kind == EventKind::kPop) pop({&thread, i}, stacks);
    }
    close_open_ranges(thread, stacks);
  }

  bool is_launch(std::uint16_t domain) const { return domain == launch_domain_; }

  void push(const Boundary& at, Stacks& stacks) {
    const Event& event = at.event();
    if (is_launch(event.domain)) return stacks.launches.push(at, innermost(stacks));
    auto& stack = stacks.ranges[event.domain];
    const auto parent = stack.empty() ? std::nullopt : std::optional(stack.back().path);
    stack.push_back({paths_.number(event, parent), at.index});
    sources_.opened(event, stack.back().path);
  }

  // The innermost open range of each domain but the launches' own.
  static std::vector<std::size_t> innermost(const Stacks& stacks) {
    std::vector<std::size_t> paths;
    for (const auto& [domain, stack] : stacks.ranges) {
      if (!stack.empty()) paths.push_back(stack.back().path);
    }
    return paths;
  }

  void pop(const Boundary& at, Stacks& stacks) {
    if (is_launch(at.event().domain)) {
      if (!stacks.launches.pop(at)) ++out_.unmatched_pops;
      return;
    }
    auto& stack = stacks.ranges[at.event().domain];
    if (stack.empty()) {
      ++out_.unmatched_pops;
      return;
    }
    const Open open = stack.back();
    stack.pop_back();
    stacks.launches.range_ended(open.event);
    add_range(open.path, {at.thread, open.event}, at, false);
  }

  void close_open_ranges(const ThreadEvents& thread, Stacks& stacks) {
    for (auto& [domain, stack] : stacks.ranges) {
      for (; !stack.empty(); stack.pop_back()) {
        add_range(stack.back().path, {&thread, stack.back().event},
                  {&thread, thread.events.size() - 1}, true);
      }
    }
  }

  void add_range(std::size_t path, const Boundary& begin, const Boundary& end, bool open_at_exit) {
    // Nothing was counted at the last event of a thread: only its time is known.
    const bool known = !open_at_exit || measure_.time;
    add(path, begin, known && measure_.readings.of_thread(begin, end, values_), open_at_exit);
    if (!measure_.time) return;
    const auto stack = static_cast<std::int64_t>(begin.thread->number << 16 | begin.event().domain);
    open_ranges_.push_back({begin.event().time_ns, end.event().time_ns, path, stack});
  }

  void add_start_end() {
    const StartEnds paired = pair_start_end(process_);
    out_.unmatched_pops += paired.unmatched_ends;
    const std::uint64_t last = last_time(process_);
    for (const auto& [start, end] : paired.ranges) {
      const std::size_t path = paths_.number(start.event(), std::nullopt);
      sources_.opened(start.event(), path);
      const std::uint64_t end_ns = end ? end->event().time_ns : last;
      if (!end && measure_.time) values_[0] = last - start.event().time_ns;
      add(path, start, end ? measure_.readings.of_process(start, *end, values_) : measure_.time,
          !end);
      start_end_.push_back({start.event().time_ns, end_ns, path});
      if (measure_.time) open_ranges_.push_back({start.event().time_ns, end_ns, path, -1});
    }
  }

  void add(std::size_t path, const Boundary& begin, bool measured, bool open_at_exit) {
    ranges_.add(path, begin.thread->number, std::span(values_).first(measured ? values_.size() : 0),
                open_at_exit);
  }

  const ProcessEvents& process_;
  const Measure& measure_;
  EventPaths paths_;
  PathSources sources_;
  RangeSeriesTable ranges_;
  std::vector<std::uint64_t> values_;
  Launches launches_;
  std::ptrdiff_t launch_domain_;  // past the last one when there is none
  std::vector<Interval> start_end_;
  std::vector<OpenRange> open_ranges_;
  Paired out_;
};

}  // namespace

Paired pair_events(const ProcessEvents& process, const Measure& measure, PathTable& paths) {
  return Pairing(process, measure, paths).run();
}

}  // namespace ncu_regions::host
