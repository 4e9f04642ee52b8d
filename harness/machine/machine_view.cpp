#include "harness/machine/machine_view.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <fstream>

#include "harness/core/text.h"

namespace ncu_regions {

namespace fs = std::filesystem;

std::string MachineView::variable(const std::string& name) const {
  const auto found = environment.find(name);
  return found == environment.end() ? "" : found->second;
}

MachineView this_machine() {
  MachineView view;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) continue;
    view.environment.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return view;
}

std::optional<std::string> first_line_of(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  return line;
}

std::optional<std::string> value_of_key(const fs::path& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(key + ":")) return std::string(trim(line.substr(key.size() + 1)));
  }
  return std::nullopt;
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code failed;
  fs::directory_iterator next(folder, failed);
  for (; !failed && next != fs::directory_iterator(); next.increment(failed)) {
    entries.push_back(next->path());
  }
  std::ranges::sort(entries);
  return entries;
}

bool can_write_in(const fs::path& folder) {
  std::string name = (folder / ".ncu-regions-doctor-XXXXXX").string();
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return false;
  const bool written = write(file, "x", 1) == 1;  // a full disk lets one create, not write
  close(file);
  unlink(name.c_str());
  return written;
}

bool is_container(const MachineView& view) {
  std::error_code failed;
  return fs::exists(view.at("/.dockerenv"), failed) ||
         fs::exists(view.at("/run/.containerenv"), failed) || !view.variable("container").empty() ||
         !view.variable("KUBERNETES_SERVICE_HOST").empty();
}

bool is_wsl(const MachineView& view) {
  std::string version = first_line_of(view.at("/proc/version")).value_or("");
  std::ranges::transform(version, version.begin(), [](unsigned char c) { return std::tolower(c); });
  return version.find("microsoft") != std::string::npos;
}

fs::path temporary_folder(const MachineView& view) {
  for (const char* name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    const std::string folder = view.variable(name);
    if (!folder.empty()) return folder;
  }
  return "/tmp";
}

std::string driver_version_from(const std::string& line) {
  for (const std::string& word : split(line, ' ')) {
    const bool number = word.find_first_not_of("0123456789.") == std::string::npos;
    if (number && word.find('.') != std::string::npos) return word;
  }
  return "";
}

}  // namespace ncu_regions
