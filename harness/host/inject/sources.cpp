#include "harness/host/inject/sources.h"

#include <stdio.h>
#include <string.h>

#include "harness/core/source_line.h"
#include "harness/host/inject/recorder.h"
#include "harness/host/inject/state.h"
#include "harness/host/inject/threads.h"

namespace ncu_regions::host {
namespace {

// Not in the table of names: it takes no number from the program's domains.
const Name g_source_domain = {kSourceDomain, sizeof(kSourceDomain) - 1, 0, 0, NameKind::kDomain,
                              false};

std::size_t slot_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer) >> 3; }

KnownSource& entry_for(Thread& thread, const Name* label, const Source& at) {
  return thread.sources[(slot_of(label) + at.line) % kCacheEntries];
}

bool is_same(const KnownSource& a, const KnownSource& b) {
  return a.domain == b.domain && a.label == b.label && a.at.file == b.at.file &&
         a.at.line == b.at.line && a.is_start == b.is_start;
}

std::uint32_t write_down(const KnownSource& source) {
  char text[80];
  const int bytes = snprintf(text, sizeof(text), "%d %u %u %u %u", source.is_start ? 1 : 0,
                             source.domain == nullptr ? 0u : source.domain->id, source.label->id,
                             source.at.file->id, source.at.line);
  const Lock lock;
  return known_name(NameKind::kSource, text, static_cast<std::size_t>(bytes))->id;
}

}  // namespace

const Name* source_domain(const char* text, std::size_t bytes) {
  const bool is_it = bytes == g_source_domain.bytes && memcmp(text, kSourceDomain, bytes) == 0;
  return is_it ? &g_source_domain : nullptr;
}

bool is_source_domain(const Name* domain) { return domain == &g_source_domain; }

void note_source(const char* file, std::uint32_t line) {
  Thread* thread = this_thread();
  if (thread == nullptr || is_off()) return;
  thread->next = {};
  if (file == nullptr || *file == '\0' || line == 0 || line > kMostSourceLines) return;
  CacheEntry& entry = thread->files[slot_of(file) % kFileEntries];
  const bool is_known = entry.pointer == file;
  if (!is_known && strnlen(file, kMostSourceFile + 1) > kMostSourceFile) return;
  thread->next = {label_for_pointer(file, entry), line};
}

void forget_source() {
  if (t_thread != nullptr) t_thread->next = {};
}

std::uint32_t source_of(const Name* domain, const Name* label, bool is_start) {
  Thread* thread = t_thread;
  if (thread == nullptr || thread->next.file == nullptr) return 0;
  const KnownSource wanted = {domain, label, thread->next, is_start, 0};
  thread->next = {};
  if (domain == g_launch_domain || is_off()) return 0;
  KnownSource& known = entry_for(*thread, label, wanted.at);
  if (known.id == 0 || !is_same(known, wanted)) {
    known = wanted;
    known.id = write_down(wanted);
  }
  return known.id;
}

}  // namespace ncu_regions::host
