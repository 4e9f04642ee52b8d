// Injection library: the texts that NVTX calls carry, in all their forms.
#pragma once

#include <nvtx3/nvToolsExt.h>

#include "harness/host/inject/names.h"

namespace ncu_regions::host {

// Our handles are our names: nothing has to be looked up when one comes back.
inline const Name* from(nvtxDomainHandle_t domain) { return reinterpret_cast<const Name*>(domain); }
inline const Name* from(nvtxStringHandle_t text) { return reinterpret_cast<const Name*>(text); }

// Never nullptr: a range without a text is called "(unnamed)".
const Name* label_of(const char* text);
const Name* label_of(const wchar_t* text);
const Name* label_of(const nvtxEventAttributes_t* attributes);

// nullptr: the default domain.
const Name* domain_of(const char* text);
const Name* domain_of(const wchar_t* text);

}  // namespace ncu_regions::host
