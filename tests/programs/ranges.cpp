// Test program: opens NVTX ranges in ways that the first argument names. Its code generation is
// fixed, because the instructions of some of its ranges are asserted to the last one.
#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <initializer_list>

namespace {

// What a program does before its first range in any case: NVTX loads its tool at the first call.
void warm_up() { nvtxMarkA("warm up"); }

// The instructions left in an empty range, and those that a nested one adds to its parent.
void empty_and_nested() {
  warm_up();
  for (int i = 0; i < 3; ++i) {
    nvtxRangePushA("empty");
    nvtxRangePop();
  }
  nvtxRangePushA("outer");
  nvtxRangePushA("inner");
  nvtxRangePop();
  nvtxRangePop();
  nvtxRangePushA("undeclared");
  nvtxRangePop();
}

// Work whose instructions are known.
volatile int g_sink = 0;
void work(int turns) {
  for (int i = 0; i < turns; ++i) g_sink = g_sink + 1;
}

void odd_names() {
  warm_up();
  for (const char* label : {"<CTestMeasurementFile type=\"x\" name=\"y\">/etc/passwd", "a|b`c",
                            "../../etc", "new\nline", "\xff\xfe", "@me #1"}) {
    nvtxRangePushA(label);
    work(10);
    nvtxRangePop();
  }
  nvtxRangePushW(L"wide \x00fc");
  nvtxRangePop();
}

// Every way to open a push/pop range ends on the same stack of the default domain.
void entry_points() {
  warm_up();
  nvtxEventAttributes_t attributes = {};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = "ex";
  nvtxRangePushA("a");
  nvtxRangePushEx(&attributes);
  attributes.message.ascii = "null domain";
  nvtxDomainRangePushEx(nullptr, &attributes);
  nvtxDomainHandle_t own = nvtxDomainCreateA("own");
  attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  attributes.message.registered = nvtxDomainRegisterStringA(own, "registered");
  nvtxDomainRangePushEx(own, &attributes);
  nvtxRangePop();
  nvtxDomainRangePop(own);
  nvtxDomainRangePop(nullptr);
  nvtxRangePop();
}

void unbalanced() {
  nvtxRangePop();
  nvtxRangePushA("left open");
  nvtxRangePushA("closed");
  nvtxRangePop();
}

// Enough events for several windows, then death without a chance to clean up.
void many_then(void (*die)()) {
  for (int i = 0; i < 10000; ++i) {
    nvtxRangePushA("again");
    nvtxRangePop();
  }
  die();
}

void leave_now() { _exit(0); }

// Whether the arguments and a variable arrived as tests/cmake/cases/odd_arguments.cmake wrote them.
bool arguments_are_right(int argc, char** argv) {
  const char* list = getenv("LIST");
  return argc == 5 && strcmp(argv[2], "a;b") == 0 && strcmp(argv[3], "") == 0 &&
         strcmp(argv[4], "c \"d\" \\") == 0 && list != nullptr && strcmp(list, "x;y") == 0;
}

// More threads than files may be open: each opens a range and ends.
void* short_thread(void*) {
  nvtxRangePushA("thread");
  nvtxRangePop();
  return nullptr;
}
void many_threads(int count) {
  warm_up();
  for (int i = 0; i < count; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, short_thread, nullptr) != 0) exit(1);
    pthread_join(thread, nullptr);
  }
}

// A start/end range around work, on another thread or on the same.
void* working_thread(void*) {
  nvtxRangePushA("inside");
  work(1000);
  nvtxRangePop();
  return nullptr;
}
void start_end(bool alone) {
  warm_up();
  const nvtxRangeId_t id = nvtxRangeStartA("span");
  pthread_t thread;
  if (alone) {
    working_thread(nullptr);
  } else if (pthread_create(&thread, nullptr, working_thread, nullptr) != 0) {
    exit(1);
  } else {
    pthread_join(thread, nullptr);
  }
  nvtxRangeEnd(id);
}

