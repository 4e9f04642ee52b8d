// Tests: expected output in files, accepted with one command.
#pragma once

#include <string>

namespace ncu_regions {

// Compares `text` with tests/golden/<name>; a difference is a test failure that shows the first
// differing line and the command that accepts the new text.
void expect_golden(const std::string& name, const std::string& text);

}  // namespace ncu_regions
