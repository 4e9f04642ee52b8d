#include "tests/unit/workloads/nvtx_recorder.h"

#include <nvtx3/nvToolsExt.h>

#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace ncu_regions {
namespace {

// Handles point to the texts themselves; a deque never moves them.
struct Recorder {
  std::mutex mutex;
  std::deque<std::string> texts;
  std::vector<std::string> events;
  std::vector<std::thread::id> threads;  // of the events
  std::vector<std::string> started;      // index + 1 is the range id
};

Recorder& recorder() {
  static auto* instance = new Recorder;  // outlives every range
  return *instance;
}

template <class Handle>
Handle keep(const char* text) {
  const std::lock_guard lock(recorder().mutex);
  return reinterpret_cast<Handle>(&recorder().texts.emplace_back(text));
}

template <class Handle>
const std::string& text_of(Handle handle) {
  return *reinterpret_cast<const std::string*>(handle);
}

std::string prefix_of(nvtxDomainHandle_t domain) { return domain ? text_of(domain) + "@" : ""; }

std::string label_of(const nvtxEventAttributes_t& attributes) {
  return attributes.messageType == NVTX_MESSAGE_TYPE_REGISTERED
             ? text_of(attributes.message.registered)
             : attributes.message.ascii;
}

// The caller holds the mutex.
void record(std::string event) {
  recorder().events.push_back(std::move(event));
  recorder().threads.push_back(std::this_thread::get_id());
}

nvtxDomainHandle_t create_domain(const char* name) { return keep<nvtxDomainHandle_t>(name); }

nvtxStringHandle_t register_string(nvtxDomainHandle_t, const char* text) {
  return keep<nvtxStringHandle_t>(text);
}

int push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes) {
  const std::lock_guard lock(recorder().mutex);
  record("push " + prefix_of(domain) + label_of(*attributes));
  return 0;
}

int pop(nvtxDomainHandle_t domain) {
  const std::lock_guard lock(recorder().mutex);
  record(domain ? "pop " + prefix_of(domain) : "pop");
  return 0;
}

nvtxRangeId_t start(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes) {
  const std::lock_guard lock(recorder().mutex);
  recorder().started.push_back(prefix_of(domain) + label_of(*attributes));
  record("start " + recorder().started.back());
  return recorder().started.size();
}

void end(nvtxDomainHandle_t, nvtxRangeId_t id) {
  const std::lock_guard lock(recorder().mutex);
  record("end " + recorder().started[id - 1]);
}

// The calls without a domain.
int plain_push(const nvtxEventAttributes_t* attributes) { return push(nullptr, attributes); }
int plain_pop() { return pop(nullptr); }
nvtxRangeId_t plain_start(const nvtxEventAttributes_t* attributes) {
  return start(nullptr, attributes);
}
void plain_end(nvtxRangeId_t id) { end(nullptr, id); }

void name_category(nvtxDomainHandle_t domain, std::uint32_t number, const char* text) {
  const std::lock_guard lock(recorder().mutex);
  record("category " + prefix_of(domain) + text + ":" + std::to_string(number));
}

template <class Function>
void install(NvtxFunctionTable table, unsigned index, Function function) {
  *table[index] = reinterpret_cast<NvtxFunctionPointer>(function);
}

int initialize(NvtxGetExportTableFunc_t get_export_table) {
  const auto* callbacks =
      static_cast<const NvtxExportTableCallbacks*>(get_export_table(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (!callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size)) return 0;
  install(table, NVTX_CBID_CORE2_DomainCreateA, create_domain);
  install(table, NVTX_CBID_CORE2_DomainNameCategoryA, name_category);
  install(table, NVTX_CBID_CORE2_DomainRegisterStringA, register_string);
  install(table, NVTX_CBID_CORE2_DomainRangePushEx, push);
  install(table, NVTX_CBID_CORE2_DomainRangePop, pop);
  install(table, NVTX_CBID_CORE2_DomainRangeStartEx, start);
  install(table, NVTX_CBID_CORE2_DomainRangeEnd, end);
  if (!callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size)) return 0;
  install(table, NVTX_CBID_CORE_RangePushEx, plain_push);
  install(table, NVTX_CBID_CORE_RangePop, plain_pop);
  install(table, NVTX_CBID_CORE_RangeStartEx, plain_start);
  install(table, NVTX_CBID_CORE_RangeEnd, plain_end);
  return 1;
}

// NVTX asks this variable, which its headers define, when the environment names no tool. It does so
// at the first NVTX call, and no test has run by now.
[[maybe_unused]] const bool kInstalled = [] {
  InitializeInjectionNvtx2_fnptr = initialize;
  return true;
}();

}  // namespace

std::vector<std::string> take_nvtx_events() {
  const std::lock_guard lock(recorder().mutex);
  recorder().threads.clear();
  return std::exchange(recorder().events, {});
}

std::vector<std::vector<std::string>> take_nvtx_events_by_thread() {
  const std::lock_guard lock(recorder().mutex);
  std::vector<std::vector<std::string>> result;
  std::map<std::thread::id, std::size_t> places;
  for (std::size_t i = 0; i < recorder().events.size(); ++i) {
    const std::size_t place = places.emplace(recorder().threads[i], places.size()).first->second;
    if (place == result.size()) result.emplace_back();
    result[place].push_back(std::move(recorder().events[i]));
  }
  recorder().events.clear();
  recorder().threads.clear();
  return result;
}

}  // namespace ncu_regions
