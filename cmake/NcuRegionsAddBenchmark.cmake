#[=======================================================================[.rst:
ncu_regions_add_benchmark
-------------------------

Registers a Google Benchmark program whose benchmarks are regions::

  ncu_regions_add_benchmark(
    TARGET <executable> | HOST_TARGET <executable>
    [NAME <name>]
    [ARGS <arg>...]
    [...])

The program links ``NcuRegions::benchmark_regions``, which makes the timed loop of every benchmark an NVTX region
with the benchmark's full name (``BM_Sort/8``); nothing else of it changes. Whenever it is built its benchmarks are
listed (``--benchmark_list_tests``), and each becomes a test ``ncu-regions.<name>.<benchmark>`` beside those that
ncu_regions_add_test adds. A benchmark that is listed and was not run fails, as does one that calls SkipWithError; one
that calls SkipWithMessage is skipped, with its message.

``TARGET``, ``HOST_TARGET``, ``NAME``
  As for ncu_regions_add_gtest.
``ARGS``
  Arguments of the program. ``--benchmark_filter=...`` selects benchmarks: the others are no regions. Unless
  ``--benchmark_min_time`` is among them, ``--benchmark_min_time=0`` is added: one run with one iteration, or with as
  many as the benchmark sets by Iterations. The benchmarks are listed with these, the ENVIRONMENT and the
  WORKING_DIRECTORY.

All other keywords are those of ncu_regions_add_test, but for COMMAND, HOST_COMMAND and REGIONS.
#]=======================================================================]
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/NcuRegionsAddCases.cmake")

# Described at the top of this file.
function(ncu_regions_add_benchmark)
  foreach(kind IN ITEMS flags single lists)
    get_property(${kind} GLOBAL PROPERTY ncu_regions_${kind})
  endforeach()
  cmake_parse_arguments(PARSE_ARGV 0 arg "${flags}" "${single}" "${lists}")
  if(NOT "${arg_ARGS}" MATCHES "--?benchmark_min_time=")
    list(PREPEND arg_ARGS --benchmark_min_time=0)  # "1x" is what later versions would rather read; 1.7 does not
  endif()
  _ncu_regions_register_cases(ncu_regions_add_benchmark)
endfunction()
