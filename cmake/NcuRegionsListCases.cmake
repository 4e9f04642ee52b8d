# Run after ${program} was built: writes its cases to ${cases}, one in a line, and the CTest tests of them to
# ${cases}.cmake. ${function} registered it: it is a GoogleTest or a Google Benchmark program. Lists are joined with "@@".
cmake_minimum_required(VERSION 3.25)
foreach(list IN ITEMS arguments environment labels unset)
  string(REPLACE "@@" ";" ${list} "${${list}}")
endforeach()

# fail(<text>): stops the build. One text: in a list of them a ";" would be lost.
function(fail text)
  message(FATAL_ERROR "${function}(${name}): ${text}")
endfunction()

# run(<out> <argument>...): what the program prints when it is asked for its cases so.
function(run out)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env ${environment} "${program}" ${arguments} ${ARGN}
    WORKING_DIRECTORY "${folder}" RESULT_VARIABLE code OUTPUT_VARIABLE printed ERROR_VARIABLE error TIMEOUT 60)
  if(NOT code EQUAL 0)
    fail("listing the cases of ${program} ended with '${code}'; expected a program that knows ${ARGV1}.\n${error}")
  endif()
  set(${out} "${printed}" PARENT_SCOPE)
endfunction()

# Sets `names`.
function(list_gtest)
  run(listed --gtest_list_tests)
  set(also_disabled FALSE)
  if("${arguments}" MATCHES "--gtest_also_run_disabled_tests($|;|=1|=t)")
    set(also_disabled TRUE)
  endif()

  # Suites begin a line and end with ".", their cases are indented; what follows "#" is a comment, in which anything
  # may stand: it goes before the text becomes a list of lines. A program may print lines of its own before.
  string(REGEX REPLACE "  +#[^\n]*" "" listed "${listed}")
  if("${listed}" MATCHES "\n(  [^\n]*[][;\\][^\n]*)")
    fail("'${CMAKE_MATCH_1}' of ${program} cannot be the name of a region: it has one of [ ] ; \\")
  endif()
  string(REGEX REPLACE "[][;\\]" "_" listed "${listed}")  # in what the program prints of its own
  string(REGEX REPLACE "\r?\n" ";" lines "${listed}")
  set(names "")
  set(suite "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^([^ ].*)\\.$")
      set(suite "${CMAKE_MATCH_1}")
    elseif(NOT suite STREQUAL "" AND line MATCHES "^  ([^ ].*)$")
      set(case "${CMAKE_MATCH_1}")
      if(also_disabled OR NOT "/${suite}/${case}" MATCHES "/DISABLED_")
        list(APPEND names "${suite}.${case}")
      endif()
    elseif(NOT line STREQUAL "")
      set(suite "")  # a line of the program's own
    endif()
  endforeach()
  set(names "${names}" PARENT_SCOPE)
endfunction()

# Sets `names`. A benchmark is a line, and so is what the program prints of its own: that is what it prints when nothing is
# selected, too.
function(list_benchmarks)
  string(ASCII 1 odd)
  run(names --benchmark_list_tests=true)
  run(own --benchmark_list_tests=true --benchmark_filter=^$)
  foreach(text IN ITEMS names own)
    string(REGEX REPLACE "[][;\\]" "${odd}" ${text} "${${text}}")
    string(REGEX REPLACE "\r?\n" ";" ${text} "${${text}}")
    list(REMOVE_ITEM ${text} "")
  endforeach()
  if(own)
    list(REMOVE_ITEM names ${own})
  endif()
  set(seen "")
  foreach(benchmark IN LISTS names)
    if(benchmark MATCHES "${odd}")
      string(REPLACE "${odd}" "?" benchmark "${benchmark}")
      fail("'${benchmark}' of ${program} cannot be the name of a region: it has one of [ ] ; \\ in place of '?'")
    endif()
    if(benchmark IN_LIST seen)
      fail("${program} has two benchmarks '${benchmark}': a region needs a name of its own; give one of them another Name()")
    endif()
    list(APPEND seen "${benchmark}")
  endforeach()
  set(names "${names}" PARENT_SCOPE)
endfunction()

# What the environment selects here is no decision about what is gated.
foreach(variable IN LISTS unset ITEMS GTEST_OUTPUT)
  unset(ENV{${variable}})
endforeach()
if(NOT IS_DIRECTORY "${folder}")
  fail("WORKING_DIRECTORY: no folder '${folder}'")
endif()
if(function STREQUAL "ncu_regions_add_gtest")
  list_gtest()
  set(hint "Is there a main() that calls InitGoogleTest and RUN_ALL_TESTS")
else()
  list_benchmarks()
  set(hint "Is there a main() that calls benchmark::Initialize and RunSpecifiedBenchmarks")
endif()
if("${names}" STREQUAL "")
  fail("${program} lists no case: a check of nothing would always pass. ${hint}, and does its filter match?")
endif()

# Equal names, safe for CTest, are kept apart by a hash, as in ncu_regions_add_test.
list(TRANSFORM unset APPEND "=unset:")
set(text "# Written by ${function} when ${name} was built.\n")
set(tests "")
foreach(region IN LISTS names)
  string(REGEX REPLACE "[^A-Za-z0-9_.:+-]" "_" safe "${region}")
  set(test "ncu-regions.${name}.${safe}")
  if(test IN_LIST tests)
    string(SHA1 hash "${region}")
    string(SUBSTRING "${hash}" 0 8 hash)
    string(APPEND test "-${hash}")
  endif()
  list(APPEND tests "${test}")
  string(APPEND text "add_test([=[${test}]=] [=[${region_tests}]=] [=[${run}]=]
  --build [=[${root}]=] --test [=[${name}]=] --region [=[${region}]=])
set_tests_properties([=[${test}]=] PROPERTIES
  FIXTURES_REQUIRED [=[ncu-regions.${name}]=]
  LABELS [=[ncu-regions;${labels}]=]
  SKIP_RETURN_CODE 77
  ENVIRONMENT_MODIFICATION [=[${unset}]=]
  ATTACHED_FILES_ON_FAIL [=[${run}/regions/report.md]=])
")
endforeach()
list(JOIN names "\n" lines)
file(WRITE "${cases}.tmp" "${lines}\n")
file(RENAME "${cases}.tmp" "${cases}")
file(WRITE "${cases}.cmake.tmp" "${text}")
file(RENAME "${cases}.cmake.tmp" "${cases}.cmake")
