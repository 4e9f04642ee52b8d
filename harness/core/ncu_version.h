// Core: versions of Nsight Compute, which decide what its command line knows.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace ncu_regions {

struct NcuVersion {
  int year = 0;
  int part = 0;  // 2024.2: year 2024, part 2

  // clang-tidy 14 means the 0 that <=> is compared with.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const NcuVersion&) const = default;
};

// "2024.2".
std::string to_string(const NcuVersion& version);

// From "2024.2", "2024.2.0.0", or anything that holds "Version 2024.2.0.0", as `ncu --version`
// does.
std::optional<NcuVersion> ncu_version_from(std::string_view text);

}  // namespace ncu_regions
