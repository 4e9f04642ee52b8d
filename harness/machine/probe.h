// Machine: asks a program for a line of text, with a time limit. For versions and the like.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ncu_regions {

// Standard output of the program when it ended with code 0 within the limit, else nothing. At most
// 64 KiB are read; no shell.
std::optional<std::string> ask_program(const std::vector<std::string>& argv, double limit_s);

// What it said until it ended, however that was, or was stopped: at the limit, or at 64 KiB.
std::string last_words(const std::vector<std::string>& argv, double limit_s);

// The program of this name on PATH, or in one of the further folders.
std::optional<std::filesystem::path> find_program(
    const std::string& name, const std::vector<std::filesystem::path>& further = {});

}  // namespace ncu_regions
