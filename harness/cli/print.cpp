#include <unistd.h>

#include <cstdio>

#include "harness/cli/commands.h"
#include "harness/core/text.h"

namespace ncu_regions::cli {
namespace {

constexpr char kClearLine[] = "\r\033[K";
constexpr int kLogInterval = 30;
bool has_progress = false;

// Line by line: our own line breaks stay, those in names do not reach us (names come printable).
void put(std::FILE* out, const std::string& text) {
  const std::string safe = without_workflow_commands(without_ctest_tags(text)) + "\n";
  std::fwrite(safe.data(), 1, safe.size(), out);
  std::fflush(out);
}

}  // namespace

void print_line(const std::string& text) { put(stdout, text); }

void print_command(const std::string& line) {
  const std::string safe = without_ctest_tags(line) + "\n";
  std::fwrite(safe.data(), 1, safe.size(), stdout);
  std::fflush(stdout);
}

void print_text(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  print_line(text);
}

void tell_line(const std::string& text) {
  if (has_progress) std::fputs(kClearLine, stderr);
  has_progress = false;
  put(stderr, "ncu-regions: " + text);
}

void tell_progress(const std::string& text) {
  static int since_last = 0;
  if (isatty(STDERR_FILENO) != 0) {
    const std::string line = kClearLine + without_ctest_tags("ncu-regions: " + text);
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
    has_progress = true;
  } else if (++since_last % kLogInterval == 0) {
    tell_line(text);
  }
}

}  // namespace ncu_regions::cli
