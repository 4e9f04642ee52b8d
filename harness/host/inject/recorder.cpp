#include "harness/host/inject/recorder.h"

#include <nvtx3/nvToolsExt.h>
#include <string.h>

#include "harness/host/inject/clock.h"
#include "harness/host/inject/counting.h"
#include "harness/host/inject/names_file.h"
#include "harness/host/inject/sampling.h"
#include "harness/host/inject/sources.h"
#include "harness/host/inject/state.h"
#include "harness/host/inject/threads.h"

namespace ncu_regions::host {
namespace {

std::uint64_t g_next_range = 2;

std::uint16_t domain_number(const Name* domain) {
  return domain == nullptr ? 0 : static_cast<std::uint16_t>(domain->id);
}

// Ticks of threads that have filled a window: they are busy. Not for starts and ends, which are
// compared with the times of other threads.
bool may_use_ticks(EventKind kind) {
  return uses_ticks() && (kind == EventKind::kPush || kind == EventKind::kPop);
}

// Makes sure that there is an anchor within half of the time since the first one: no event is then
// further off than two readings of the clock.
std::uint64_t ticks_now() {
  const std::uint64_t ticks = cpu_ticks();
  if (anchor_is_old(ticks)) {
    const Lock lock;
    refresh_anchor();
  }
  return ticks;
}

void store_sample(Thread& thread, EventKind at) {
  const Quietly quietly;
  Event sample = {};
  sample.kind = EventKind::kSample;
  if (mode() == Mode::kCpuTime) {
    sample.range_id = cpu_time_ns(at == EventKind::kStart || at == EventKind::kEnd);
  } else if (!read_instruction_counter(thread.counter, sample.range_id)) {
    return;
  }
  store(thread.window, sample);
}

void record_event(EventKind kind, const Name* domain, const Name* label, std::uint64_t range_id,
                  bool measured) {
  // A thread's first event: what it takes to make its files is not the program's time.
  const std::uint64_t before = t_thread == nullptr ? monotonic_ns() : 0;
  Thread* thread = this_thread();
  if (thread == nullptr || thread->window.tail == nullptr || is_off()) return;
  Event event = {};
  event.range_id = range_id;
  event.label = label == nullptr ? 0 : label->id;
  event.domain = domain_number(domain);
  event.kind = kind;
  event.flags = measured ? kCounted : 0;
  if (thread->window.flushed && may_use_ticks(kind)) {
    event.flags |= kTicks;
    event.time_ns = ticks_now();
  } else {
    event.time_ns = before != 0 ? before : monotonic_ns();
  }
  if (measured && mode() == Mode::kStatus) cut(thread->window.tail->thread, thread->window.next);
  if (measured && mode() == Mode::kDump) {
    cut_by_dump(thread->window.tail->thread, thread->window.next);
  }
  store(thread->window, event);
  if (measured && !is_counting()) store_sample(*thread, kind);
}

// Launches are counted inside of what is counted: elsewhere nobody asks for them.
bool is_in_counted_range() {
  return t_thread->counted_open > 0 || __atomic_load_n(&g_counted_starts, __ATOMIC_RELAXED) > 0;
}

// Only where the pop can be told to belong to this push: not in the 65th domain or at level 1025.
bool is_counted(const Name* domain, const Name* label, const Levels* levels) {
  if (mode() == Mode::kTime || levels == nullptr) return false;
  if (levels->depth >= static_cast<int>(kTrackedDepth)) return false;
  if (domain == g_launch_domain) return counts_launches() && is_in_counted_range();
  return label->counted;
}

// A range of this domain that is counted was opened, or (-1) closed.
void note_counted(const Name* domain, int opened) {
  if (domain != g_launch_domain) t_thread->counted_open += opened;
}

Levels* levels_of(const Name* domain) {
  Thread* thread = this_thread();
  const std::uint16_t number = domain_number(domain);
  return thread == nullptr || number >= kTrackedDomains ? nullptr : &thread->levels[number];
}

}  // namespace

const Name* label_for(const char* text, std::size_t bytes) {
  const Lock lock;
  return known_name(NameKind::kLabel, text, bytes);
}

// The text is compared too: a buffer is reused for another label.
const Name* label_for_pointer(const char* text, CacheEntry& entry) {
  if (entry.pointer != text || strcmp(entry.name->text, text) != 0) {
    entry.name = label_for(text, strlen(text));
    entry.pointer = text;
  }
  return entry.name;
}

const Name* label_for_pointer(const char* text) {
  Thread* thread = this_thread();
  if (thread == nullptr) return label_for(text, strlen(text));
  const std::size_t at = (reinterpret_cast<std::uintptr_t>(text) >> 3) % kCacheEntries;
  return label_for_pointer(text, thread->cache[at]);
}

const Name* domain_for(const char* text, std::size_t bytes) {
  if (bytes == 0) return nullptr;  // a domain without a name is the default domain
  if (const Name* source = source_domain(text, bytes)) return source;
  const Lock lock;
  const Name* name = known_name(NameKind::kDomain, text, bytes);
  if (name->id <= 0xffff) return name;
  switch_off("the recorder switched itself off: more than 65,535 domains");
  return nullptr;
}

// The lowest bit of an id says whether the range is counted: its end has no label.
std::uint64_t start_range(const Name* domain, const Name* label) {
  const bool counted = mode() != Mode::kTime && label->counted;
  const std::uint64_t id =
      __atomic_fetch_add(&g_next_range, 2, __ATOMIC_RELAXED) | (counted ? 1 : 0);
  source_of(domain, label, /*is_start=*/true);
  if (counted) __atomic_fetch_add(&g_counted_starts, 1, __ATOMIC_RELAXED);
  record_event(EventKind::kStart, domain, label, id, counted);
  return id;
}

void end_range(const Name* domain, std::uint64_t id) {
  forget_source();
  const bool counted = mode() != Mode::kTime && (id & 1) != 0;
  record_event(EventKind::kEnd, domain, nullptr, id, counted);
  if (counted) __atomic_fetch_sub(&g_counted_starts, 1, __ATOMIC_RELAXED);
}

int enter(const Name* domain, const Name* label) {
  Levels* levels = levels_of(domain);
  const bool counted = is_counted(domain, label, levels);
  const std::uint64_t source = source_of(domain, label, /*is_start=*/false);
  record_event(EventKind::kPush, domain, label, source, counted);
  if (levels == nullptr) return NVTX_NO_PUSH_POP_TRACKING;
  if (counted) note_counted(domain, 1);
  const int level = levels->depth++;
  if (level < static_cast<int>(kTrackedDepth)) levels->counted[level] = counted;
  return level;
}

int leave(const Name* domain) {
  forget_source();
  Levels* levels = levels_of(domain);
  const int level = levels == nullptr || levels->depth == 0 ? -1 : --levels->depth;
  const bool tracked = level >= 0 && level < static_cast<int>(kTrackedDepth);
  const bool counted = tracked && levels->counted[level];
  record_event(EventKind::kPop, domain, nullptr, 0, counted);
  if (counted) note_counted(domain, -1);
  return levels == nullptr ? NVTX_NO_PUSH_POP_TRACKING : level;
}

}  // namespace ncu_regions::host
