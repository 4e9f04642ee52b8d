#include "harness/render/region_folder.h"

#include <cctype>
#include <cstdio>
#include <set>

#include "harness/core/hash.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kLongestSlug = 60;

bool is_plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

// Letters, digits, '_' and '.' stay; everything between them becomes one '-'.
std::string slug_of(const std::string& name) {
  std::string slug;
  for (const char c : name) {
    if (slug.size() == kLongestSlug) break;
    const bool plain = is_plain(c) && !(c == '.' && slug.empty());
    if (plain) {
      slug += c;
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  while (!slug.empty() && (slug.back() == '-' || slug.back() == '.')) slug.pop_back();
  return slug.empty() ? "region" : slug;
}

// Unlike the written form, which is made for people, nothing of it is left out.
std::string identity_of(const RegionPath& path) {
  std::string text = path.start_end ? "s" : "p";
  const auto append = [&](const std::string& part) {
    text += std::to_string(part.size()) + ":" + part;
  };
  append(path.domain);
  for (const std::string& label : path.labels) append(label);
  return text;
}

// Every bit of the text moves every bit of these twelve digits: the hash alone leaves short names
// alike.
std::string digits_of(const std::string& identity) {
  std::uint64_t hash = hash_of(identity);
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdULL;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  hash ^= hash >> 33;
  char digits[13];
  std::snprintf(digits, sizeof(digits), "%012llx", static_cast<unsigned long long>(hash >> 16));
  return digits;
}

}  // namespace

std::string region_folder(const RegionPath& path) {
  return slug_of(display_form(path)) + "-" + digits_of(identity_of(path));
}

std::vector<std::string> region_folders(const RegionTree& tree) {
  std::vector<std::string> folders;
  std::set<std::string> taken;
  for (const Region& region : tree.regions) {
    std::string folder = region_folder(region.path);
    const std::string wanted = folder;
    for (int i = 2; !taken.insert(folder).second; ++i) folder = wanted + "-" + std::to_string(i);
    folders.push_back(std::move(folder));
  }
  return folders;
}

}  // namespace ncu_regions
