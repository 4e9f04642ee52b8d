#[=======================================================================[.rst:
ncu_regions_add_gtest
---------------------

Registers a GoogleTest program whose test cases are regions::

  ncu_regions_add_gtest(
    TARGET <executable> | HOST_TARGET <executable>
    [NAME <name>]
    [ARGS <arg>...]
    [...])

The program links ``NcuRegions::gtest_regions``, which makes every case an NVTX region ``Suite.Test``;
nothing else of it changes. Whenever it is built its cases are listed (``--gtest_list_tests``), and each
becomes a test ``ncu-regions.<name>.<Suite.Test>`` beside those that ncu_regions_add_test adds. A case that
is listed and was not run fails; one that skipped itself is skipped, with its reason.

``TARGET``, ``HOST_TARGET``
  As for ncu_regions_add_test. A TARGET that holds no GPU code needs no HOST_TARGET: it is measured by
  the host profiler. Both are programs of the same cases: those of the HOST_TARGET are listed, and a case that
  only the other has is not gated.
``NAME``
  Default: the name of the TARGET, or of the HOST_TARGET.
``ARGS``
  Arguments of the program. ``--gtest_filter=...`` selects cases: the others are no regions. The cases are listed
  with these, the ENVIRONMENT and the WORKING_DIRECTORY.

All other keywords are those of ncu_regions_add_test, but for COMMAND, HOST_COMMAND and REGIONS. Cases that
are disabled are left out. A case that fails is a failed measurement: this is no way to run the tests.
#]=======================================================================]
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/NcuRegionsAddCases.cmake")

# Described at the top of this file.
function(ncu_regions_add_gtest)
  foreach(kind IN ITEMS flags single lists)
    get_property(${kind} GLOBAL PROPERTY ncu_regions_${kind})
  endforeach()
  cmake_parse_arguments(PARSE_ARGV 0 arg "${flags}" "${single}" "${lists}")
  _ncu_regions_register_cases(ncu_regions_add_gtest)
endfunction()
