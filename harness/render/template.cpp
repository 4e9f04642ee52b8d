#include "harness/render/template.h"

#include <cstdlib>
#include <inja/inja.hpp>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "templates_embedded.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// A template and what it includes lie in one folder: a name must not lead out of it.
void require_plain_name(const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos || name.starts_with('.')) {
    throw Error(ErrorKind::kUsage, "template '" + name +
                                       "': expected the name of a file in the "
                                       "same folder");
  }
}

// Nor may a link.
void require_in(const fs::path& folder, const fs::path& file, const std::string& name) {
  std::error_code failed;
  if (fs::canonical(file, failed).parent_path() == fs::canonical(folder, failed)) return;
  throw Error(ErrorKind::kUsage, "template '" + name + "': a link that leads out of " +
                                     folder.string() + "; expected a file in it");
}

// Where the user's own templates are; the others are compiled in.
std::string file_text(const std::string& name) {
  require_plain_name(name);
  const char* folder = std::getenv("NCU_REGIONS_TEMPLATES");
  if (folder != nullptr && *folder != '\0') {
    std::error_code failed;
    if (!fs::is_directory(folder, failed)) {
      throw Error(ErrorKind::kUsage,
                  std::string("NCU_REGIONS_TEMPLATES=") + folder + ": no such folder");
    }
    const fs::path file = fs::path(folder) / name;
    if (is_there(file)) {
      require_in(folder, file, name);
      return read_file(file);
    }
  }
  const std::string_view text = templates::text(name);
  if (text.empty()) throw Error(ErrorKind::kUsage, "template '" + name + "': there is none");
  return std::string(text);
}

}  // namespace

std::string template_text(const std::string& name) {
  std::string text = file_text(name);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

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
    environment.set_search_included_templates_in_files(false);
    environment.set_include_callback([&](const fs::path&, const std::string& included) {
      return environment.parse(file_text(included));
    });
    return environment.render(file_text(name), inja::json(data));
  } catch (const inja::InjaError& error) {
    throw Error(ErrorKind::kUsage, name + ": " + error.what());
  }
}

}  // namespace ncu_regions
