// Injection library: what NVTX calls. NVTX loads this library when NVTX_INJECTION64_PATH names it,
// and calls InitializeInjectionNvtx2 once per module of the program that contains NVTX.
#include <nvtx3/nvToolsExt.h>
#include <string.h>

#include "harness/host/inject/counting.h"
#include "harness/host/inject/memory.h"
#include "harness/host/inject/recorder.h"

namespace ncu_regions::host {
namespace {

constexpr std::size_t kMaxWideBytes = std::size_t{256} * 1024;

// Our handles are our names: nothing has to be looked up when one comes back.
const Name* from(nvtxDomainHandle_t domain) { return reinterpret_cast<const Name*>(domain); }
const Name* from(nvtxStringHandle_t text) { return reinterpret_cast<const Name*>(text); }

const Name* unnamed() { return label_for("(unnamed)", 9); }

std::size_t put_utf8(char* out, std::uint32_t code) {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) code = 0xfffd;
  if (code < 0x80) return *out = static_cast<char>(code), 1;
  const std::size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  constexpr unsigned char kLead[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (std::size_t i = length - 1; i > 0; --i, code >>= 6) {
    out[i] = static_cast<char>(0x80 | (code & 0x3f));
  }
  *out = static_cast<char>(kLead[length] | code);
  return length;
}

// Wide text as UTF-8, without the C library's locale; labels beyond 256 KiB are cut.
template <typename Use>
const Name* with_utf8(const wchar_t* text, Use use) {
  auto* buffer = static_cast<char*>(map_pages(kMaxWideBytes));
  if (buffer == nullptr) return unnamed();
  std::size_t bytes = 0;
  for (; *text != 0 && bytes + 4 < kMaxWideBytes; ++text) {
    bytes += put_utf8(buffer + bytes, static_cast<std::uint32_t>(*text));
  }
  const Name* name = use(buffer, bytes);
  release_pages(buffer, kMaxWideBytes);
  return name;
}

const Name* label_of(const char* text) {
  return text == nullptr ? unnamed() : label_for_pointer(text);
}
const Name* label_of(const wchar_t* text) {
  return text == nullptr ? unnamed() : with_utf8(text, label_for);
}
const Name* label_of(const nvtxEventAttributes_t* attributes) {
  if (attributes == nullptr) return unnamed();
  switch (attributes->messageType) {
    case NVTX_MESSAGE_TYPE_ASCII:
      return label_of(attributes->message.ascii);
    case NVTX_MESSAGE_TYPE_UNICODE:
      return label_of(attributes->message.unicode);
    case NVTX_MESSAGE_TYPE_REGISTERED:
      if (attributes->message.registered != nullptr) return from(attributes->message.registered);
      [[fallthrough]];
    default:
      return unnamed();
  }
}

const Name* domain_of(const char* text) {
  return text == nullptr ? nullptr : domain_for(text, strlen(text));
}
const Name* domain_of(const wchar_t* text) {
  return text == nullptr ? nullptr : with_utf8(text, domain_for);
}

// Out of line on purpose: only the few instructions of a handler around these calls are left in the
// counts, whatever the compiler makes of the rest.
template <typename Message>
__attribute__((noinline)) int push(const Name* domain, Message message) {
  return enter(domain, label_of(message));
}
__attribute__((noinline)) int pop(const Name* domain) { return leave(domain); }
template <typename Message>
__attribute__((noinline)) nvtxRangeId_t start(const Name* domain, Message message) {
  return start_range(domain, label_of(message));
}
__attribute__((noinline)) void end(const Name* domain, nvtxRangeId_t id) { end_range(domain, id); }

// One set of handlers per pass: the timing pass has nothing to switch off.
template <bool kCounting>
struct Handlers {
  static void off() {
    if constexpr (kCounting) collection_off();
  }
  template <typename Result>
  static Result on(Result result) {
    if constexpr (kCounting) collection_on();
    return result;
  }

