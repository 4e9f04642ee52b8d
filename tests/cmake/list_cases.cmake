# Run by cmake.list_cases: what is made of the cases that programs list, and what stops the build. The programs are
# scripts that print.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${work}")

# list_cases(<function> <body>): the body is what the script does; $* are its arguments. Sets `code`, `error`, `cases`
# and `tests`.
function(list_cases function body)
  file(REMOVE_RECURSE "${work}")
  file(WRITE "${work}/program" "#!/bin/sh\n${body}\n")
  file(CHMOD "${work}/program" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  execute_process(COMMAND "${CMAKE_COMMAND}" -D "function=${function}" -D "program=${work}/program"
      -D "arguments=--size@@3" -D "environment=" -D "folder=${work}" -D "unset=BENCHMARK_FILTER" -D "cases=${work}/cases"
      -D name=n -D root=root -D run=run -D labels=extra -D region_tests=tests -P "${script}"
    RESULT_VARIABLE code ERROR_VARIABLE error OUTPUT_QUIET)
  string(REGEX REPLACE "[ \n]+" " " error "${error}")
  set(cases "")
  set(tests "")
  if(EXISTS "${work}/cases")
    file(READ "${work}/cases" cases)
    file(READ "${work}/cases.cmake" tests)
  endif()
  foreach(out IN ITEMS code error cases tests)
    set(${out} "${${out}}" PARENT_SCOPE)
  endforeach()
endfunction()

# expect(<text> <what>...): <what> is `is <text>` or `has <text>`.
function(expect text how wanted)
  string(FIND "${text}" "${wanted}" at)
  if((how STREQUAL "is" AND NOT text STREQUAL wanted) OR at LESS 0)
    message(FATAL_ERROR "expected '${wanted}', got '${text}'")
  endif()
endfunction()

# Stops without files: a build that failed leaves no list behind that ctest would take.
function(expect_failure message)
  if(code EQUAL 0 OR NOT cases STREQUAL "")
    message(FATAL_ERROR "expected a failure with '${message}'")
  endif()
  expect("${error}" has "${message}")
endfunction()

# Benchmarks are lines; those that the program prints whatever is selected are its own.
list_cases(ncu_regions_add_benchmark [=[
echo '[init]; of its own'
case "$*" in
  *'filter=^$') ;;
  '--size 3 --benchmark_list_tests=true') echo 'BM_A/8'; echo 'BM_B<int, 3>' ;;
esac]=])
expect("${code}${error}" is "0")
expect("${cases}" is "BM_A/8\nBM_B<int, 3>\n")
expect("${tests}" has "add_test([=[ncu-regions.n.BM_A_8]=] [=[tests]=] [=[run]=]
  --build [=[root]=] --test [=[n]=] --region [=[BM_A/8]=])")
expect("${tests}" has "LABELS [=[ncu-regions;extra]=]")

set(selected [=[case "$*" in *'filter=^$') exit ;; esac]=])
list_cases(ncu_regions_add_benchmark "echo own")
expect_failure("ncu_regions_add_benchmark(n): ${work}/program lists no case")
expect_failure("benchmark::Initialize and RunSpecifiedBenchmarks, and does its filter match?")
list_cases(ncu_regions_add_benchmark "${selected}\necho BM_A\necho BM_B\necho BM_A")
expect_failure("has two benchmarks 'BM_A': a region needs a name of its own; give one of them another Name()")
list_cases(ncu_regions_add_benchmark "${selected}\necho 'BM_A[1]'")
expect_failure("'BM_A?1?' of ${work}/program cannot be the name of a region: it has one of [ ] ; \\ in place of '?'")
list_cases(ncu_regions_add_benchmark "echo 'unknown flag' >&2\nexit 1")
expect_failure("ended with '1'; expected a program that knows --benchmark_list_tests=true. unknown flag")

# GoogleTest's lists are indented.
list_cases(ncu_regions_add_gtest "echo own\necho Suite.\necho '  One'\necho '  DISABLED_Two'")
expect("${cases}" is "Suite.One\n")
list_cases(ncu_regions_add_gtest "echo own")
expect_failure("ncu_regions_add_gtest(n): ${work}/program lists no case")
