#include "harness/runs/digest.h"

#include "harness/core/hash.h"

namespace ncu_regions {
namespace {

constexpr std::string_view kKey = ",\n  \"digest\": \"";
constexpr std::string_view kObjectEnd = "\n}";

std::string digest_end(std::string_view content) {
  return std::string(kKey) + short_hash(content) + "\"" + std::string(kObjectEnd) + "\n";
}

}  // namespace

std::string with_digest(std::string_view object) {
  object.remove_suffix(kObjectEnd.size());
  return std::string(object) + digest_end(object);
}

bool has_own_digest(std::string_view text) {
  const std::size_t at = text.rfind(kKey);
  return at != std::string_view::npos && text.substr(at) == digest_end(text.substr(0, at));
}

}  // namespace ncu_regions