  static int NVTX_API push_a(const char* text) { return off(), on(push(nullptr, text)); }
  static int NVTX_API push_w(const wchar_t* text) { return off(), on(push(nullptr, text)); }
  static int NVTX_API push_ex(const nvtxEventAttributes_t* a) {
    return off(), on(push(nullptr, a));
  }
  static int NVTX_API pop_plain() { return off(), on(pop(nullptr)); }
  static nvtxRangeId_t NVTX_API start_a(const char* text) {
    return off(), on(start(nullptr, text));
  }
  static nvtxRangeId_t NVTX_API start_w(const wchar_t* text) {
    return off(), on(start(nullptr, text));
  }
  static nvtxRangeId_t NVTX_API start_ex(const nvtxEventAttributes_t* a) {
    return off(), on(start(nullptr, a));
  }
  static void NVTX_API end_plain(nvtxRangeId_t id) { off(), end(nullptr, id), on(0); }
  static int NVTX_API domain_push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* a) {
    return off(), on(push(from(domain), a));
  }
  static int NVTX_API domain_pop(nvtxDomainHandle_t domain) { return off(), on(pop(from(domain))); }
  static nvtxRangeId_t NVTX_API domain_start(nvtxDomainHandle_t domain,
                                             const nvtxEventAttributes_t* a) {
    return off(), on(start(from(domain), a));
  }
  static void NVTX_API domain_end(nvtxDomainHandle_t domain, nvtxRangeId_t id) {
    off(), end(from(domain), id), on(0);
  }
  template <typename Char>
  static nvtxDomainHandle_t NVTX_API domain_create(const Char* text) {
    off();
    const Name* name = domain_of(text);
    return on(reinterpret_cast<nvtxDomainHandle_t>(const_cast<Name*>(name)));
  }
  template <typename Char>
  static nvtxStringHandle_t NVTX_API register_string(nvtxDomainHandle_t, const Char* text) {
    off();
    const Name* name = label_of(text);
    return on(reinterpret_cast<nvtxStringHandle_t>(const_cast<Name*>(name)));
  }
};

template <typename Function>
void set(NvtxFunctionTable table, unsigned size, unsigned index, Function function) {
  if (index < size && table[index] != nullptr) {
    *table[index] = reinterpret_cast<NvtxFunctionPointer>(function);
  }
}

template <bool kCounting>
void set_core(NvtxFunctionTable table, unsigned size) {
  using H = Handlers<kCounting>;
  set(table, size, NVTX_CBID_CORE_RangePushA, H::push_a);
  set(table, size, NVTX_CBID_CORE_RangePushW, H::push_w);
  set(table, size, NVTX_CBID_CORE_RangePushEx, H::push_ex);
  set(table, size, NVTX_CBID_CORE_RangePop, H::pop_plain);
  set(table, size, NVTX_CBID_CORE_RangeStartA, H::start_a);
  set(table, size, NVTX_CBID_CORE_RangeStartW, H::start_w);
  set(table, size, NVTX_CBID_CORE_RangeStartEx, H::start_ex);
  set(table, size, NVTX_CBID_CORE_RangeEnd, H::end_plain);
}

template <bool kCounting>
void set_core2(NvtxFunctionTable table, unsigned size) {
  using H = Handlers<kCounting>;
  set(table, size, NVTX_CBID_CORE2_DomainRangePushEx, H::domain_push);
  set(table, size, NVTX_CBID_CORE2_DomainRangePop, H::domain_pop);
  set(table, size, NVTX_CBID_CORE2_DomainRangeStartEx, H::domain_start);
  set(table, size, NVTX_CBID_CORE2_DomainRangeEnd, H::domain_end);
  set(table, size, NVTX_CBID_CORE2_DomainCreateA, H::template domain_create<char>);
  set(table, size, NVTX_CBID_CORE2_DomainCreateW, H::template domain_create<wchar_t>);
  set(table, size, NVTX_CBID_CORE2_DomainRegisterStringA, H::template register_string<char>);
  set(table, size, NVTX_CBID_CORE2_DomainRegisterStringW, H::template register_string<wchar_t>);
}

template <bool kCounting>
void set_all(const NvtxExportTableCallbacks* callbacks) {
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size) != 0) {
    set_core<kCounting>(table, size);
  }
  if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) != 0) {
    set_core2<kCounting>(table, size);
  }
}

}  // namespace
}  // namespace ncu_regions::host

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(
    NvtxGetExportTableFunc_t get_export_table) {
  using namespace ncu_regions::host;
  const auto* callbacks =
      static_cast<const NvtxExportTableCallbacks*>(get_export_table(NVTX_ETID_CALLBACKS));
  if (callbacks == nullptr || !start_recording()) return 1;
  is_counting() ? set_all<true>(callbacks) : set_all<false>(callbacks);
  return 1;
}
