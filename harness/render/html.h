// Render: text that is safe in HTML and XML, and small pieces of it.
#pragma once

#include <string>
#include <string_view>

namespace ncu_regions {

// Plain text in an element or in a quoted attribute, of XML, too: no element, entity, control
// character or mark that reverses the direction of text can come out of it.
std::string html_text(std::string_view text);

// A name from a program, as code; at most as long as people read.
std::string html_name(std::string_view name);

// The name of a metric, which may break where its parts end.
std::string html_metric(std::string_view name);

// A string of JSON in a script element, which ends at "</script" and nowhere else.
std::string script_text(std::string_view text);

// Cuts the name in the middle of nothing: "void cutlass::Kernel<...".
inline constexpr std::size_t kMostNameOnPage = 160;

// A number as an attribute or a coordinate: short, and the same on every machine.
std::string html_number(double value, int decimals);

}  // namespace ncu_regions
