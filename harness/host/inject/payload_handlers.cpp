// Injection library: ranges with payloads (nvtx3/nvToolsExtPayload.h). They do not go through the
// tables of nvtx_handlers.cpp: NVTX asks for them here, once per module of the program.
#if __has_include(<nvtx3/nvToolsExtPayload.h>)

#include <nvtx3/nvToolsExtPayload.h>
#include <string.h>

#include "harness/host/inject/calls.h"
#include "harness/host/inject/state.h"

namespace ncu_regions::host {
namespace {

// Where the message of a range stands in payloads of one schema.
struct Schema {
  std::uint64_t id;
  std::uint64_t offset;
  std::uint64_t type;
};
constexpr unsigned kMostSchemas = 256;
Schema g_schemas[kMostSchemas];
unsigned g_schema_count = 0;  // each is written before it is counted
std::uint64_t g_next_schema = NVTX_PAYLOAD_SCHEMA_ID_DYNAMIC_START;

bool is_text(std::uint64_t type) {
  return type == NVTX_PAYLOAD_ENTRY_TYPE_CSTRING || type == NVTX_PAYLOAD_ENTRY_TYPE_CSTRING_UTF8 ||
         type == NVTX_PAYLOAD_ENTRY_TYPE_NVTX_REGISTERED_STRING_HANDLE;
}

// Only a message whose place is certain: the first entry, or one that tells its offset.
void remember_message(const nvtxPayloadSchemaAttr_t& schema, std::uint64_t id) {
  for (std::size_t i = 0; i < schema.numEntries; ++i) {
    const nvtxPayloadSchemaEntry_t& entry = schema.entries[i];
    if ((entry.flags & NVTX_PAYLOAD_ENTRY_FLAG_EVENT_MESSAGE) == 0 || !is_text(entry.type))
      continue;
    if (i > 0 && entry.offset == 0) continue;
    const unsigned at = __atomic_fetch_add(&g_schema_count, 1, __ATOMIC_RELAXED);
    if (at < kMostSchemas) g_schemas[at] = {id, entry.offset, entry.type};
    return;
  }
}

const Schema* schema_of(std::uint64_t id) {
  const unsigned count = __atomic_load_n(&g_schema_count, __ATOMIC_RELAXED);
  for (unsigned i = 0; i < count && i < kMostSchemas; ++i) {
    if (g_schemas[i].id == id) return &g_schemas[i];
  }
  return nullptr;
}

struct Payloads {
  const nvtxPayloadData_t* data;
  std::size_t count;
};

const Name* message_in(const nvtxPayloadData_t& data) {
  const Schema* schema = schema_of(data.schemaId);
  const void* text = nullptr;
  if (schema == nullptr || data.payload == nullptr) return nullptr;
  if (schema->offset + sizeof(text) > data.size) return nullptr;
  memcpy(&text, static_cast<const char*>(data.payload) + schema->offset, sizeof(text));
  if (text == nullptr) return nullptr;
  if (schema->type == NVTX_PAYLOAD_ENTRY_TYPE_NVTX_REGISTERED_STRING_HANDLE) {
    return static_cast<const Name*>(text);
  }
  return host::label_of(static_cast<const char*>(text));
}

const Name* label_of(const Payloads& payloads) {
  for (std::size_t i = 0; i < payloads.count; ++i) {
    if (const Name* name = message_in(payloads.data[i])) return name;
  }
  return host::label_of("(payload)");
}

template <bool kCounting>
struct Handlers : Bracket<kCounting> {
  using Bracket<kCounting>::off;
  using Bracket<kCounting>::on;

  static std::uint64_t NVTX_API register_schema(nvtxDomainHandle_t,
                                                const nvtxPayloadSchemaAttr_t* schema) {
    off();
    const bool has_id =
        schema != nullptr && (schema->fieldMask & NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID) != 0;
    const std::uint64_t id =
        has_id ? schema->schemaId : __atomic_fetch_add(&g_next_schema, 1, __ATOMIC_RELAXED);
    if (schema != nullptr && schema->entries != nullptr) remember_message(*schema, id);
    return on(id);
  }
  static int NVTX_API push_payload(nvtxDomainHandle_t domain, const nvtxPayloadData_t* data,
                                   std::size_t count) {
    return off(), on(push(from(domain), Payloads{data, count}));
  }
  static int NVTX_API pop_payload(nvtxDomainHandle_t domain, const nvtxPayloadData_t*,
                                  std::size_t) {
    return off(), on(pop(from(domain)));
  }
  static nvtxRangeId_t NVTX_API start_payload(nvtxDomainHandle_t domain,
                                              const nvtxPayloadData_t* data, std::size_t count) {
    return off(), on(start(from(domain), Payloads{data, count}));
  }
  static void NVTX_API end_payload(nvtxDomainHandle_t domain, nvtxRangeId_t id,
                                   const nvtxPayloadData_t*, std::size_t) {
    off(), end(from(domain), id), on(0);
  }
};

template <typename Function>
void set(const nvtxExtModuleSegment_t& segment, std::size_t slot, Function function) {
  if (slot < segment.slotCount) {
    segment.functionSlots[slot] = reinterpret_cast<std::intptr_t>(function);
  }
}

template <bool kCounting>
void set_all(const nvtxExtModuleSegment_t& segment) {
  using H = Handlers<kCounting>;
  set(segment, NVTX3EXT_CBID_nvtxPayloadSchemaRegister, H::register_schema);
  set(segment, NVTX3EXT_CBID_nvtxRangePushPayload, H::push_payload);
  set(segment, NVTX3EXT_CBID_nvtxRangePopPayload, H::pop_payload);
  set(segment, NVTX3EXT_CBID_nvtxRangeStartPayload, H::start_payload);
  set(segment, NVTX3EXT_CBID_nvtxRangeEndPayload, H::end_payload);
}

}  // namespace
}  // namespace ncu_regions::host

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtxExtension(
    nvtxExtModuleInfo_t* module) {
  using namespace ncu_regions::host;
  if (module == nullptr || module->moduleId != NVTX_EXT_PAYLOAD_MODULEID) return 0;
  if (module->segmentsCount == 0 || !start_recording()) return 0;
  is_counting() ? set_all<true>(*module->segments) : set_all<false>(*module->segments);
  return 1;
}

#endif
