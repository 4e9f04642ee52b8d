# ncu_regions_add_room(<room> SOURCES <src>... [MAY_USE <room>...] [LINK <target>...] [APART])
#
# Adds harness/<room> as a library, NcuRegions::<room>, and a test, layout.<room>, that fails when
# one of its files includes a room that MAY_USE does not list. The build is where the one-way rule
# is written down; MAY_USE names every room whose headers are included, directly. APART: its sources are not
# compiled as one, for a room whose speed counts; nobody asks for that of a sanitized build.
function(ncu_regions_add_room room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "APART" "" "SOURCES;MAY_USE;LINK")
  if(DEFINED arg_UNPARSED_ARGUMENTS OR NOT DEFINED arg_SOURCES)
    message(FATAL_ERROR
      "ncu_regions_add_room(${room}): needs SOURCES, got '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  add_library(ncu_regions_${room} STATIC ${arg_SOURCES})
  add_library(NcuRegions::${room} ALIAS ncu_regions_${room})
  target_include_directories(ncu_regions_${room} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
  target_compile_features(ncu_regions_${room} PUBLIC cxx_std_20)
  list(TRANSFORM arg_MAY_USE PREPEND NcuRegions:: OUTPUT_VARIABLE upstream)
  target_link_libraries(ncu_regions_${room}
    PUBLIC ${upstream} ${arg_LINK}
    PRIVATE $<BUILD_INTERFACE:ncu_regions_options>)
  if(NOT arg_APART OR NCU_REGIONS_ENABLE_SANITIZERS)
    ncu_regions_compile_together(ncu_regions_${room})
  endif()
  ncu_regions_add_layout_test(${room} MAY_USE ${arg_MAY_USE})
endfunction()

# ncu_regions_add_layout_test(<room> [MAY_USE <room>...]): the test alone.
function(ncu_regions_add_layout_test room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "MAY_USE")
  if(NOT NCU_REGIONS_ENABLE_TESTS)
    return()
  endif()
  list(JOIN arg_MAY_USE "|" allowed)
  add_test(NAME layout.${room}
    COMMAND "${CMAKE_COMMAND}" -D "room=${room}" -D "allowed=${allowed}"
      -D "dir=${CMAKE_CURRENT_SOURCE_DIR}" -P "${PROJECT_SOURCE_DIR}/cmake/CheckRoom.cmake")
  set_tests_properties(layout.${room} PROPERTIES LABELS layout)
endfunction()
