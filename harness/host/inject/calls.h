// Injection library: what every handler does, whatever NVTX calls it with.
#pragma once

#include "harness/host/inject/at_work.h"
#include "harness/host/inject/counting.h"
#include "harness/host/inject/messages.h"
#include "harness/host/inject/recorder.h"
#include "harness/host/inject/sources.h"

namespace ncu_regions::host {

// Out of line on purpose: only the few instructions of a handler around these calls are left in the
// counts, whatever the compiler makes of the rest.
template <typename Message>
__attribute__((noinline)) int push(const Name* domain, Message message) {
  const AtWork work;
  return work.interrupted() ? 0 : enter(domain, label_of(message));
}
__attribute__((noinline)) inline int pop(const Name* domain) {
  const AtWork work;
  return work.interrupted() ? 0 : leave(domain);
}
template <typename Message>
__attribute__((noinline)) nvtxRangeId_t start(const Name* domain, Message message) {
  const AtWork work;
  return work.interrupted() ? 0 : start_range(domain, label_of(message));
}
__attribute__((noinline)) inline void end(const Name* domain, nvtxRangeId_t id) {
  const AtWork work;
  if (!work.interrupted()) end_range(domain, id);
}
__attribute__((noinline)) inline void name_category(const Name* domain, std::uint32_t number,
                                                    const char* text) {
  if (!is_source_domain(domain)) return;
  const AtWork work;
  if (!work.interrupted()) note_source(text, number);
}
template <typename Char>
__attribute__((noinline)) const Name* new_domain(const Char* text) {
  const AtWork work;
  return work.interrupted() ? nullptr : domain_of(text);
}
template <typename Char>
__attribute__((noinline)) const Name* new_string(const Char* text) {
  const AtWork work;
  return work.interrupted() ? nullptr : label_of(text);
}

// Around each call: the timing pass has nothing to switch off.
template <bool kCounting>
struct Bracket {
  static void off() {
    if constexpr (kCounting) collection_off();
  }
  template <typename Result>
  static Result on(Result result) {
    if constexpr (kCounting) collection_on();
    return result;
  }
};

}  // namespace ncu_regions::host
