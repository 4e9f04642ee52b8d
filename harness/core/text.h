// Core: small text helpers that several rooms need.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions {

std::string_view trim(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);
std::string join(std::span<const std::string> parts, std::string_view separator);

// The known name that `text` was probably meant to be (edit distance), or nothing when none is
// near.
std::optional<std::string> nearest_name(std::string_view text, std::span<const std::string> known);

// " (did you mean 'x'?)" or "".
std::string suggestion(std::string_view text, std::span<const std::string> known);

// `*` any run of characters, `?` one; everything else literal. Used for budgets' metric and region
// patterns.
bool glob_match(std::string_view pattern, std::string_view text);

// The shortest text that reads back as the same double. Requires a finite value.
std::string shortest(double value);

// For people: 1234567 -> "1,234,567"; with two decimals when it is not a whole number.
std::string grouped(double value);

// Text from a program made safe for one line of a terminal or log: control characters, bytes that
// are not UTF-8 and marks that reverse the direction of text become \xHH, so that a name can
// neither forge a line, colour a screen nor show in another order than it has.
std::string printable(std::string_view text);

// `text` with the tags broken that ctest obeys in the output of a test (<CTestMeasurementFile>
// makes it read any file): everything we print may be printed in a test.
std::string without_ctest_tags(std::string_view text);

// `text` with what GitHub Actions would obey broken: "::command" at the start of a line, and "##["
// of its first format anywhere.
std::string without_workflow_commands(std::string_view text);

// One word of a command line for a POSIX shell, quoted when it needs to be.
std::string shell_word(std::string_view word);

// "1 region", "2 regions".
std::string counted(std::size_t number, const std::string& what);

}  // namespace ncu_regions
