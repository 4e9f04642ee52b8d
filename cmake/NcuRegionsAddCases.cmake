# Programs whose cases are regions: what ncu_regions_add_gtest and ncu_regions_add_benchmark have in common. Private
# to them; all read the caller's arg_* variables.
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/NcuRegionsAddTest.cmake")

set_property(GLOBAL PROPERTY ncu_regions_list_cases "${CMAKE_CURRENT_LIST_DIR}/NcuRegionsListCases.cmake")

# Whenever <target> was built: lists its cases into <cases>, and their tests into <cases>.cmake, which
# CTest includes. <function> is the caller.
function(_ncu_regions_list_cases function target cases run)
  _ncu_regions_root(root)
  get_property(script GLOBAL PROPERTY ncu_regions_list_cases)
  get_property(unset GLOBAL PROPERTY ncu_regions_unset)
  list(JOIN unset "@@" unset)
  list(JOIN arg_ARGS "@@" arguments)
  list(JOIN arg_ENVIRONMENT "@@" environment)
  list(JOIN arg_LABELS "@@" labels)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND "${CMAKE_COMMAND}" -D "function=${function}"
      -D "program=$<TARGET_FILE:${target}>" -D "arguments=${arguments}"
      -D "environment=${environment}" -D "folder=${arg_WORKING_DIRECTORY}" -D "unset=${unset}"
      -D "cases=${cases}" -D "name=${arg_NAME}" -D "root=${root}" -D "run=${run}" -D "labels=${labels}"
      -D "region_tests=$<TARGET_FILE:NcuRegions::region_tests>" -P "${script}")
  # CTest knows the configuration when it runs, as does this path.
  string(REPLACE "$<CONFIG>" "\${CTEST_CONFIGURATION_TYPE}" included "${cases}.cmake")
  set(include_file "${CMAKE_BINARY_DIR}/ncu-regions/cases/${arg_NAME}.include.cmake")
  file(WRITE "${include_file}" "include(\"${included}\" OPTIONAL)\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include_file}")
endfunction()

# Checks the call of <function> and registers its program.
function(_ncu_regions_register_cases function)
  _ncu_regions_set_defaults()
  set(call "${function}(${arg_NAME}${arg_TARGET}${arg_HOST_TARGET})")
  _ncu_regions_check_arguments("${call}" "")
  if(NOT DEFINED arg_TARGET AND NOT DEFINED arg_HOST_TARGET)
    message(FATAL_ERROR "${call}: TARGET or HOST_TARGET is required")
  endif()
  set(targets ${arg_TARGET} ${arg_HOST_TARGET})
  list(GET targets -1 listed)
  if(NOT DEFINED arg_NAME)
    list(GET targets 0 arg_NAME)
  endif()
  foreach(part IN ITEMS name program files values)
    cmake_language(CALL _ncu_regions_check_${part} "${call}")
  endforeach()
  get_target_property(folder "${listed}" SOURCE_DIR)
  get_target_property(is_imported "${listed}" IMPORTED)
  if(is_imported OR NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "${call}: '${listed}' is not built here: its cases are listed when it is built;"
      " call this where it is added")
  endif()
  _ncu_regions_root(root)
  set(arg_CASES_FILE "${root}/ncu-regions/cases/${arg_NAME}")
  _ncu_regions_register(run 30)  # how many there will be is not known yet
  _ncu_regions_list_cases(${function} "${listed}" "${arg_CASES_FILE}" "${run}")
endfunction()
