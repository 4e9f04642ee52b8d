// Machine: by what a program file is recognised again, whenever and wherever it was written.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace ncu_regions {

// The GNU build id of an ELF file of this machine, in hexadecimal digits. Nothing for other files,
// for a file without one, and for one that is too short to tell programs apart.
std::optional<std::string> gnu_build_id(const std::filesystem::path& file);

// "build-id:..." where the file has one, else "sha256:..." of its bytes. Nothing when the file
// cannot be read.
std::optional<std::string> identity_of(const std::filesystem::path& file);

}  // namespace ncu_regions
