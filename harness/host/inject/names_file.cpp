#include "harness/host/inject/names_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/host/inject/clock.h"
#include "harness/host/inject/event_files.h"
#include "harness/host/inject/process_identity.h"

namespace ncu_regions::host {
namespace {

constexpr int kMostImages = 100'000;  // of one process, one after the other

char g_key[64];
// The beginning of the file, mapped as long as we record.
NamesHeader* g_header = nullptr;
NamesHeader* g_original_header = nullptr;  // of the process that this one is a copy of
std::uint64_t g_next_anchor = 0;           // in ticks
// The block that is being filled, a shared mapping; nullptr: no file yet.
char* g_block = nullptr;
std::size_t g_block_used = 0;
std::size_t g_size = 0;
std::uint64_t g_file_bytes = 0;

// Maps another block at the end of the file. The file is not kept open: a program may close every
// descriptor that it does not know, and open others in their place.
bool map_block(int file, std::size_t bytes) {
  void* pages = map_file(file, g_file_bytes, bytes);
  close(file);
  if (pages == nullptr) return false;
  if (g_block != nullptr && g_block != reinterpret_cast<char*>(g_header)) munmap(g_block, g_size);
  g_block = static_cast<char*>(pages);
  g_block_used = 0;
  g_size = bytes;
  g_file_bytes += bytes;
  return true;
}

int open_file(int further_flags) {
  char name[80];
  snprintf(name, sizeof(name), "%s.names", g_key);
  return open_in_folder(name, O_RDWR | further_flags);
}

void write_header() {
  g_header = reinterpret_cast<NamesHeader*>(g_block);
  g_header->process = static_cast<std::uint64_t>(getpid());
  g_header->start_ticks = process_start_ticks();
  g_header->first = anchor_now();
  g_header->last = g_header->first;
  memcpy(g_header->magic, kNamesMagic, sizeof(kNamesMagic));
  g_block_used = sizeof(NamesHeader);
}

}  // namespace

const char* process_key() { return g_key; }

bool has_names_file() { return g_block != nullptr; }

void forget_names_file() {
  if (g_header != nullptr) g_original_header = g_header;
  g_header = nullptr;
  g_key[0] = '\0';
  g_block = nullptr;
  g_block_used = 0;
  g_size = 0;
  g_file_bytes = 0;
}

bool open_names_file() {
  for (int image = 0; image < kMostImages; ++image) {
    snprintf(g_key, sizeof(g_key), "%ld-%d", static_cast<long>(getpid()), image);
    const int file = open_file(O_CREAT | O_EXCL);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0 || !map_block(file, kNamesBlockBytes)) return false;
    write_header();
    return true;
  }
  return false;
}

bool append_name(NameKind kind, const char* text, std::size_t bytes) {
  if (g_block == nullptr) return false;
  const std::size_t need = record_bytes(bytes);
  const std::size_t reserve = kind == NameKind::kLost ? 0 : kNamesReserveBytes;
  if (g_block_used + need + reserve > g_size) {
    const std::size_t blocks = (need + kNamesReserveBytes) / kNamesBlockBytes + 1;
    const int file = open_file(0);
    if (file < 0 || !map_block(file, blocks * kNamesBlockBytes)) return false;
  }
  auto* record = reinterpret_cast<NameRecord*>(g_block + g_block_used);
  record->bytes = static_cast<std::uint32_t>(bytes);
  memcpy(record + 1, text, bytes);
  __atomic_store(&record->kind, &kind, __ATOMIC_RELEASE);
  g_block_used += need;
  return true;
}

void refresh_anchor() {
  if (g_header == nullptr) return;
  g_header->last = anchor_now();
  __atomic_store_n(&g_next_anchor, 2 * g_header->last.ticks - g_header->first.ticks,
                   __ATOMIC_RELAXED);
}

bool anchor_is_old(std::uint64_t ticks) {
  return ticks > __atomic_load_n(&g_next_anchor, __ATOMIC_RELAXED);
}

void tell_original() {
  if (g_original_header == nullptr) return;
  __atomic_fetch_add(&g_original_header->children, 1, __ATOMIC_RELAXED);
}

void count_lost_event() {
  if (g_header != nullptr) __atomic_fetch_add(&g_header->lost, 1, __ATOMIC_RELAXED);
}

}  // namespace ncu_regions::host
