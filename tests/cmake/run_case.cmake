# Run by cmake.<case>: configures the case, then runs its tests, and compares exit codes and output.
cmake_minimum_required(VERSION 3.25)
set(build "${work}/build dir")

function(fail text)
  message(FATAL_ERROR "${case}: ${text}")
endfunction()

function(configure)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -S "${work}/source" -B "${build}" -G Ninja
      -D "languages=${languages}" -D "case=${case}" -D "modules=${modules}" -D "cli=${cli}"
      -D "region_tests=${region_tests}" -D "ranges=${ranges}" -D "resnet=${resnet}" ${ARGN}
    RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE error)
  string(REGEX REPLACE "[ \n]+" " " flat "${error}")
  if(NOT code EQUAL exit)
    fail("configure ended with ${code}, expected ${exit}: ${error}")
  endif()
  string(FIND "${flat}" "${message}" at)
  if(at LESS 0)
    fail("expected the message '${message}', got: ${flat}")
  endif()
endfunction()

# Measures the case once and accepts what it gave; the case itself is configured with -D second=ON.
function(accept_first)
  execute_process(COMMAND ctest WORKING_DIRECTORY "${build}" OUTPUT_QUIET)
  execute_process(
    COMMAND "${cli}" accept --run "${build}/ncu-regions/${accept_first}" --reason first
    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
  configure(-D second=ON)
endfunction()

# True when a line of the output matches (CMake's "." would match a line break, too).
function(is_printed pattern result)
  string(REPLACE ".*" "[^\n]*" pattern "${pattern}")
  string(REGEX MATCH "${pattern}" found "${out}")
  if("${found}" STREQUAL "")
    set(${result} FALSE PARENT_SCOPE)
  else()
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

file(REMOVE_RECURSE "${work}")
file(COPY "${template}/CMakeLists.txt" DESTINATION "${work}/source")
set(languages NONE)
if(NOT "${ctest_exit}" STREQUAL "")
  set(languages CXX)  # the flags of a host target are recorded per language
endif()
configure()
if("${ctest_exit}" STREQUAL "")
  return()
endif()
if(NOT "${accept_first}" STREQUAL "")
  accept_first()
endif()

string(REPLACE "@@" ";" ctest_args "${ctest_args}")
execute_process(
  COMMAND ctest -V --no-tests=error ${ctest_args}
  WORKING_DIRECTORY "${build}"
  RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE error)
if(NOT code EQUAL ctest_exit)
  fail("ctest ended with ${code}, expected ${ctest_exit}:\n${out}")
endif()
string(REPLACE "@@" ";" expect "${expect}")
foreach(pattern IN LISTS expect)
  is_printed("${pattern}" printed)
  if(NOT printed)
    fail("ctest did not print '${pattern}':\n${out}")
  endif()
endforeach()
string(REPLACE "@@" ";" refuse "${refuse}")
foreach(pattern IN LISTS refuse)
  is_printed("${pattern}" printed)
  if(printed)
    fail("ctest printed '${pattern}':\n${out}")
  endif()
endforeach()
