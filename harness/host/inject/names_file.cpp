#include "harness/host/inject/names_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/host/inject/event_files.h"
#include "harness/host/inject/process_identity.h"

namespace ncu_regions::host {
namespace {

char g_key[64];
// The block that is being filled, a shared mapping; nullptr: no file yet.
char* g_block = nullptr;
std::size_t g_used = 0;
std::size_t g_size = 0;
std::uint64_t g_file_bytes = 0;

// Maps another block at the end of the file. The file is not kept open: a program may close every
// descriptor that it does not know, and open others in their place.
bool map_block(std::size_t bytes, int further_flags) {
  char name[80];
  snprintf(name, sizeof(name), "%s.names", g_key);
  const int file = open_in_folder(name, O_RDWR | further_flags);
  if (file < 0) return false;
  void* pages = MAP_FAILED;
  const auto at = static_cast<off_t>(g_file_bytes);
  // Reserve the space: on a full disk a store into a hole would kill the program with SIGBUS.
  if (posix_fallocate(file, at, static_cast<off_t>(bytes)) == 0) {
    pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, at);
  }
  close(file);
  if (pages == MAP_FAILED) return false;
  if (g_block != nullptr) munmap(g_block, g_size);
  g_block = static_cast<char*>(pages);
  g_used = 0;
  g_size = bytes;
  g_file_bytes += bytes;
  return true;
}

void write_header() {
  auto* header = reinterpret_cast<NamesHeader*>(g_block);
  header->process = static_cast<std::uint64_t>(getpid());
  header->start_ticks = process_start_ticks();
  memcpy(header->magic, kNamesMagic, sizeof(kNamesMagic));
  g_used = sizeof(NamesHeader);
}

}  // namespace

const char* process_key() { return g_key; }

bool has_names_file() { return g_block != nullptr; }

void forget_names_file() {
  g_block = nullptr;
  g_used = 0;
  g_size = 0;
  g_file_bytes = 0;
}

bool open_names_file() {
  for (int image = 0; image < 1000; ++image) {
    snprintf(g_key, sizeof(g_key), "%ld-%d", static_cast<long>(getpid()), image);
    if (!map_block(kNamesBlockBytes, O_CREAT | O_EXCL)) continue;
    write_header();
    return true;
  }
  return false;
}

bool append_name(NameKind kind, const char* text, std::size_t bytes) {
  if (g_block == nullptr) return false;
  const std::size_t need = record_bytes(bytes);
  const std::size_t reserve = kind == NameKind::kLost ? 0 : kNamesReserveBytes;
  if (g_used + need + reserve > g_size) {
    const std::size_t blocks = (need + kNamesReserveBytes) / kNamesBlockBytes + 1;
    if (!map_block(blocks * kNamesBlockBytes, 0)) return false;
  }
  auto* record = reinterpret_cast<NameRecord*>(g_block + g_used);
  record->bytes = static_cast<std::uint32_t>(bytes);
  memcpy(record + 1, text, bytes);
  __atomic_store_n(&record->kind, kind, __ATOMIC_RELEASE);
  g_used += need;
  return true;
}

}  // namespace ncu_regions::host
