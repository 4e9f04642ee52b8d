// Injection library: what NVTX calls. NVTX loads this library when NVTX_INJECTION64_PATH names it,
// and calls InitializeInjectionNvtx2 once per module of the program that contains NVTX.
#include <nvtx3/nvToolsExt.h>

#include "harness/host/inject/calls.h"
#include "harness/host/inject/state.h"

namespace ncu_regions::host {
namespace {

// One set of handlers per pass.
template <bool kCounting>
struct Handlers : Bracket<kCounting> {
  using Bracket<kCounting>::off;
  using Bracket<kCounting>::on;

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
  static void NVTX_API domain_name_category(nvtxDomainHandle_t domain, std::uint32_t number,
                                            const char* text) {
    off(), name_category(from(domain), number, text), on(0);
  }
  template <typename Char>
  static nvtxDomainHandle_t NVTX_API domain_create(const Char* text) {
    off();
    const Name* name = new_domain(text);
    return on(reinterpret_cast<nvtxDomainHandle_t>(const_cast<Name*>(name)));
  }
  template <typename Char>
  static nvtxStringHandle_t NVTX_API register_string(nvtxDomainHandle_t, const Char* text) {
    off();
    const Name* name = new_string(text);
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
  set(table, size, NVTX_CBID_CORE2_DomainNameCategoryA, H::domain_name_category);
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
