// Tests: files that several stand-ins for ncu may use at the same time, and plain writing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ncu_regions::stand_in {

// Writes all of it; false when the system takes no more. What it took stays.
bool write_all(int fd, std::string_view text);

// Appends in one write.
void append_to_file(const std::string& path, std::string_view text);

// Adds one to the number in the file and returns it, unless it has reached the limit.
std::optional<std::uint64_t> count_up(const std::string& path,
                                      std::optional<std::uint64_t> limit = std::nullopt);

}  // namespace ncu_regions::stand_in
