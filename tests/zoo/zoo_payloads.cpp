// Zoo: ranges with payloads, which come by another way than all others.
#include "tests/zoo/zoo.h"

#if __has_include(<nvtx3/nvToolsExtPayload.h>)

#include <nvtx3/nvToolsExtPayload.h>
#include <stddef.h>

#include <cstdint>

namespace {

struct Message {
  unsigned long long number;
  const char* text;
};

std::uint64_t register_schema(nvtxDomainHandle_t domain) {
  static const nvtxPayloadSchemaEntry_t entries[] = {
      {0, NVTX_PAYLOAD_ENTRY_TYPE_UINT64, "number", nullptr, 0, offsetof(Message, number), nullptr,
       nullptr},
      {NVTX_PAYLOAD_ENTRY_FLAG_EVENT_MESSAGE, NVTX_PAYLOAD_ENTRY_TYPE_CSTRING, "text", nullptr, 0,
       offsetof(Message, text), nullptr, nullptr},
  };
  nvtxPayloadSchemaAttr_t schema = {};
  schema.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE;
  schema.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
  schema.entries = entries;
  schema.numEntries = 2;
  schema.payloadStaticSize = sizeof(Message);
  return nvtxPayloadSchemaRegister(domain, &schema);
}

void push(nvtxDomainHandle_t domain, std::uint64_t schema, const void* payload, std::size_t size) {
  const nvtxPayloadData_t data = {schema, size, payload};
  nvtxRangePushPayload(domain, &data, 1);
}

void payloads() {
  nvtxDomainHandle_t domain = nvtxDomainCreateA("payloads");
  const std::uint64_t schema = register_schema(domain);
  const Message message = {1, "from the payload"};
  const Message nothing = {2, nullptr};
  push(domain, schema, &message, sizeof(message));
  push(domain, schema, &message, SIZE_MAX);                   // the tool is to find out the size
  push(domain, schema, &nothing, sizeof(nothing));            // no text
  push(domain, schema, nullptr, 0);                           // no payload
  push(domain, NVTX_PAYLOAD_ENTRY_TYPE_UINT64, &message, 8);  // no schema
  nvtxRangePushPayload(domain, nullptr, 0);
  empty_range("in the default domain");
  for (int i = 0; i < 6; ++i) nvtxRangePopPayload(domain, nullptr, 0);
}

std::uint64_t register_one(nvtxDomainHandle_t domain, const nvtxPayloadSchemaEntry_t& entry,
                           std::uint64_t size) {
  nvtxPayloadSchemaAttr_t schema = {};
  schema.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID;
  schema.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
  schema.entries = &entry;
  schema.numEntries = 1;
  schema.payloadStaticSize = size;
  schema.schemaId = NVTX_PAYLOAD_SCHEMA_ID_STATIC_START + 1;
  return nvtxPayloadSchemaRegister(domain, &schema);
}

// A message that stands in the payload itself is no pointer, and an id means another schema in
// another domain.
void no_pointers() {
  nvtxPayloadSchemaEntry_t entry = {};
  entry.flags = NVTX_PAYLOAD_ENTRY_FLAG_EVENT_MESSAGE;
  entry.type = NVTX_PAYLOAD_ENTRY_TYPE_CSTRING;
  entry.arrayOrUnionDetail = 16;
  nvtxDomainHandle_t inside = nvtxDomainCreateA("text inside");
  const char text[16] = "in the payload";
  push(inside, register_one(inside, entry, sizeof(text)), text, sizeof(text));
  nvtxRangePopPayload(inside, nullptr, 0);

  nvtxDomainHandle_t texts = nvtxDomainCreateA("texts");
  nvtxDomainHandle_t numbers = nvtxDomainCreateA("numbers");
  entry.arrayOrUnionDetail = 0;
  register_one(texts, entry, sizeof(char*));
  entry.flags = 0;
  entry.type = NVTX_PAYLOAD_ENTRY_TYPE_UINT64;
  const std::uint64_t number = 42;
  push(numbers, register_one(numbers, entry, sizeof(number)), &number, sizeof(number));
  nvtxRangePopPayload(numbers, nullptr, 0);
}

constexpr Mode kModes[] = {{"payloads", payloads}, {"no-pointers", no_pointers}};

}  // namespace

int main(int argc, char** argv) { return run_mode(argc, argv, kModes); }

#else

// The test skips then.
int main() { return 77; }

#endif
