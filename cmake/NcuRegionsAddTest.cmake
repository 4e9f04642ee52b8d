#[=======================================================================[.rst:
ncu_regions_add_test
--------------------

Registers a program whose NVTX regions are measured and gated::

  ncu_regions_add_test(
    NAME <name>
    [TARGET <executable> | COMMAND <program> [<arg>...]]
    [HOST_TARGET <executable> | HOST_COMMAND <program> [<arg>...]]
    [ARGS <arg>...]
    REGIONS <region>...
    [PRESET <preset>|<file.yaml>]
    [CONFIG <file.yaml>] [BUDGETS <file.yaml>|strict|default|relaxed]
    [LIMITS <limit>...]
    [METRICS <metric>...]
    [FAIL_ON suspect|noisy...]
    [REPLAY_MODE range|app-range|kernel|application]
    [SECTIONS <section>...]
    [KERNEL_INCLUDE <pattern>...] [KERNEL_EXCLUDE <pattern>...]
    [LAUNCHER <program> [<arg>...]]
    [GPUS <number>]
    [TIMEOUT <seconds>]
    [ENVIRONMENT <name=value>...]
    [WORKING_DIRECTORY <folder>]
    [DEPENDS <test>...]
    [REQUIRE_BASELINE] [ALLOW_INCOMPARABLE] [REQUIRE_GPU]
    [LABELS <label>...])

It adds these tests, all with the label ``ncu-regions``:

``ncu-regions.profile.<name>``
  Runs the program under a profiler, judges, writes all reports. Passes when there is an outcome,
  whatever the verdicts. No other test runs beside it, unless only counts of a HOST_TARGET are gated:
  with neither TARGET, COMMAND, HOST_COMMAND, PRESET, CONFIG nor BUDGETS, and no time in METRICS and LIMITS.
``ncu-regions.<name>.<region>``
  One per region: reads the outcome, fails when this region regressed or was not measured, and is skipped
  when that could not be decided (suspect, noisy). Selected alone (``ctest -R``) it brings its profile along.
  Without it (``-E``, ``-FS``, ``-FA``) it believes the last outcome only while the program and this call are
  those that were measured.
``ncu-regions.report.<name>``
  Prints where the report is.
``ncu-regions.summary``
  One for the whole build: a line for every workload, after all of them, also when they failed.

``NAME``
  Name of the workload: letters, digits, ``_``, ``.``, ``+``, ``-``. Not ``profile``, ``report``,
  ``summary``, ``flags``, ``cases``, ``tests.json``, ``resources.json`` or ``<anything>.previous``
  (``.accept``, ``.selftest``, ``.lock``): those are our own.
``TARGET``, ``COMMAND``
  The CUDA program: an executable target, or any program with its first arguments.
``HOST_TARGET``
  The same workload built for the CPU. It is measured by the host profiler on machines without a
  usable GPU; without it the tests are skipped there.
``HOST_COMMAND``
  The same for a program that is no target of this project (``python3 bench.py``). Its compiler and
  flags are not known, so they are not part of the baseline.
``ARGS``
  Arguments of the program, whichever of them runs. Generator expressions are allowed here, in the
  commands, in ``ENVIRONMENT`` and in ``WORKING_DIRECTORY``; one that gives nothing is no argument.
``REGIONS``
  The regions that must be measured, each by its label (``A::A1``) or in full (``A/A::A1``).
``PRESET``
  A file in ``conf/ncu`` and ``conf/host`` of ncu-regions, without ``.yaml``; where only one of them has
  it, the other profiler uses its ``default``. Or a file of this project, with ``.yaml``: it is the
  preset of both profilers. Default: ``default``.
``CONFIG``, ``BUDGETS``
  Further settings files, keys as in ``conf/defaults.yaml``; later ones win. ``BUDGETS`` may also name one
  of the tables of ``conf/budgets``.
``LIMITS``
  What a metric may never exceed, whatever the baseline: ``"launch__registers_per_thread(A::A1)<=64"``,
  ``"gpu__time_duration.sum(B)<=2ms"``. A metric that is named is measured.
