// Core: where the running program's own files are. A build folder has the layout of an
// installation: bin, lib, share.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ncu_regions {

// The path of the running program, for commands that a person is to copy; its name alone when the
// system does not tell.
std::string own_program();

// <prefix>/`below` for a program in <prefix>/bin, whether it is there or not; empty when the system
// does not tell.
std::filesystem::path own_file(std::string_view below);

}  // namespace ncu_regions
