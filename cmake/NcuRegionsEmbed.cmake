# ncu_regions_embed(<target> NAMESPACE <ns> FILES <file>...)
#
# Compiles text files into <target>: for "templates/report.md.inja" the generated header
# "<ns>_embedded.h" offers ncu_regions::<ns>::text("report.md.inja"). What the program prints and
# what the file says cannot drift apart. The target ncu_regions_generated makes the headers of all
# such calls without compiling anything: clang-tidy needs no more.
function(ncu_regions_embed target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAMESPACE" "FILES")
  if(DEFINED arg_UNPARSED_ARGUMENTS OR NOT arg_FILES OR NOT arg_NAMESPACE)
    message(FATAL_ERROR "ncu_regions_embed(${target}): needs NAMESPACE and FILES")
  endif()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAMESPACE}_embedded.cpp")
  set(header "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAMESPACE}_embedded.h")
  list(TRANSFORM arg_FILES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  list(JOIN arg_FILES "|" joined)
  add_custom_command(
    OUTPUT "${source}" "${header}"
    COMMAND "${CMAKE_COMMAND}" -D "namespace=${arg_NAMESPACE}" -D "files=${joined}"
      -D "source=${source}" -D "header=${header}" -P "${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    DEPENDS ${arg_FILES} "${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    VERBATIM)
  add_custom_target(${target}_embedded DEPENDS "${source}" "${header}")
  if(NOT TARGET ncu_regions_generated)
    add_custom_target(ncu_regions_generated)
  endif()
  add_dependencies(ncu_regions_generated ${target}_embedded)
  add_dependencies(${target} ${target}_embedded)
  target_sources(${target} PRIVATE "${source}")
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
endfunction()
