// Zoo: ranges of one process that are opened and closed in odd ways.
#include <errno.h>
#include <pthread.h>

#include "tests/zoo/zoo.h"

namespace {

void pop_without_push() {
  nvtxRangePop();
  nvtxRangePop();
  empty_range("balanced");
  nvtxRangePop();
}

void push_without_pop() {
  nvtxRangePushA("left open");
  nvtxRangePushA("left open inside");
  empty_range("closed");
}

// Every way to open a range without a message, and registered strings.
void without_message() {
  nvtxRangePushA(nullptr);
  nvtxRangePop();
  nvtxRangePushW(nullptr);
  nvtxRangePop();
  nvtxRangePushEx(nullptr);
  nvtxRangePop();
  nvtxEventAttributes_t none = attributes_of(nullptr);
  nvtxRangePushEx(&none);
  none.messageType = NVTX_MESSAGE_UNKNOWN;
  nvtxRangePushEx(&none);
  none.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  nvtxRangePushEx(&none);
  nvtxRangePop();
  nvtxRangePop();
  nvtxRangePop();
}

void odd_domains() {
  nvtxDomainHandle_t nameless = nvtxDomainCreateA(nullptr);
  nvtxDomainRangePushEx(nameless, nullptr);
  nvtxDomainRangePop(nameless);
  nvtxDomainHandle_t empty = nvtxDomainCreateW(L"");
  nvtxEventAttributes_t attributes = attributes_of("in the empty domain");
  nvtxDomainRangePushEx(empty, &attributes);
  nvtxDomainRangePop(empty);
  // The same name twice is the same domain; a destroyed one may be made again.
  nvtxDomainHandle_t first = nvtxDomainCreateA("twin");
  nvtxDomainHandle_t second = nvtxDomainCreateW(L"twin");
  attributes = attributes_of("outer");
  nvtxDomainRangePushEx(first, &attributes);
  attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  attributes.message.registered = nvtxDomainRegisterStringA(first, "registered");
  nvtxDomainRangePushEx(second, &attributes);
  nvtxDomainRangePop(first);
  nvtxDomainRangePop(second);
  nvtxDomainDestroy(first);
  nvtxDomainHandle_t again = nvtxDomainCreateA("twin");
  nvtxDomainRangePushEx(again, &attributes);
  nvtxDomainRangePop(again);
}

void many_domains() {
  for (int i = 0; i < 300; ++i) {
    char name[32];
    snprintf(name, sizeof(name), "domain %d", i);
    nvtxDomainHandle_t domain = nvtxDomainCreateA(name);
    nvtxEventAttributes_t attributes = attributes_of("outer");
    nvtxDomainRangePushEx(domain, &attributes);
    attributes = attributes_of("inner");
    nvtxDomainRangePushEx(domain, &attributes);
    nvtxDomainRangePop(domain);
    nvtxDomainRangePop(domain);
  }
}

nvtxRangeId_t g_handed_over = 0;
void* end_on_another_thread(void*) {
  nvtxRangeEnd(g_handed_over);
  return nullptr;
}

void start_end() {
  g_handed_over = nvtxRangeStartA("handed over");
  pthread_t thread;
  require(pthread_create(&thread, nullptr, end_on_another_thread, nullptr) == 0, "a thread");
  pthread_join(thread, nullptr);
  nvtxRangeEnd(123456789);  // never started
  const nvtxRangeId_t twice = nvtxRangeStartA("ended twice");
  nvtxRangeEnd(twice);
  nvtxRangeEnd(twice);
  // Two that cross each other, and one that is never ended.
  const nvtxRangeId_t a = nvtxRangeStartA("crossing");
  const nvtxRangeId_t b = nvtxRangeStartA("crossing");
  nvtxRangeStartA("never ended");
  nvtxRangeEnd(a);
  nvtxRangeEnd(b);
}

void no_ranges() {
  nvtxInitialize(nullptr);
  nvtxMarkA("mark");
  nvtxMarkW(L"mark");
  const nvtxEventAttributes_t attributes = attributes_of("mark");
  nvtxMarkEx(&attributes);
  nvtxNameCategoryA(1, "category");
  nvtxNameOsThreadA(1, "thread");
  nvtxDomainHandle_t domain = nvtxDomainCreateA("domain");
  nvtxDomainMarkEx(domain, &attributes);
  nvtxDomainNameCategoryA(domain, 2, "category");
  nvtxDomainRegisterStringA(domain, "string");
  nvtxDomainDestroy(domain);
}

void recursion(int depth) {
  if (depth == 0) return;
  nvtxRangePushA("f");
  recursion(depth - 1);
  nvtxRangePop();
}
void deep_recursion() { recursion(atoi(g_arguments[0])); }

void million() {
  for (int i = 0; i < 1000000; ++i) empty_range("again");
}

// Every call with a label that is new to the library, which then has most to do.
void keeps_errno() {
  warm_up();
  for (int i = 0; i < 3000; ++i) {
    char label[64];
    snprintf(label, sizeof(label), "label %d of some length so that files grow", i);
    errno = i + 1;
    nvtxRangePushA(label);
    require(errno == i + 1, "push keeps errno");
    nvtxRangeEnd(nvtxRangeStartA(label));
    nvtxRangePop();
    require(errno == i + 1, "pop keeps errno");
  }
}

// What push and pop return: the level of the range in its domain, from 0 on; without a tool
// NVTX_NO_PUSH_POP_TRACKING.
void require_level(int level, int expected, const char* what) {
  require(level == expected || level == NVTX_NO_PUSH_POP_TRACKING, what);
}
void levels() {
  const nvtxEventAttributes_t attributes = attributes_of("ex");
  nvtxDomainHandle_t domain = nvtxDomainCreateA("own");
  require_level(nvtxRangePushA("a"), 0, "the first push is level 0");
  require_level(nvtxRangePushEx(&attributes), 1, "the second push is level 1");
  require_level(nvtxDomainRangePushEx(domain, &attributes), 0, "each domain has its own levels");
  require_level(nvtxRangePushW(L"w"), 2, "the third push is level 2");
  require_level(nvtxRangePop(), 2, "its pop is level 2");
  require_level(nvtxDomainRangePop(domain), 0, "the pop in the domain is level 0");
  require_level(nvtxRangePop(), 1, "the second pop is level 1");
  require_level(nvtxRangePop(), 0, "the last pop is level 0");
  require(nvtxRangePop() < 0, "a pop without a push is negative");
  for (int i = 0; i < 100; ++i) {
    char name[32];
    snprintf(name, sizeof(name), "domain %d", i);
    domain = nvtxDomainCreateA(name);
    require_level(nvtxDomainRangePushEx(domain, &attributes), 0, "level 0 in a late domain");
    require_level(nvtxDomainRangePushEx(domain, &attributes), 1, "level 1 in a late domain");
    require_level(nvtxDomainRangePop(domain), 1, "pop of level 1 in a late domain");
    require_level(nvtxDomainRangePop(domain), 0, "pop of level 0 in a late domain");
  }
}

constexpr Mode kModes[] = {
    {"pop-without-push", pop_without_push},
    {"push-without-pop", push_without_pop},
    {"without-message", without_message},
    {"odd-domains", odd_domains},
    {"many-domains", many_domains},
    {"start-end", start_end},
    {"no-ranges", no_ranges},
    {"recursion", deep_recursion},
    {"million", million},
    {"errno", keeps_errno},
    {"levels", levels},
};

}  // namespace

int main(int argc, char** argv) { return run_mode(argc, argv, kModes); }
