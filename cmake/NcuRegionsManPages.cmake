find_program(NCU_REGIONS_CMARK NAMES cmark-gfm)
find_program(NCU_REGIONS_GZIP NAMES gzip)
mark_as_advanced(NCU_REGIONS_CMARK NCU_REGIONS_GZIP)

# ncu_regions_add_man_pages(<page>...)
#
# Makes a man page of each help page (Markdown): <build>/share/man/man1/ncu-regions-<command>.1.gz, the text of --help.
# The target ncu_regions_man makes them with every build; the global property ncu_regions_man_pages names them. Needs
# cmark-gfm and gzip, and only where something is installed: without them the property stays empty.
function(ncu_regions_add_man_pages)
  if(NOT NCU_REGIONS_ENABLE_INSTALL OR NOT NCU_REGIONS_CMARK OR NOT NCU_REGIONS_GZIP)
    return()
  endif()
  set(made "")
  cmake_path(ABSOLUTE_PATH CMAKE_CURRENT_SOURCE_DIR NORMALIZE OUTPUT_VARIABLE here)
  list(TRANSFORM ARGN PREPEND "${here}/" OUTPUT_VARIABLE pages)
  list(GET pages 0 first)  # of the program itself: it has a line for each command
  foreach(page IN LISTS pages)
    cmake_path(GET page STEM command)
    set(name "ncu-regions-${command}")
    if(page STREQUAL first)
      set(name "ncu-regions")
    endif()
    set(output "${PROJECT_BINARY_DIR}/share/man/man1/${name}.1.gz")
    add_custom_command(OUTPUT "${output}"
      COMMAND "${CMAKE_COMMAND}" -D "name=${name}" -D "page=${page}" -D "first=${first}"
        -D "version=${PROJECT_VERSION}" -D "cmark=${NCU_REGIONS_CMARK}" -D "gzip=${NCU_REGIONS_GZIP}"
        -D "output=${output}" -P "${PROJECT_SOURCE_DIR}/cmake/ManPage.cmake"
      DEPENDS "${page}" "${first}" "${PROJECT_SOURCE_DIR}/cmake/ManPage.cmake"
      VERBATIM)
    list(APPEND made "${output}")
  endforeach()
  add_custom_target(ncu_regions_man ALL DEPENDS ${made})
  set_property(GLOBAL PROPERTY ncu_regions_man_pages "${made}")
endfunction()
