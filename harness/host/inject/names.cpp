#include "harness/host/inject/names.h"

#include <string.h>

#include "harness/host/inject/memory.h"
#include "harness/host/inject/names_file.h"

namespace ncu_regions::host {
namespace {

// Open addressing; grows at half full. Zeroed pages are empty slots.
Name** g_slots = nullptr;
std::size_t g_slot_count = 0;
std::size_t g_used = 0;
std::uint32_t g_last_id[kNameKinds] = {};
bool g_count_all = true;
Name** g_in_order = nullptr;  // for write_all_names; same size as the slots

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

bool write_name(const Name& name) {
  return !has_names_file() || append_name(name.kind, name.text, name.bytes);
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
  return write_name(*name) ? name : nullptr;
}

Name* find_or_add(NameKind kind, const char* text, std::size_t bytes) {
  if (g_used * 2 >= g_slot_count && !grow()) return nullptr;
  const Name wanted = {text, bytes, hash_bytes(kind, text, bytes), 0, kind, false};
  Name** slot = slot_for(g_slots, g_slot_count, wanted);
  return *slot != nullptr ? *slot : add(wanted, slot);
}

}  // namespace

const Name* intern(NameKind kind, const char* text, std::size_t bytes) {
  return find_or_add(kind, text, bytes);
}

void count_only(const char* text, std::size_t bytes) {
  g_count_all = false;
  if (Name* name = find_or_add(NameKind::kLabel, text, bytes)) name->counted = true;
}

bool write_all_names() {
  for (std::size_t i = 0; i < g_used; ++i) {
    if (!write_name(*g_in_order[i])) return false;
  }
  return true;
}

}  // namespace ncu_regions::host