``METRICS``
  What to measure, instead of the preset's list. It may name metrics of both profilers.
``FAIL_ON``
  ``suspect``, ``noisy``: a region of which a gate ends so fails (exit code 3) instead of being skipped.
``REPLAY_MODE``
  How ncu measures the CUDA program. Default: ``range``, unless CONFIG sets ``ncu_cli.replay_mode``.
``SECTIONS``
  Sections that ncu collects and reports show, instead of the preset's.
``KERNEL_INCLUDE``, ``KERNEL_EXCLUDE``
  Kernels that count: exact names, or ``regex:`` and an expression. With range replay they act on the
  tables of kernels alone.
``LAUNCHER``
  What starts the program: ``mpirun -n 2``, ``srun --gres=gpu:1``, ``docker run ...``. It starts the
  profiler, once per process; ``launcher_position: inside`` in CONFIG lets ncu start it.
``GPUS``
  How many GPUs it needs, each as one slot of a CTest resource ``gpus``. With a resource file
  (``cmake --build . --target ncu_regions_resources``, then ``ctest --resource-spec-file
  <build>/ncu-regions/resources.json``) it gets that many of its own, as ``CUDA_VISIBLE_DEVICES`` by
  UUID; without one it sees them all.
``TIMEOUT``
  Seconds that one run of the program may take (default 300). CTest's own timeout is later, because
  it kills without warning.
``ENVIRONMENT``
  Variables for the program.
``WORKING_DIRECTORY``
  Default: the current binary directory.
``DEPENDS``
  Tests that must run before this program is measured.
``REQUIRE_BASELINE``
  A region without a stored baseline fails instead of being skipped.
``ALLOW_INCOMPARABLE``
  A baseline from another compiler or machine is a skip instead of a failure.
``REQUIRE_GPU``
  Never measure the HOST_TARGET or HOST_COMMAND.
``LABELS``
  Further CTest labels.

Cache variables:

``NCU_REGIONS_BASELINES``
  Folder of the stored baselines. Default: ``baselines`` in the top-level source directory.
``NCU_REGIONS_BASE``
  Build folder of the base commit. Every test is then measured side by side with the same test of that
  build, and no stored baseline is read. The environment variable of this name, when ``ctest`` runs, wins.
``NCU_REGIONS_PARALLEL_GPUS``
  ``ON``: tests with ``GPUS`` may be measured at the same time, each on GPUs of its own. They need a
  resource file. Default: ``OFF``, one measurement at a time on the whole machine.
#]=======================================================================]
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/NcuRegionsTestChecks.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/NcuRegionsTestsFile.cmake")

set(NCU_REGIONS_BASELINES "${CMAKE_SOURCE_DIR}/baselines" CACHE PATH
  "Folder of the stored baselines")
set(NCU_REGIONS_BASE "" CACHE PATH
  "Build folder of the base commit, to be measured side by side with; empty: stored baselines")
option(NCU_REGIONS_PARALLEL_GPUS "Measure tests with GPUS at the same time, each on its own" OFF)

# The package says where its data are; here they lie beside the modules.
get_property(conf GLOBAL PROPERTY ncu_regions_conf)
if(NOT conf)
  set_property(GLOBAL PROPERTY ncu_regions_conf "${CMAKE_CURRENT_LIST_DIR}/../conf")
endif()

# Keywords of all functions; each adds its own.
set_property(GLOBAL PROPERTY ncu_regions_flags REQUIRE_BASELINE ALLOW_INCOMPARABLE REQUIRE_GPU)
set_property(GLOBAL PROPERTY ncu_regions_single
  NAME TARGET HOST_TARGET PRESET CONFIG BUDGETS REPLAY_MODE GPUS TIMEOUT WORKING_DIRECTORY)
