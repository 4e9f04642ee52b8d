#include "harness/host/inject/memory.h"

#include <sys/mman.h>

namespace ncu_regions::host {
namespace {

constexpr std::size_t kChunkBytes = 1 << 20;
char* g_chunk = nullptr;
std::size_t g_left = 0;

}  // namespace

void* map_pages(std::size_t bytes) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? nullptr : pages;
}

void release_pages(void* pages, std::size_t bytes) {
  if (pages != nullptr) munmap(pages, bytes);
}

void* arena_allocate(std::size_t bytes) {
  bytes = (bytes + 15) & ~std::size_t{15};
  if (bytes > kChunkBytes / 4) return map_pages(bytes);
  if (bytes > g_left) {
    g_chunk = static_cast<char*>(map_pages(kChunkBytes));
    if (g_chunk == nullptr) return nullptr;
    g_left = kChunkBytes;
  }
  char* result = g_chunk;
  g_chunk += bytes;
  g_left -= bytes;
  return result;
}

}  // namespace ncu_regions::host