// 30 regions in three levels: 3 layers, 3 blocks in each, 2 operations in each of those.
void three_levels() {
  warm_up();
  char label[64];
  for (int layer = 0; layer < 3; ++layer) {
    snprintf(label, sizeof(label), "layer%d", layer);
    nvtxRangePushA(label);
    for (int block = 0; block < 3; ++block) {
      snprintf(label, sizeof(label), "layer%d::block%d", layer, block);
      nvtxRangePushA(label);
      for (int op = 0; op < 2; ++op) {
        snprintf(label, sizeof(label), "layer%d::block%d::op%d", layer, block, op);
        nvtxRangePushA(label);
        nvtxRangePop();
      }
      nvtxRangePop();
    }
    nvtxRangePop();
  }
}

// "outer/hot=1000": ranges one in the other, and that much work in the innermost.
void nested_work(const char* text) {
  char path[256];
  snprintf(path, sizeof(path), "%s", text);
  char* turns = strchr(path, '=');
  if (turns == nullptr) exit(1);
  *turns++ = '\0';
  int depth = 0;
  for (char* label = strtok(path, "/"); label != nullptr; label = strtok(nullptr, "/")) {
    nvtxRangePushA(label);
    ++depth;
  }
  work(atoi(turns));
  while (depth-- > 0) nvtxRangePop();
}

// Adds one to the number in a file and returns what it was: a program that varies in a known way.
int count_up(const char* file) {
  int count = 0;
  if (FILE* in = fopen(file, "r")) {
    if (fscanf(in, "%d", &count) != 1) count = 0;
    fclose(in);
  }
  FILE* out = fopen(file, "w");
  if (out == nullptr) exit(1);
  fprintf(out, "%d", count + 1);
  fclose(out);
  return count;
}

// Two more processes with ranges, and one without.
void forks() {
  warm_up();
  for (int i = 0; i < 3; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      if (i > 0) short_thread(nullptr);
      _exit(0);
    }
    waitpid(child, nullptr, 0);
  }
}

// A with A::A1 and A::A2 in it, then B.
void siblings() {
  warm_up();
  nvtxRangePushA("A");
  for (const char* inner : {"A::A1", "A::A2"}) {
    nvtxRangePushA(inner);
    nvtxRangePop();
  }
  nvtxRangePop();
  nvtxRangePushA("B");
  nvtxRangePop();
}

}  // namespace

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "empty") == 0) empty_and_nested();
  if (strcmp(mode, "odd-names") == 0) odd_names();
  if (strcmp(mode, "entry-points") == 0) entry_points();
  if (strcmp(mode, "unbalanced") == 0) unbalanced();
  if (strcmp(mode, "many-exit") == 0) many_then(leave_now);
  if (strcmp(mode, "many-abort") == 0) many_then(abort);
  if (strcmp(mode, "nvtx-only") == 0) warm_up();
  if (strcmp(mode, "exit") == 0) {
    warm_up();
    nvtxRangePushA("empty");
    nvtxRangePop();
    return atoi(argv[2]);
  }
  if (strcmp(mode, "work") == 0) {
    warm_up();
    nvtxRangePushA("work");
    work(atoi(argv[2]));
    nvtxRangePop();
  }
  if (strcmp(mode, "arguments") == 0) {
    if (!arguments_are_right(argc, argv)) return 1;
    empty_and_nested();
  }
  if (strcmp(mode, "start-end") == 0) start_end(false);
  if (strcmp(mode, "start-end-alone") == 0) start_end(true);
  if (strcmp(mode, "threads") == 0) many_threads(atoi(argv[2]));
  if (strcmp(mode, "forks") == 0) {
    forks();
    short_thread(nullptr);
  }
  if (strcmp(mode, "levels") == 0) three_levels();
  if (strcmp(mode, "siblings") == 0) siblings();
  if (strcmp(mode, "nested") == 0) {
    warm_up();
    for (int i = 2; i < argc; ++i) nested_work(argv[i]);
  }
  if (strcmp(mode, "vary") == 0) {  // FILE TURNS
    const int turns = atoi(argv[3]) + count_up(argv[2]) % 7;
    warm_up();
    nvtxRangePushA("hot");
    work(turns);
    nvtxRangePop();
  }
  if (strcmp(mode, "hang") == 0) pause();
  // "none": no NVTX call at all.
  printf("mode %s done\n", mode);
  return 0;
}
