#include "harness/host/inject/names.h"

#include <string.h>
#include <unistd.h>

#include "harness/host/inject/memory.h"

namespace ncu_regions::host {
namespace {

Name g_no_memory = {"(no memory)", 11, 0, 0, NameKind::kLabel, false};

// Open addressing; grows at half full. Zeroed pages are empty slots.
Name** g_slots = nullptr;
std::size_t g_slot_count = 0;
std::size_t g_used = 0;
std::uint32_t g_last_id[5] = {};  // by NameKind
bool g_count_all = true;
int g_file = -1;
Name** g_in_order = nullptr;  // for write_names_to after a fork; same size as the slots

std::uint64_t hash_bytes(NameKind kind, const char* text, std::size_t bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL + static_cast<std::uint64_t>(kind);
  for (std::size_t i = 0; i < bytes; ++i) {
    hash = (hash ^ static_cast<unsigned char>(text[i])) * 0x100000001b3ULL;
  }
  return hash;
}

Name** slot_for(Name** slots, std::size_t count, const Name& wanted) {
  std::size_t at = wanted.hash & (count - 1);
  for (; slots[at] != nullptr; at = (at + 1) & (count - 1)) {
    const Name& there = *slots[at];
    if (there.hash == wanted.hash && there.kind == wanted.kind && there.bytes == wanted.bytes &&
        memcmp(there.text, wanted.text, wanted.bytes) == 0) {
      break;
    }
  }
  return &slots[at];
}

// NOLINTNEXTLINE(bugprone-sizeof-expression): the tables hold pointers
constexpr std::size_t kSlotBytes = sizeof(Name*);

bool grow() {
  const std::size_t count = g_slot_count == 0 ? 1024 : g_slot_count * 2;
  auto** slots = static_cast<Name**>(map_pages(count * kSlotBytes));
  auto** in_order = static_cast<Name**>(map_pages(count * kSlotBytes));
  if (slots == nullptr || in_order == nullptr) return false;
  for (std::size_t i = 0; i < g_used; ++i) {
    in_order[i] = g_in_order[i];
    *slot_for(slots, count, *g_in_order[i]) = g_in_order[i];
  }
  release_pages(g_slots, g_slot_count * kSlotBytes);
  release_pages(g_in_order, g_slot_count * kSlotBytes);
  g_slots = slots;
  g_in_order = in_order;
  g_slot_count = count;
  return true;
}

// One write per name: a reader sees it whole or not at all (a process may die at any moment).
void write_name(const Name& name) {
  if (g_file < 0) return;
  char small[512];
  const std::size_t bytes = sizeof(NameRecord) + name.bytes;
  char* buffer = bytes <= sizeof(small) ? small : static_cast<char*>(map_pages(bytes));
  if (buffer == nullptr) return;
  const NameRecord record = {name.kind, static_cast<std::uint32_t>(name.bytes)};
  memcpy(buffer, &record, sizeof(record));
  memcpy(buffer + sizeof(record), name.text, name.bytes);
  if (write(g_file, buffer, bytes) < 0) g_file = -1;
  if (buffer != small) release_pages(buffer, bytes);
}

Name* add(const Name& wanted, Name** slot) {
  auto* name = static_cast<Name*>(arena_allocate(sizeof(Name)));
  auto* text = static_cast<char*>(arena_allocate(wanted.bytes + 1));
  if (name == nullptr || text == nullptr) return nullptr;
  memcpy(text, wanted.text, wanted.bytes);
  text[wanted.bytes] = '\0';
  *name = wanted;
  name->text = text;
  name->counted = g_count_all;
  name->id = ++g_last_id[static_cast<std::uint32_t>(wanted.kind)];
  *slot = name;
  g_in_order[g_used++] = name;
  write_name(*name);
  return name;
}

Name* find_or_add(NameKind kind, const char* text, std::size_t bytes) {
  if (g_used * 2 >= g_slot_count && !grow()) return nullptr;
  const Name wanted = {text, bytes, hash_bytes(kind, text, bytes), 0, kind, false};
  Name** slot = slot_for(g_slots, g_slot_count, wanted);
  return *slot != nullptr ? *slot : add(wanted, slot);
}

}  // namespace

const Name* intern(NameKind kind, const char* text, std::size_t bytes) {
  const Name* name = find_or_add(kind, text, bytes);
  return name != nullptr ? name : &g_no_memory;
}

void count_only(const char* text, std::size_t bytes) {
  g_count_all = false;
  if (Name* name = find_or_add(NameKind::kLabel, text, bytes)) name->counted = true;
}

void write_names_to(int file) {
  g_file = file;
  for (std::size_t i = 0; i < g_used; ++i) write_name(*g_in_order[i]);
}

}  // namespace ncu_regions::host
