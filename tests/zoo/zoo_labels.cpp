// Zoo: labels that are hard to write down.
#include <wchar.h>

#include <string>

#include "tests/zoo/zoo.h"

namespace {

void texts() {
  for (const char* label :
       {"a \"quoted\" label", "it's", "two\nlines", "back\\slash", "a/b", "a@b", "startend:x",
        "\xff\xfe", "\xc3", "\xed\xa0\x80", "\x01", "\x7f", "\t\r\n", "{\"end\":true}", " ",
        "%s%n%d", "\xe2\x80\xae", "a\x1b[31mred"}) {
    nvtxRangePushA(label);
    empty_range("inside");
    nvtxRangePop();
  }
  nvtxRangeEnd(nvtxRangeStartA("x"));
}

void no_text() {
  nvtxRangePushA("");
  nvtxRangePushA("");
  empty_range("inside");
  nvtxRangePop();
  nvtxRangePop();
}

void long_texts() {
  for (const std::size_t bytes : {std::size_t{64} << 10, std::size_t{1} << 20}) {
    const std::string label(bytes, 'x');
    empty_range(label.c_str());
    empty_range((label + "y").c_str());
    empty_range(label.c_str());
  }
}

void wide_texts() {
  const wchar_t pair[] = {0xd83d, 0xde00, 0};  // a surrogate pair: no character in UTF-32
  const wchar_t beyond[] = {L'a', 0x110000, L'b', 0};
  const wchar_t negative[] = {static_cast<wchar_t>(-1), 0};
  for (const wchar_t* label : {L"wide", L"\x00fc\x20ac", L"\x1f600", pair, beyond, negative, L""}) {
    nvtxRangePushW(label);
    nvtxRangePop();
  }
  nvtxEventAttributes_t attributes = attributes_of(nullptr);
  attributes.messageType = NVTX_MESSAGE_TYPE_UNICODE;
  attributes.message.unicode = L"wide";
  nvtxRangePushEx(&attributes);
  nvtxRangePop();
}

// One buffer for all labels, and the memory of a label given back at once.
void reused_buffers() {
  char buffer[32];
  for (int i = 0; i < 1000; ++i) {
    snprintf(buffer, sizeof(buffer), "buffer %d", i % 3);
    nvtxRangePushA(buffer);
    memset(buffer, 'z', sizeof(buffer) - 1);
    nvtxRangePop();
    char* freed = strdup("freed");
    nvtxRangePushA(freed);
    memset(freed, 'z', 5);
    free(freed);
    nvtxRangePop();
  }
}

// More labels than the first tables and blocks of the library hold.
void many_texts() {
  for (int i = 0; i < 20000; ++i) {
    char label[32];
    snprintf(label, sizeof(label), "label %d", i);
    empty_range(label);
  }
}

constexpr Mode kModes[] = {
    {"texts", texts},     {"no-text", no_text},       {"long", long_texts},
    {"wide", wide_texts}, {"reused", reused_buffers}, {"many", many_texts},
};

}  // namespace

int main(int argc, char** argv) { return run_mode(argc, argv, kModes); }
