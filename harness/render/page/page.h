// Render: report.html, one page that needs nothing else: no network, no other file.
#pragma once

#include <string>

#include "harness/render/report.h"

namespace ncu_regions {

std::string report_html(const ReportInput& input);

// Whether a text is such a page: what we wrote, we may write again.
bool is_report_html(std::string_view text);

}  // namespace ncu_regions
