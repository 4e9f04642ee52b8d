#include "harness/render/template.h"

#include <inja/inja.hpp>

#include "harness/core/error.h"
#include "templates_embedded.h"

namespace ncu_regions {

std::string render_template(const std::string& name, Json data) {
  // Where a table ends, the template says.
  for (Json& value : data) {
    if (!value.is_string()) continue;
    auto& text = value.get_ref<std::string&>();
    while (text.ends_with('\n')) text.pop_back();
  }
  try {
    inja::Environment environment;
    environment.set_line_statement("\x01");  // inja's default, "##", is a heading here
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    return environment.render(std::string(templates::text(name)), inja::json(data));
  } catch (const inja::InjaError& error) {
    throw Error(ErrorKind::kUsage, name + ": " + error.what());
  }
}

}  // namespace ncu_regions
