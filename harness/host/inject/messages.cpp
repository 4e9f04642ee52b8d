#include "harness/host/inject/messages.h"

#include <string.h>

#include "harness/host/inject/at_work.h"
#include "harness/host/inject/memory.h"
#include "harness/host/inject/recorder.h"

namespace ncu_regions::host {
namespace {

constexpr std::size_t kMaxWideBytes = std::size_t{256} * 1024;

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
  const Quietly quietly;
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

}  // namespace

const Name* label_of(const char* text) {
  return text == nullptr || *text == '\0' ? unnamed() : label_for_pointer(text);
}
const Name* label_of(const wchar_t* text) {
  return text == nullptr || *text == 0 ? unnamed() : with_utf8(text, label_for);
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

}  // namespace ncu_regions::host
