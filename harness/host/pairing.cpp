#include "harness/host/pairing.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>

#include "harness/core/error.h"
#include "harness/core/utf8.h"

namespace ncu_regions::host {
namespace {

struct Open {
  std::size_t path;
  std::size_t event;  // number of the push in its thread
};

// "conv3x3 <<<4x4x16, 16x16x1>>>"; anything else is the kernel's name as it stands.
Launch parse_launch(const std::string& message) {
  Launch launch;
  launch.name = valid_utf8(message);
  const std::size_t at = message.rfind(" <<<");
  if (at == std::string::npos) return launch;
  auto* g = launch.grid;
  auto* b = launch.block;
  int used = 0;
  const int fields = std::sscanf(message.c_str() + at, " <<<%ux%ux%u, %ux%ux%u>>>%n", &g[0], &g[1],
                                 &g[2], &b[0], &b[1], &b[2], &used);
  if (fields == 6 && at + static_cast<std::size_t>(used) == message.size()) {
    launch.name = valid_utf8(std::string_view(message).substr(0, at));
  }
  return launch;
}

class Pairing {
 public:
  Pairing(const ProcessEvents& process, const Cuts* cuts) : process_(process), cuts_(cuts) {}

  Paired run() {
    for (const ThreadEvents& thread : process_.threads) {
      pair_thread(thread);
      out_.lost_events += thread.lost;
    }
    pair_start_end();
    out_.lost_events += process_.lost.size();
    return std::move(out_);
  }

 private:
  using Stacks = std::map<std::uint16_t, std::vector<Open>>;  // by domain

  void pair_thread(const ThreadEvents& thread) {
    Stacks stacks;
    for (std::size_t i = 0; i < thread.events.size(); ++i) {
      const EventKind kind = thread.events[i].kind;
      if (kind == EventKind::kPush) push(thread, i, stacks);
      if (kind == EventKind::kPop) pop(thread, i, stacks);
    }
    close_open_ranges(thread, stacks);
  }

  bool is_launch(const Event& event) const {
    return process_.domains[event.domain] == kLaunchDomain;
  }

  void push(const ThreadEvents& thread, std::size_t i, Stacks& stacks) {
    const Event& event = thread.events[i];
    auto& stack = stacks[event.domain];
    const std::size_t parent = stack.empty() ? kNoParent : stack.back().path;
    // A launch is no region: its place in `path` is the number of its own row.
    stack.push_back(
        {is_launch(event) ? add_launch(thread, event, stacks) : path_number(event, parent, false),
         i});
  }

  void pop(const ThreadEvents& thread, std::size_t i, Stacks& stacks) {
    const Event& event = thread.events[i];
    auto& stack = stacks[event.domain];
    if (stack.empty()) {
      ++out_.unmatched_pops;
      return;
    }
    const Open open = stack.back();
    stack.pop_back();
    const std::uint64_t time = event.time_ns - thread.events[open.event].time_ns;
    if (is_launch(event)) {
      out_.launches[open.path].time_ns = time;
    } else {
      out_.ranges.push_back(
          {open.path, thread.number, time, instructions(thread, open.event, i), false});
    }
  }

  void close_open_ranges(const ThreadEvents& thread, Stacks& stacks) {
    for (auto& [domain, stack] : stacks) {
      if (process_.domains[domain] == kLaunchDomain) continue;
      for (; !stack.empty(); stack.pop_back()) {
        const std::uint64_t begin = thread.events[stack.back().event].time_ns;
        out_.ranges.push_back({stack.back().path, thread.number,
                               thread.events.back().time_ns - begin, std::nullopt, true});
      }
    }
  }

  std::size_t path_number(const Event& event, std::size_t parent, bool start_end) {
    const std::tuple key = {event.domain, parent, event.label, start_end};
    const auto known = numbers_.find(key);
    if (known != numbers_.end()) return known->second;
    PathNode node = {valid_utf8(process_.domains[event.domain]),
                     parent == kNoParent ? std::nullopt : std::optional(parent),
                     valid_utf8(process_.labels[event.label]), start_end};
    // By text as well: bytes that are not UTF-8 may read like another label, and one path must be
    // one region.
    const auto [entry, is_new] =
        by_text_.try_emplace({node.domain, parent, node.label, start_end}, out_.paths.size());
    if (is_new) out_.paths.push_back(std::move(node));
    numbers_[key] = entry->second;
    return entry->second;
  }

  std::size_t add_launch(const ThreadEvents& thread, const Event& event, const Stacks& stacks) {
    Launch launch = parse_launch(process_.labels[event.label]);
    launch.thread = thread.number;
    launch.begin_ns = event.time_ns;
    for (const auto& [domain, stack] : stacks) {
      if (domain != event.domain && !stack.empty()) launch.paths.push_back(stack.back().path);
    }
    out_.launches.push_back(std::move(launch));
    return out_.launches.size() - 1;
  }

