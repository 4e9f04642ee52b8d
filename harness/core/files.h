// Core: reading and writing whole files. A reader never sees a half-written file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ncu_regions {

// The whole file. Throws Error(kMeasurement) with the path when it cannot be read.
std::string read_file(const std::filesystem::path& path);

// Writes to a temporary name in the same folder and renames it: afterwards the file holds all of
// `content`, or what it held before. Throws Error(kUsage) naming the path and the system's reason.
void write_file(const std::filesystem::path& path, std::string_view content);

// Creates the folder and its parents. Throws Error(kUsage) naming the path.
void make_folder(const std::filesystem::path& path);

}  // namespace ncu_regions
