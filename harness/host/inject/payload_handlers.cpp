// Injection library: ranges with payloads (nvtx3/nvToolsExtPayload.h). They do not go through the
// tables of nvtx_handlers.cpp: NVTX asks for them here, once per module of the program.
#if __has_include(<nvtx3/nvToolsExtPayload.h>)

#include <nvtx3/nvToolsExtPayload.h>
#include <string.h>

#include "harness/host/inject/calls.h"
#include "harness/host/inject/state.h"

namespace ncu_regions::host {
namespace {

// Where the message of a range stands in payloads of one schema. An id belongs to its domain.
struct Schema {
  nvtxDomainHandle_t domain;
  std::uint64_t id;
  std::uint64_t offset;
  std::uint64_t type;  // 0: it has no message that we could read
};
constexpr unsigned kMostSchemas = 256;
Schema g_schemas[kMostSchemas];
unsigned g_schema_count = 0;  // published when the schema is complete
std::uint64_t g_next_schema = NVTX_PAYLOAD_SCHEMA_ID_DYNAMIC_START;

// A pointer to a text, or a registered string: not a text that stands in the payload itself, and
// not an offset.
bool is_message(const nvtxPayloadSchemaEntry_t& entry) {
  constexpr std::uint64_t kPlain = NVTX_PAYLOAD_ENTRY_FLAG_EVENT_MESSAGE |
                                   NVTX_PAYLOAD_ENTRY_FLAG_DEEP_COPY | NVTX_PAYLOAD_ENTRY_FLAG_HIDE;
  const bool is_text = entry.type == NVTX_PAYLOAD_ENTRY_TYPE_CSTRING ||
                       entry.type == NVTX_PAYLOAD_ENTRY_TYPE_CSTRING_UTF8 ||
                       entry.type == NVTX_PAYLOAD_ENTRY_TYPE_NVTX_REGISTERED_STRING_HANDLE;
  return is_text && entry.arrayOrUnionDetail == 0 && (entry.flags & ~kPlain) == 0 &&
         (entry.flags & NVTX_PAYLOAD_ENTRY_FLAG_EVENT_MESSAGE) != 0;
}

bool has_fields(const nvtxPayloadSchemaAttr_t& schema) {
  constexpr std::uint64_t kNeeded = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE |
                                    NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES |
                                    NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES;
  return (schema.fieldMask & kNeeded) == kNeeded && schema.entries != nullptr &&
         schema.type == NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
}

// Only a message whose place is certain: the first entry, or one that tells its offset.
Schema describe(nvtxDomainHandle_t domain, const nvtxPayloadSchemaAttr_t& schema,
                std::uint64_t id) {
  Schema known = {domain, id, 0, 0};
  if (!has_fields(schema)) return known;
  for (std::size_t i = 0; i < schema.numEntries; ++i) {
    const nvtxPayloadSchemaEntry_t& entry = schema.entries[i];
    if (!is_message(entry) || (i > 0 && entry.offset == 0)) continue;
    known.offset = entry.offset;
    known.type = entry.type;
    break;
  }
  return known;
}

std::uint64_t remember(nvtxDomainHandle_t domain, const nvtxPayloadSchemaAttr_t& schema) {
  const AtWork work;
  const Lock lock;
  const bool has_id = (schema.fieldMask & NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID) != 0;
  const std::uint64_t id = has_id ? schema.schemaId : g_next_schema++;
  if (g_schema_count < kMostSchemas) {
    g_schemas[g_schema_count] = describe(domain, schema, id);
    __atomic_store_n(&g_schema_count, g_schema_count + 1, __ATOMIC_RELEASE);
  }
  return id;
}

// The latest of this id: an id may be registered again.
const Schema* schema_of(nvtxDomainHandle_t domain, std::uint64_t id) {
  for (unsigned i = __atomic_load_n(&g_schema_count, __ATOMIC_ACQUIRE); i-- > 0;) {
    if (g_schemas[i].id == id && g_schemas[i].domain == domain) return &g_schemas[i];
  }
  return nullptr;
}

struct Payloads {
  nvtxDomainHandle_t domain;
  const nvtxPayloadData_t* data;
  std::size_t count;
};

const Name* message_in(nvtxDomainHandle_t domain, const nvtxPayloadData_t& data) {
  const Schema* schema = schema_of(domain, data.schemaId);
  const void* text = nullptr;
  if (schema == nullptr || schema->type == 0 || data.payload == nullptr) return nullptr;
  if (data.size < sizeof(text) || schema->offset > data.size - sizeof(text)) return nullptr;
  memcpy(&text, static_cast<const char*>(data.payload) + schema->offset, sizeof(text));
  if (text == nullptr) return nullptr;
  if (schema->type == NVTX_PAYLOAD_ENTRY_TYPE_NVTX_REGISTERED_STRING_HANDLE) {
    return static_cast<const Name*>(text);
  }
  return host::label_of(static_cast<const char*>(text));
}

const Name* label_of(const Payloads& payloads) {
  for (std::size_t i = 0; i < payloads.count; ++i) {
    if (const Name* name = message_in(payloads.domain, payloads.data[i])) return name;
  }
  return host::label_of("(payload)");
}

template <bool kCounting>
struct PayloadHandlers : Bracket<kCounting> {
  using Bracket<kCounting>::off;
  using Bracket<kCounting>::on;

  static std::uint64_t NVTX_API register_schema(nvtxDomainHandle_t domain,
                                                const nvtxPayloadSchemaAttr_t* schema) {
    return off(), on(schema == nullptr ? 0 : remember(domain, *schema));
  }
  static int NVTX_API push_payload(nvtxDomainHandle_t domain, const nvtxPayloadData_t* data,
                                   std::size_t count) {
    return off(), on(push(from(domain), Payloads{domain, data, count}));
  }
  static int NVTX_API pop_payload(nvtxDomainHandle_t domain, const nvtxPayloadData_t*,
                                  std::size_t) {
    return off(), on(pop(from(domain)));
  }
  static nvtxRangeId_t NVTX_API start_payload(nvtxDomainHandle_t domain,
                                              const nvtxPayloadData_t* data, std::size_t count) {
    return off(), on(start(from(domain), Payloads{domain, data, count}));
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
  using H = PayloadHandlers<kCounting>;
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
