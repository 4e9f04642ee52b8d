// Zoo: what its programs share. Each does odd things with NVTX, one per mode; a mode is the first
// argument. All must behave the same with and without a tool.
#pragma once

#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// NVTX loads its tool at the first call: a mark opens no range.
inline void warm_up() { nvtxMarkA("warm up"); }

inline void empty_range(const char* label) {
  nvtxRangePushA(label);
  nvtxRangePop();
}

// Work whose instructions are always the same.
inline volatile int g_sink = 0;
inline void work(int turns) {
  for (int i = 0; i < turns; ++i) g_sink = g_sink + 1;
}

inline nvtxEventAttributes_t attributes_of(const char* label) {
  nvtxEventAttributes_t attributes = {};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = label;
  return attributes;
}

// A condition that must hold with and without a tool.
inline void require(bool condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "not so: %s\n", what);
  exit(9);
}

struct Mode {
  const char* name;
  void (*run)();
};

// The program itself, and its further arguments.
inline const char* g_program = nullptr;
inline char** g_arguments = nullptr;

template <unsigned kCount>
int run_mode(int argc, char** argv, const Mode (&modes)[kCount]) {
  g_program = argv[0];
  g_arguments = argv + (argc > 1 ? 2 : 1);
  for (const Mode& mode : modes) {
    if (argc < 2 || strcmp(argv[1], mode.name) != 0) continue;
    alarm(10);  // one that hangs is ended: the test sees another end than the plain one
    mode.run();
    printf("%s done\n", mode.name);
    return 0;
  }
  fprintf(stderr, "no such mode\n");
  return 2;
}
