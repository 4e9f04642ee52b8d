#include <cstdio>

#include "harness/cli/commands.h"
#include "harness/core/text.h"

namespace ncu_regions::cli {
namespace {

// Line by line: our own line breaks stay, those in names do not reach us (names come printable).
void put(std::FILE* out, const std::string& text) {
  const std::string safe = without_ctest_tags(text) + "\n";
  std::fwrite(safe.data(), 1, safe.size(), out);
  std::fflush(out);
}

}  // namespace

void print_line(const std::string& text) { put(stdout, text); }
void tell_line(const std::string& text) { put(stderr, "ncu-regions: " + text); }

}  // namespace ncu_regions::cli
