// Machine: its files and our environment, as parameters: a folder tree can stand for any machine.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ncu_regions {

struct MachineView {
  std::filesystem::path root = "/";
  std::map<std::string, std::string> environment;

  // Where a file of the machine stands under `root`.
  std::filesystem::path at(const std::filesystem::path& file) const {
    return root / file.relative_path();
  }
  // Empty when it is not set.
  std::string variable(const std::string& name) const;
};

// This machine, with the environment of this process.
MachineView this_machine();

// The file's first line, or nothing when it cannot be read.
std::optional<std::string> first_line_of(const std::filesystem::path& file);

// What stands behind "key:" on its line, trimmed; nothing when there is no such line.
std::optional<std::string> value_of_key(const std::filesystem::path& file, const std::string& key);

// The entries of a folder, sorted; none when it cannot be read.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

// Really creates a file there, and removes it.
bool can_write_in(const std::filesystem::path& folder);

bool is_container(const MachineView& view);
bool is_wsl(const MachineView& view);

// Where programs put temporary files: TMPDIR, TMP, TEMP, TEMPDIR, else /tmp. Not under `root`.
std::filesystem::path temporary_folder(const MachineView& view);

// Of the driver, from the text of /proc/driver/nvidia/version: "550.54.15"; empty when there is
// none.
std::string driver_version_from(const std::string& line);

}  // namespace ncu_regions
