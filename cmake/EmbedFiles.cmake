# Run by ncu_regions_embed: writes ${source} and ${header} from the text files in ${files}.
string(REPLACE "|" ";" files "${files}")
set(entries "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" text)
  if(text MATCHES "\\)embed\"")
    message(FATAL_ERROR "${file}: contains the end of a raw string, )embed\"")
  endif()
  # A string literal may hold 65,536 bytes at most in some compilers; our texts are far below.
  string(APPEND entries "    {\"${name}\", R\"embed(${text})embed\"},\n")
endforeach()
file(WRITE "${header}" "#pragma once
#include <string_view>
namespace ncu_regions::${namespace} {
// The embedded file with this name, or an empty text when there is none.
std::string_view text(std::string_view name);
}  // namespace ncu_regions::${namespace}
")
file(WRITE "${source}" "#include \"${namespace}_embedded.h\"
#include <utility>
namespace ncu_regions::${namespace} {
namespace {
constexpr std::pair<std::string_view, std::string_view> kFiles[] = {
${entries}};
}  // namespace
std::string_view text(std::string_view name) {
  for (const auto& [known, content] : kFiles) {
    if (known == name) return content;
  }
  return {};
}
}  // namespace ncu_regions::${namespace}
")