  std::optional<std::uint64_t> instructions(const ThreadEvents& thread, std::size_t push,
                                            std::size_t pop) const {
    if (cuts_ == nullptr || (thread.events[push].flags & kCounted) == 0) return std::nullopt;
    const Cut& begin = cut_at(thread.number, push);
    const Cut& end = cut_at(thread.number, pop);
    return end.totals.at(end.current_thread) - begin.totals.at(end.current_thread);
  }

  // A start/end range may end on another thread: paired by its id, over all threads, in time.
  void pair_start_end() {
    std::vector<Boundary> boundaries;
    for (const ThreadEvents& thread : process_.threads) {
      for (std::size_t i = 0; i < thread.events.size(); ++i) {
        const EventKind kind = thread.events[i].kind;
        if (kind == EventKind::kStart || kind == EventKind::kEnd)
          boundaries.push_back({&thread, i});
      }
    }
    std::ranges::stable_sort(boundaries, {}, [](const Boundary& b) { return b.event().time_ns; });
    std::map<std::uint64_t, Boundary> open;
    for (const Boundary& boundary : boundaries) {
      const std::uint64_t id = boundary.event().range_id;
      if (boundary.event().kind == EventKind::kStart) {
        open[id] = boundary;
      } else if (const auto start = open.find(id); start != open.end()) {
        add_start_end(start->second, &boundary);
        open.erase(start);
      } else {
        ++out_.unmatched_pops;
      }
    }
    for (const auto& [id, start] : open) add_start_end(start, nullptr);
    add_start_end_ranges_to_launches();
  }

  struct Boundary {
    const ThreadEvents* thread = nullptr;
    std::size_t index = 0;
    const Event& event() const { return thread->events[index]; }
  };
  struct Interval {
    std::uint64_t begin_ns;
    std::uint64_t end_ns;
    std::size_t path;
  };

  void add_start_end(const Boundary& start, const Boundary* end) {
    RangeInstance range;
    range.path = path_number(start.event(), kNoParent, true);
    range.thread = start.thread->number;
    range.open_at_exit = end == nullptr;
    const std::uint64_t until = end == nullptr ? last_time() : end->event().time_ns;
    range.time_ns = until - start.event().time_ns;
    if (cuts_ != nullptr && end != nullptr && (start.event().flags & kCounted) != 0) {
      range.instructions = instructions_of_all_threads(cut_at(start.thread->number, start.index),
                                                       cut_at(end->thread->number, end->index));
    }
    intervals_.push_back({start.event().time_ns, until, range.path});
    out_.ranges.push_back(range);
  }

  std::uint64_t last_time() const {
    std::uint64_t last = 0;
    for (const ThreadEvents& thread : process_.threads) {
      if (!thread.events.empty()) last = std::max(last, thread.events.back().time_ns);
    }
    return last;
  }

  // A thread that was not there at the start counts from 0.
  static std::uint64_t instructions_of_all_threads(const Cut& begin, const Cut& end) {
    std::uint64_t sum = 0;
    for (const auto& [thread, total] : end.totals) {
      const auto before = begin.totals.find(thread);
      sum += total - (before == begin.totals.end() ? 0 : before->second);
    }
    return sum;
  }

  // Both sorted by time: each launch meets only the ranges that are open then.
  void add_start_end_ranges_to_launches() {
    std::ranges::sort(intervals_, {}, &Interval::begin_ns);
    std::vector<Launch*> launches;
    for (Launch& launch : out_.launches) launches.push_back(&launch);
    std::ranges::stable_sort(launches, {}, &Launch::begin_ns);
    std::vector<Interval> open;
    auto next = intervals_.begin();
    for (Launch* launch : launches) {
      while (next != intervals_.end() && next->begin_ns <= launch->begin_ns)
        open.push_back(*next++);
      std::erase_if(open, [&](const Interval& i) { return i.end_ns < launch->begin_ns; });
      for (const Interval& interval : open) {  // once in each region, however often it is open
        auto& paths = launch->paths;
        if (std::ranges::find(paths, interval.path) == paths.end()) paths.push_back(interval.path);
      }
    }
  }

  const Cut& cut_at(std::uint64_t thread, std::size_t event) const {
    const auto cut = cuts_->find({thread, event});
    if (cut != cuts_->end()) return cut->second;
    throw Error(ErrorKind::kMeasurement, "callgrind's log has no totals for event " +
                                             std::to_string(event) + " of thread " +
                                             std::to_string(thread) + ": the count is incomplete");
  }

  static constexpr std::size_t kNoParent = static_cast<std::size_t>(-1);

  const ProcessEvents& process_;
  const Cuts* cuts_;
  Paired out_;
  std::vector<Interval> intervals_;
  std::map<std::tuple<std::uint16_t, std::size_t, std::uint32_t, bool>, std::size_t> numbers_;
  std::map<std::tuple<std::string, std::size_t, std::string, bool>, std::size_t> by_text_;
};

}  // namespace

Paired pair_events(const ProcessEvents& process, const Cuts* cuts) {
  return Pairing(process, cuts).run();
}

}  // namespace ncu_regions::host
