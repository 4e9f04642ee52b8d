// Render: the inja templates: those of the folder $NCU_REGIONS_TEMPLATES, else those compiled in.
#pragma once

#include <string>

#include "harness/runs/json_file.h"

namespace ncu_regions {

// A template as it is, without the end of its last line.
std::string template_text(const std::string& name);

// Throws Error(kUsage) naming the template when it does not fit its data, or includes a file of
// another folder.
std::string render_template(const std::string& name, Json data);

}  // namespace ncu_regions
