# Run after ${program}, a GoogleTest program, was built: writes its cases to ${cases}, one in a line, and the
# CTest tests of them to ${cases}.cmake.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "@@" ";" arguments "${arguments}")
string(REPLACE "@@" ";" labels "${labels}")
# What the environment selects here is no decision about what is gated.
foreach(variable IN ITEMS GTEST_FILTER GTEST_TOTAL_SHARDS GTEST_SHARD_INDEX GTEST_OUTPUT)
  unset(ENV{${variable}})
endforeach()
execute_process(COMMAND "${program}" ${arguments} --gtest_list_tests
  RESULT_VARIABLE code OUTPUT_VARIABLE listed ERROR_VARIABLE error TIMEOUT 60)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "ncu_regions_add_gtest(${name}): listing the cases of ${program} ended with '${code}';"
    " expected a GoogleTest program that knows --gtest_list_tests.\n${error}")
endif()
set(also_disabled FALSE)
if("--gtest_also_run_disabled_tests" IN_LIST arguments)
  set(also_disabled TRUE)
endif()

# Suites begin a line and end with ".", their cases are indented; what follows "#" is a comment. A program may
# print lines of its own before.
string(REPLACE ";" "_" listed "${listed}")
string(REGEX REPLACE "\r?\n" ";" lines "${listed}")
set(names "")
set(suite "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "  +#.*$" "" line "${line}")
  if(line MATCHES "^([A-Za-z0-9_/]+)\\.$")
    set(suite "${CMAKE_MATCH_1}")
  elseif(suite AND line MATCHES "^  ([A-Za-z0-9_/]+)$")
    set(case "${CMAKE_MATCH_1}")
    if(also_disabled OR NOT "/${suite}/${case}" MATCHES "/DISABLED_")
      list(APPEND names "${suite}.${case}")
    endif()
  endif()
endforeach()
if(NOT names)
  message(FATAL_ERROR "ncu_regions_add_gtest(${name}): ${program} lists no case: a check of nothing would always"
    " pass. Is there a main() that calls InitGoogleTest and RUN_ALL_TESTS, and does its filter match?")
endif()

# Equal names, safe for CTest, are kept apart by a hash, as in ncu_regions_add_test.
set(text "# Written by ncu_regions_add_gtest when ${name} was built.\n")
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
  string(APPEND text "add_test([=[${test}]=] [=[${region_tests}]=] [=[${run}]=] --region [=[${region}]=])
set_tests_properties([=[${test}]=] PROPERTIES
  FIXTURES_REQUIRED [=[ncu-regions.${name}]=]
  LABELS [=[ncu-regions;${labels}]=]
  SKIP_RETURN_CODE 77
  ENVIRONMENT_MODIFICATION [=[GTEST_FILTER=unset:;GTEST_TOTAL_SHARDS=unset:;GTEST_SHARD_INDEX=unset:]=]
  ATTACHED_FILES_ON_FAIL [=[${run}/regions/report.md]=])
")
endforeach()
list(JOIN names "\n" lines)
file(WRITE "${cases}.tmp" "${lines}\n")
file(RENAME "${cases}.tmp" "${cases}")
file(WRITE "${cases}.cmake.tmp" "${text}")
file(RENAME "${cases}.cmake.tmp" "${cases}.cmake")
