// Core: reading and writing whole files. A reader never sees a half-written file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ncu_regions {

// Opens a regular file for reading, for the caller to close. Folders, FIFOs, sockets and devices
// are refused at once: opening a FIFO would wait for a writer. Pipes::kUnnamed also allows the pipe
// that a shell passes as /dev/stdin or /dev/fd/N. Throws Error(kMeasurement) naming path and
// reason.
enum class Pipes { kRefused, kUnnamed };
int open_to_read(const std::filesystem::path& path, Pipes pipes = Pipes::kRefused);

// The whole file, opened with open_to_read. Throws Error(kMeasurement) with the path when it cannot
// be read.
std::string read_file(const std::filesystem::path& path);

// False only when the file, or a folder above it, does not exist. Everything else that keeps it
// from being found throws Error(kMeasurement) naming path and reason: a folder without permission,
// a loop of symlinks, a file in place of a folder, a symlink whose target is missing.
bool is_there(const std::filesystem::path& path);

// Writes to a temporary name in the same folder and renames it: afterwards the file holds all of
// `content`, or what it held before. Throws Error(kUsage) naming the path and the system's reason.
void write_file(const std::filesystem::path& path, std::string_view content);

// Creates the folder and its parents. Throws Error(kUsage) naming the path.
void make_folder(const std::filesystem::path& path);

}  // namespace ncu_regions
