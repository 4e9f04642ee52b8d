// Zoo: a library with its own copy of NVTX. Built twice, with labels that differ: the second may
// come to lie where the first was.
#include <nvtx3/nvToolsExt.h>

// Opens its range, calls back, closes it.
extern "C" __attribute__((visibility("default"))) void zoo_visit(void (*inside)()) {
  nvtxRangePushA(ZOO_PLUGIN_LABEL);
  if (inside != nullptr) inside();
  nvtxRangePop();
}

// A range in a domain whose name the executable uses too.
extern "C" __attribute__((visibility("default"))) void zoo_visit_domain(void (*inside)()) {
  nvtxEventAttributes_t attributes = {};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = ZOO_PLUGIN_LABEL;
  nvtxDomainHandle_t domain = nvtxDomainCreateA("shared");
  nvtxDomainRangePushEx(domain, &attributes);
  if (inside != nullptr) inside();
  nvtxDomainRangePop(domain);
}
