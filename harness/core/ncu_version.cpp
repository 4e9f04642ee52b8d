#include "harness/core/ncu_version.h"

#include <charconv>

namespace ncu_regions {

std::string to_string(const NcuVersion& version) {
  return std::to_string(version.year) + "." + std::to_string(version.part);
}

std::optional<NcuVersion> ncu_version_from(std::string_view text) {
  constexpr std::string_view kWord = "Version ";
  if (const std::size_t at = text.find(kWord); at != std::string_view::npos) {
    text.remove_prefix(at + kWord.size());
  }
  NcuVersion version;
  const char* const end = text.data() + text.size();
  const auto year = std::from_chars(text.data(), end, version.year);
  if (year.ec != std::errc() || year.ptr == end || *year.ptr != '.') return std::nullopt;
  const auto part = std::from_chars(year.ptr + 1, end, version.part);
  if (part.ec != std::errc() || version.year < 2018 || version.year > 9999) return std::nullopt;
  return version;
}

}  // namespace ncu_regions
