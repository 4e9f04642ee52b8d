#include "tests/support/ncu_logs.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "harness/core/files.h"
#include "harness/core/text.h"

namespace ncu_regions::fixture {
namespace {

namespace fs = std::filesystem;

void set_field(NcuLog& log, const std::string& key, const std::string& value) {
  if (key == "what")
    log.what = value;
  else if (key == "kind")
    log.kind = value;
  else if (key == "action")
    log.action = value;
  else if (key == "ncu exit code")
    log.ncu_exit_code = std::stoi(value);
  else if (key == "check exit code")
    log.check_exit_code = std::stoi(value);
  else if (key == "shows")
    log.shows = value;
  else
    throw std::runtime_error(log.name + ": unknown field '" + key + "'");
}

std::string* channel_of(NcuLog& log, const std::string& line) {
  if (line == "--- ncu.log") return &log.texts.log;
  if (line == "--- stdout") return &log.texts.out;
  if (line == "--- stderr") return &log.texts.err;
  return nullptr;
}

NcuLog read_log(const fs::path& file) {
  NcuLog log;
  log.name = file.stem().string();
  std::string* channel = nullptr;
  for (const std::string& line : split(read_file(file), '\n')) {
    if (std::string* next = channel_of(log, line)) {
      channel = next;
    } else if (channel != nullptr) {
      if (!line.empty()) *channel += line + "\n";
    } else {
      const std::size_t colon = line.find(": ");
      set_field(log, line.substr(0, colon), line.substr(colon + 2));
    }
  }
  return log;
}

}  // namespace

std::vector<NcuLog> ncu_logs() {
  std::vector<NcuLog> logs;
  for (const auto& entry : fs::directory_iterator(NCU_REGIONS_TEST_NCU_LOGS)) {
    logs.push_back(read_log(entry.path()));
  }
  std::ranges::sort(logs, {}, &NcuLog::name);
  return logs;
}

NcuLog ncu_log(const std::string& name) {
  return read_log(fs::path(NCU_REGIONS_TEST_NCU_LOGS) / (name + ".txt"));
}

}  // namespace ncu_regions::fixture
