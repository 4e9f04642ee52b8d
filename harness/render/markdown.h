// Render: text that is safe in Markdown, and numbers for people.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ncu_regions {

// Plain text in Markdown and in a table cell: no element, link, mention, issue reference, HTML tag
// or line break can come out of it.
std::string markdown_text(std::string_view text);

// The same behind other text of a line, where nothing can begin a list.
std::string markdown_inline(std::string_view text);

// A name as a code span, whatever it contains; safe in a table cell.
std::string markdown_name(std::string_view name);

// Nanoseconds as milliseconds.
std::string milliseconds(double nanoseconds, int decimals = 3);

// A value of a metric with its unit: "1,234 inst", "12.345 ms".
std::string with_unit(double value, std::string_view unit);

// "+3.30 %", "-100 %", "new" against zero; "none" when equal.
std::string relative_change(double before, double now);

}  // namespace ncu_regions