set_property(GLOBAL PROPERTY ncu_regions_lists
  ARGS METRICS LIMITS FAIL_ON SECTIONS KERNEL_INCLUDE KERNEL_EXCLUDE LAUNCHER ENVIRONMENT DEPENDS LABELS)

# What a call of any of them means where it says nothing.
macro(_ncu_regions_set_defaults)
  if(NOT DEFINED arg_PRESET)
    set(arg_PRESET default)
  endif()
  if(NOT DEFINED arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(NOT DEFINED arg_WORKING_DIRECTORY)
    set(arg_WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
endmacro()

# What selects cases of GoogleTest and Google Benchmark programs is left to whoever runs them by hand: left over in an
# environment it would hide gates.
set_property(GLOBAL PROPERTY ncu_regions_unset GTEST_FILTER GTEST_TOTAL_SHARDS GTEST_SHARD_INDEX GTEST_REPEAT
  GTEST_FAIL_FAST GTEST_ALSO_RUN_DISABLED_TESTS TESTBRIDGE_TEST_ONLY TESTBRIDGE_TEST_RUNNER_FAIL_FAST
  BENCHMARK_FILTER BENCHMARK_LIST_TESTS BENCHMARK_OUT)

# What holds for every one of our tests.
function(_ncu_regions_test_properties test)
  get_property(unset GLOBAL PROPERTY ncu_regions_unset)
  list(TRANSFORM unset APPEND "=unset:")
  set_tests_properties("${test}" PROPERTIES
    LABELS "ncu-regions;${arg_LABELS}"
    SKIP_RETURN_CODE 77
    ENVIRONMENT_MODIFICATION "${unset}")
endfunction()

# The CTest name of a region: what is not safe in one becomes "_", and a hash keeps apart what
# would be equal then.
function(_ncu_regions_test_name out workload region)
  string(REGEX REPLACE "[^A-Za-z0-9_.:+-]" "_" safe "${region}")
  set(name "ncu-regions.${workload}.${safe}")
  if(TEST "${name}")
    string(SHA1 hash "${region}")
    string(SUBSTRING "${hash}" 0 8 hash)
    set(name "${name}-${hash}")
  endif()
  set(${out} "${name}" PARENT_SCOPE)
endfunction()

# The test of one region. It reads what the profile test of its workload left in <run>, and compares it with what is
# registered.
function(_ncu_regions_add_region_test run region)
  _ncu_regions_test_name(test "${arg_NAME}" "${region}")
  _ncu_regions_literal(region_text "${region}")
  _ncu_regions_root(root)
  add_test(NAME "${test}" COMMAND NcuRegions::region_tests "${run}" --build "${root}" --test "${arg_NAME}"
    --region "${region_text}")
  _ncu_regions_test_properties("${test}")
  set_tests_properties("${test}" PROPERTIES
    FIXTURES_REQUIRED "ncu-regions.${arg_NAME}"
    ATTACHED_FILES_ON_FAIL "${run}/regions/report.md")
endfunction()

# The test that measures. <regions>: how many there may be.
function(_ncu_regions_add_profile_test root regions)
  # The host profiler: up to five passes, one of them tried in three ways. ncu: survey, census, and
  # every region in runs that may be repeated. Captures that confirm a suspicion. The wait for another
  # measurement on this machine, and time to end in order.
  math(EXPR deadline "(7 + 3 * ${regions}) * ${arg_TIMEOUT} + 1200")
  math(EXPR ctest_timeout "${deadline} + 30")
  set(profile "ncu-regions.profile.${arg_NAME}")
  add_test(NAME "${profile}"
    COMMAND NcuRegions::cli profile --build "${root}" --test "${arg_NAME}" --deadline ${deadline})
  _ncu_regions_test_properties("${profile}")
  set_tests_properties("${profile}" PROPERTIES
    FIXTURES_SETUP "ncu-regions.${arg_NAME}"
    TIMEOUT ${ctest_timeout}
    ENVIRONMENT NCU_REGIONS_UNDER_CTEST=1
    DEPENDS "${arg_DEPENDS}")
  if(DEFINED arg_GPUS)
    # Each GPU is one slot of its own: "gpus:2" would be two slots of one GPU.
    set_tests_properties("${profile}" PROPERTIES RESOURCE_GROUPS "${arg_GPUS},gpus:1")
  endif()
  _ncu_regions_run_serial(serial)
  if(serial)
    # A neighbour on the CPU or the GPU would be measured too.
    set_tests_properties("${profile}" PROPERTIES RUN_SERIAL TRUE)
  endif()
endfunction()

# The test that says where the report is.
function(_ncu_regions_add_report_test run)
  set(report "ncu-regions.report.${arg_NAME}")
  add_test(NAME "${report}" COMMAND NcuRegions::cli report --print-path "${run}")
  _ncu_regions_test_properties("${report}")
  set_tests_properties("${report}" PROPERTIES FIXTURES_CLEANUP "ncu-regions.${arg_NAME}")
endfunction()

# Everything of a workload but the tests of its regions. Sets <out> to its run folder.
function(_ncu_regions_register out regions)
  _ncu_regions_root(root)
  set(run "${root}/ncu-regions/${arg_NAME}")
  _ncu_regions_add_profile_test("${root}" ${regions})
  _ncu_regions_add_report_test("${run}")
  get_property(names GLOBAL PROPERTY ncu_regions_names)
  if("${names}" STREQUAL "")  # a test may be called "n" or "off"
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _ncu_regions_finish)
  endif()
  set_property(GLOBAL APPEND PROPERTY ncu_regions_names "${arg_NAME}")
  _ncu_regions_describe_test("${run}")
  set(${out} "${run}" PARENT_SCOPE)
endfunction()

# Called when everything is registered, in whichever directory.
function(_ncu_regions_finish)
  _ncu_regions_write_tests()
  get_property(names GLOBAL PROPERTY ncu_regions_names)
  list(TRANSFORM names PREPEND "ncu-regions." OUTPUT_VARIABLE fixtures)
  list(TRANSFORM names PREPEND "ncu-regions.report." OUTPUT_VARIABLE reports)
  _ncu_regions_root(root)
  # A clean-up of every workload: whatever was selected and however it ended, it runs, and last.
  add_test(NAME ncu-regions.summary COMMAND NcuRegions::cli summarize --build "${root}")
  _ncu_regions_test_properties(ncu-regions.summary)
  set_tests_properties(ncu-regions.summary PROPERTIES FIXTURES_CLEANUP "${fixtures}" DEPENDS "${reports}")
  if(NOT TARGET ncu_regions_resources)
    add_custom_target(ncu_regions_resources VERBATIM
      COMMAND NcuRegions::cli doctor --resources "${root}/ncu-regions/resources.json")
  endif()
  if(NOT CMAKE_TESTING_ENABLED AND (NOT DEFINED BUILD_TESTING OR BUILD_TESTING))
    message(WARNING "ncu-regions: tests are registered, but ctest will not find them:"
      " call enable_testing() in the top-level CMakeLists.txt")
  endif()
endfunction()

# Described at the top of this file.
function(ncu_regions_add_test)
  foreach(kind IN ITEMS flags single lists)
    get_property(${kind} GLOBAL PROPERTY ncu_regions_${kind})
  endforeach()
  cmake_parse_arguments(PARSE_ARGV 0 arg "${flags}" "${single}" "${lists};COMMAND;HOST_COMMAND;REGIONS")
  _ncu_regions_set_defaults()
  set(call "ncu_regions_add_test(${arg_NAME})")
  _ncu_regions_check_arguments("${call}" "NAME;REGIONS")
  foreach(part IN ITEMS name program regions files values)
    cmake_language(CALL _ncu_regions_check_${part} "${call}")
  endforeach()
  list(LENGTH arg_REGIONS count)
  _ncu_regions_register(run ${count})
  foreach(region IN LISTS arg_REGIONS)
    _ncu_regions_add_region_test("${run}" "${region}")
  endforeach()
endfunction()
