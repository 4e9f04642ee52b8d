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
    [PRESET <preset>]
    [CONFIG <file.yaml>] [BUDGETS <file.yaml>|strict|default|relaxed]
    [LIMITS <limit>...]
    [METRICS <metric>...]
    [REPLAY_MODE range|app-range|kernel|application]
    [SECTIONS <section>...]
    [KERNEL_INCLUDE <pattern>...] [KERNEL_EXCLUDE <pattern>...]
    [LAUNCHER <program> [<arg>...]]
    [TIMEOUT <seconds>]
    [ENVIRONMENT <name=value>...]
    [WORKING_DIRECTORY <folder>]
    [DEPENDS <test>...]
    [REQUIRE_BASELINE] [ALLOW_INCOMPARABLE] [REQUIRE_GPU]
    [LABELS <label>...])

It adds these tests, all with the label ``ncu-regions``:

``ncu-regions.profile.<name>``
  Runs the program under a profiler, judges, writes all reports. Passes when there is an outcome,
  whatever the verdicts.
``ncu-regions.<name>.<region>``
  One per region: reads the outcome, fails when this region regressed or was not measured.
``ncu-regions.report.<name>``
  Prints where the report is.

``NAME``
  Name of the workload: letters, digits, ``_``, ``.``, ``+``, ``-``. Not ``profile``, ``report``,
  ``summary``, ``flags``, ``tests.json`` or ``<anything>.previous`` (``.accept``, ``.selftest``): those are our own.
``TARGET``, ``COMMAND``
  The CUDA program: an executable target, or any program with its first arguments.
``HOST_TARGET``
  The same workload built for the CPU. It is measured by the host profiler on machines without a
  usable GPU; without it the tests are skipped there.
``HOST_COMMAND``
  The same for a program that is no target of this project (``python3 bench.py``). Its compiler and
  flags are not known, so they are not part of the baseline.
``ARGS``
  Arguments of the program, whichever of them runs. Generator expressions are allowed.
``REGIONS``
  The regions that must be measured, each by its label (``A::A1``) or in full (``A/A::A1``).
``PRESET``
  A file in ``conf/ncu`` and ``conf/host``, without ``.yaml``; where only one of them has it, the other
  profiler uses its ``default``. Default: ``default``.
``CONFIG``, ``BUDGETS``
  Further settings files, keys as in ``conf/defaults.yaml``; later ones win. ``BUDGETS`` may also name one
  of the tables of ``conf/budgets``.
``LIMITS``
  What a metric may never exceed, whatever the baseline: ``"launch__registers_per_thread(A::A1)<=64"``,
  ``"gpu__time_duration.sum(B)<=2ms"``. A metric that is named is measured.
``METRICS``
  What to measure, instead of the preset's list. It may name metrics of both profilers.
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

Baselines are looked up in the folder ``NCU_REGIONS_BASELINES`` (cache variable; default: the folder
``baselines`` of the top-level source directory).
#]=======================================================================]
include_guard(GLOBAL)

set(NCU_REGIONS_BASELINES "${CMAKE_SOURCE_DIR}/baselines" CACHE PATH
  "Folder of the stored baselines")

# Keywords that are planned and mean nothing yet: a keyword that is accepted and ignored would be a
# gate that is not there.
set_property(GLOBAL PROPERTY ncu_regions_later_keywords
  GPUS)

# The following refuse wrong calls. They read the caller's arg_* variables.
function(_ncu_regions_check_arguments call)
  # Parsed as keywords, so that they are not taken for elements of the list before them.
  get_property(later GLOBAL PROPERTY ncu_regions_later_keywords)
  foreach(keyword IN LISTS later)
    if(DEFINED arg_${keyword} OR keyword IN_LIST arg_KEYWORDS_MISSING_VALUES)
      message(FATAL_ERROR "${call}: unknown argument '${keyword}': this version has no such keyword")
    endif()
  endforeach()
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${call}: unknown argument '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(DEFINED arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${call}: no value for '${arg_KEYWORDS_MISSING_VALUES}'")
  endif()
  foreach(required IN ITEMS NAME REGIONS)
    if(NOT DEFINED arg_${required} OR arg_${required} STREQUAL "")
      message(FATAL_ERROR "${call}: ${required} is required")
    endif()
  endforeach()
endfunction()

# A name becomes a folder and part of a test name.
function(_ncu_regions_check_name call)
  if(NOT arg_NAME MATCHES "^[A-Za-z0-9_][A-Za-z0-9_.+-]*$")
    message(FATAL_ERROR "${call}: NAME may contain letters, digits and _ . + - only")
  endif()
  # Names of our own tests, and of our own files beside the run folders.
  if(arg_NAME MATCHES "^(profile|report|summary|flags|tests\\.json)$|\\.(previous|accept|selftest)$")
    message(FATAL_ERROR "${call}: NAME '${arg_NAME}' is reserved for ncu-regions")
  endif()
  get_property(names GLOBAL PROPERTY ncu_regions_names)
  if(arg_NAME IN_LIST names)
    message(FATAL_ERROR "${call}: a test of this name is registered already")
  endif()
endfunction()

# Something has to be measured, and it has to exist.
function(_ncu_regions_check_program call)
  if(DEFINED arg_TARGET AND DEFINED arg_COMMAND)
    message(FATAL_ERROR "${call}: TARGET and COMMAND exclude each other")
  endif()
  if(DEFINED arg_HOST_TARGET AND DEFINED arg_HOST_COMMAND)
    message(FATAL_ERROR "${call}: HOST_TARGET and HOST_COMMAND exclude each other")
  endif()
  if(NOT DEFINED arg_TARGET AND NOT DEFINED arg_COMMAND AND NOT DEFINED arg_HOST_TARGET
      AND NOT DEFINED arg_HOST_COMMAND)
    message(FATAL_ERROR
      "${call}: one of TARGET, COMMAND, HOST_TARGET and HOST_COMMAND is required")
  endif()
  foreach(keyword IN ITEMS TARGET HOST_TARGET)
    if(DEFINED arg_${keyword} AND NOT TARGET "${arg_${keyword}}")
      message(FATAL_ERROR "${call}: ${keyword}: no target named '${arg_${keyword}}'")
    endif()
  endforeach()
endfunction()

# A region travels in CMake lists and in test names.
function(_ncu_regions_check_regions call)
  set(seen "")
  foreach(region IN LISTS arg_REGIONS)
    if(region STREQUAL "" OR region MATCHES "[;\n\r]")
      message(FATAL_ERROR "${call}: a region must not be empty or contain ';' or a line break")
    endif()
    if(region IN_LIST seen)
      message(FATAL_ERROR "${call}: region '${region}' stands twice")
    endif()
    list(APPEND seen "${region}")
  endforeach()
endfunction()

# The table of conf/budgets that BUDGETS names; empty when it names a file, or nothing.
function(_ncu_regions_budget_table out)
  set(${out} "" PARENT_SCOPE)
  if(DEFINED arg_BUDGETS AND arg_BUDGETS MATCHES "^(strict|default|relaxed)$"
      AND NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${arg_BUDGETS}")
    set(${out} "${arg_BUDGETS}" PARENT_SCOPE)
  endif()
endfunction()

# Files that are named exist, numbers and variables are well-formed, the preset is known.
function(_ncu_regions_check_settings call)
  foreach(limit IN LISTS arg_LIMITS)
    if(NOT limit MATCHES "^[^<>=()]+(\\(.*\\))? *[<>]=.*[0-9]")
      message(FATAL_ERROR "${call}: LIMITS: '${limit}' is no limit; "
        "expected METRIC(REGION)<=NUMBER or >=")
    endif()
  endforeach()
  _ncu_regions_budget_table(table)
  foreach(keyword IN ITEMS CONFIG BUDGETS)
    if(DEFINED arg_${keyword} AND NOT (keyword STREQUAL "BUDGETS" AND table))
      cmake_path(ABSOLUTE_PATH arg_${keyword} BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        OUTPUT_VARIABLE file)
      if(NOT EXISTS "${file}")
        message(FATAL_ERROR "${call}: ${keyword}: no file '${file}'")
      endif()
    endif()
  endforeach()
  if(DEFINED arg_TIMEOUT AND NOT arg_TIMEOUT MATCHES "^[1-9][0-9]*$")
    message(FATAL_ERROR "${call}: TIMEOUT must be a whole number of seconds above 0")
  endif()
  foreach(variable IN LISTS arg_ENVIRONMENT)
    if(NOT variable MATCHES "^[A-Za-z_][A-Za-z0-9_]*=")
      message(FATAL_ERROR "${call}: ENVIRONMENT: '${variable}' is not name=value")
    endif()
  endforeach()
  if(DEFINED arg_REPLAY_MODE AND NOT arg_REPLAY_MODE MATCHES "^(range|app-range|kernel|application)$")
    message(FATAL_ERROR "${call}: unknown REPLAY_MODE '${arg_REPLAY_MODE}';"
      " expected range, app-range, kernel or application")
  endif()
  get_property(conf GLOBAL PROPERTY ncu_regions_conf)
  if(NOT EXISTS "${conf}/host/${arg_PRESET}.yaml" AND NOT EXISTS "${conf}/ncu/${arg_PRESET}.yaml")
    file(GLOB files "${conf}/host/*.yaml" "${conf}/ncu/*.yaml")
    set(known "")
    foreach(file IN LISTS files)
      cmake_path(GET file STEM LAST_ONLY name)
      list(APPEND known "${name}")
    endforeach()
    list(REMOVE_DUPLICATES known)
    list(JOIN known ", " known)
    message(FATAL_ERROR "${call}: unknown PRESET '${arg_PRESET}'; known: ${known}")
  endif()
endfunction()

set_property(GLOBAL PROPERTY ncu_regions_conf "${CMAKE_CURRENT_LIST_DIR}/../conf")

# _ncu_regions_json_string(<out> <text>): a JSON string, generator expressions left alone.
function(_ncu_regions_json_string out text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n" text "${text}")
  string(REPLACE "\t" "\\t" text "${text}")
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

# _ncu_regions_json_list(<out> <list variable>): a JSON array of strings. The list is passed by its
# name: an element may be empty or contain ';'.
function(_ncu_regions_json_list out list)
  set(items "")
  foreach(text IN LISTS ${list})
    _ncu_regions_json_string(item "${text}")
    string(APPEND items ", ${item}")
  endforeach()
  string(REGEX REPLACE "^, " "" items "${items}")
  set(${out} "[${items}]" PARENT_SCOPE)
endfunction()

# A name is text: "$<" in it must not be taken for a generator expression.
function(_ncu_regions_literal out text)
  string(REPLACE "$<" "$<1:$>$<1:<>" text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# The flags that the host target is compiled with, in <out>. One file per language: compile options
# may depend on it. (TARGET before CONTENT crashes CMake 3.25.)
function(_ncu_regions_record_flags out)
  set(flags "${CMAKE_BINARY_DIR}/ncu-regions/flags/${arg_NAME}")
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  file(GENERATE OUTPUT "${flags}.$<COMPILE_LANGUAGE>.txt"
    CONTENT "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}} $<JOIN:$<TARGET_PROPERTY:COMPILE_OPTIONS>, >"
    TARGET ${arg_HOST_TARGET})
  set(${out} "${flags}.CXX.txt" PARENT_SCOPE)
endfunction()

# CONFIG and BUDGETS as absolute paths; TIMEOUT and REPLAY_MODE as settings.
function(_ncu_regions_settings_of_call out_files out_overrides)
  set(files "")
  _ncu_regions_budget_table(table)
  foreach(keyword IN ITEMS CONFIG BUDGETS)
    if(DEFINED arg_${keyword} AND NOT (keyword STREQUAL "BUDGETS" AND table))
      cmake_path(ABSOLUTE_PATH arg_${keyword} BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        OUTPUT_VARIABLE file)
      list(APPEND files "${file}")
    endif()
  endforeach()
  set(overrides "timeout_s=${arg_TIMEOUT}")
  if(table)
    list(APPEND overrides "budget_table=${table}")
  endif()
  if(DEFINED arg_REPLAY_MODE)
    list(APPEND overrides "ncu_cli.replay_mode=${arg_REPLAY_MODE}")
  endif()
  set(${out_files} "${files}" PARENT_SCOPE)
  set(${out_overrides} "${overrides}" PARENT_SCOPE)
endfunction()

# Adds the entry of this test to <build>/ncu-regions/tests.json. Reads the caller's arg_* variables.
function(_ncu_regions_describe_test run)
  set(gpu_command "${arg_COMMAND}")
  if(DEFINED arg_TARGET)
    set(gpu_command "$<TARGET_FILE:${arg_TARGET}>")
  endif()
  set(host_command "${arg_HOST_COMMAND}")
  set(flags_file "")
  set(compiler "")
  if(DEFINED arg_HOST_TARGET)
    set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
    set(host_command "$<TARGET_FILE:${arg_HOST_TARGET}>")
    _ncu_regions_record_flags(flags_file)
  endif()
  _ncu_regions_settings_of_call(files overrides)
  _ncu_regions_literal(regions "${arg_REGIONS}")
  foreach(list IN ITEMS gpu_command host_command arg_ARGS arg_ENVIRONMENT regions files overrides
      arg_METRICS arg_LIMITS arg_SECTIONS arg_KERNEL_INCLUDE arg_KERNEL_EXCLUDE arg_LAUNCHER)
    _ncu_regions_json_list(${list} ${list})
  endforeach()
  foreach(text IN ITEMS arg_NAME arg_WORKING_DIRECTORY arg_PRESET NCU_REGIONS_BASELINES run flags_file
      compiler)
    _ncu_regions_json_string(${text} "${${text}}")
  endforeach()
  foreach(flag IN ITEMS REQUIRE_BASELINE ALLOW_INCOMPARABLE REQUIRE_GPU)
    string(TOLOWER "${arg_${flag}}" ${flag})
  endforeach()
  set_property(GLOBAL APPEND_STRING PROPERTY ncu_regions_tests "{
  \"name\": ${arg_NAME},
  \"gpu_command\": ${gpu_command},
  \"host_command\": ${host_command},
  \"args\": ${arg_ARGS},
  \"environment\": ${arg_ENVIRONMENT},
  \"working_directory\": ${arg_WORKING_DIRECTORY},
  \"regions\": ${regions},
  \"preset\": ${arg_PRESET},
  \"config_files\": ${files},
  \"overrides\": ${overrides},
  \"lists\": {
    \"metrics\": ${arg_METRICS},
    \"limits\": ${arg_LIMITS},
    \"ncu_cli.sections\": ${arg_SECTIONS},
    \"ncu_cli.kernel_include\": ${arg_KERNEL_INCLUDE},
    \"ncu_cli.kernel_exclude\": ${arg_KERNEL_EXCLUDE},
    \"launcher\": ${arg_LAUNCHER}
  },
  \"baselines\": ${NCU_REGIONS_BASELINES},
  \"run\": ${run},
  \"require_baseline\": ${REQUIRE_BASELINE},
  \"allow_incomparable\": ${ALLOW_INCOMPARABLE},
  \"require_gpu\": ${REQUIRE_GPU},
  \"build\": {\"compiler\": ${compiler}, \"flags_file\": ${flags_file}}
},\n")
endfunction()

# Written once everything is registered.
function(_ncu_regions_write_tests)
  get_property(tests GLOBAL PROPERTY ncu_regions_tests)
  string(REGEX REPLACE ",\n$" "" tests "${tests}")
  file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/ncu-regions/tests.json"
    CONTENT "{\"schema\": 2, \"tests\": [\n${tests}\n]}\n")
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

# The test of one region. It reads what the profile test of its workload left in <run>.
function(_ncu_regions_add_region_test run region)
  _ncu_regions_test_name(test "${arg_NAME}" "${region}")
  _ncu_regions_literal(region_text "${region}")
  add_test(NAME "${test}" COMMAND NcuRegions::region_tests "${run}" --region "${region_text}")
  set_tests_properties("${test}" PROPERTIES
    FIXTURES_REQUIRED "ncu-regions.${arg_NAME}"
    LABELS "ncu-regions;${arg_LABELS}"
    SKIP_RETURN_CODE 77
    ATTACHED_FILES_ON_FAIL "${run}/regions/report.md")
endfunction()

# Described at the top of this file.
function(ncu_regions_add_test)
  get_property(later GLOBAL PROPERTY ncu_regions_later_keywords)
  cmake_parse_arguments(PARSE_ARGV 0 arg "REQUIRE_BASELINE;ALLOW_INCOMPARABLE;REQUIRE_GPU"
    "NAME;TARGET;HOST_TARGET;PRESET;CONFIG;BUDGETS;REPLAY_MODE;TIMEOUT;WORKING_DIRECTORY"
    "${later};COMMAND;HOST_COMMAND;ARGS;REGIONS;METRICS;LIMITS;SECTIONS;KERNEL_INCLUDE;KERNEL_EXCLUDE;LAUNCHER;ENVIRONMENT;DEPENDS;LABELS")
  if(NOT DEFINED arg_PRESET)
    set(arg_PRESET default)
  endif()
  foreach(part IN ITEMS arguments name program regions settings)
    cmake_language(CALL _ncu_regions_check_${part} "ncu_regions_add_test(${arg_NAME})")
  endforeach()
  if(NOT DEFINED arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(NOT DEFINED arg_WORKING_DIRECTORY)
    set(arg_WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()

  set(run "${CMAKE_BINARY_DIR}/ncu-regions/${arg_NAME}")
  set(profile "ncu-regions.profile.${arg_NAME}")
  set(report "ncu-regions.report.${arg_NAME}")
  # The host profiler: up to five passes, one of them tried in three ways. ncu: survey, census, and
  # every region in runs that may be repeated. Captures that confirm a suspicion. The wait for another measurement on this machine, and
  # time to end in order.
  list(LENGTH arg_REGIONS regions)
  math(EXPR deadline "(7 + 3 * ${regions}) * ${arg_TIMEOUT} + 1200")
  math(EXPR ctest_timeout "${deadline} + 30")

  add_test(NAME "${profile}"
    COMMAND NcuRegions::cli profile --build "${CMAKE_BINARY_DIR}" --test "${arg_NAME}"
      --deadline ${deadline})
  set_tests_properties("${profile}" PROPERTIES
    FIXTURES_SETUP "ncu-regions.${arg_NAME}"
    RUN_SERIAL TRUE  # a neighbour on the CPU or the GPU would be measured too
    TIMEOUT ${ctest_timeout}
    ENVIRONMENT NCU_REGIONS_UNDER_CTEST=1
    DEPENDS "${arg_DEPENDS}"
    LABELS "ncu-regions;${arg_LABELS}"
    SKIP_RETURN_CODE 77)
  foreach(region IN LISTS arg_REGIONS)
    _ncu_regions_add_region_test("${run}" "${region}")
  endforeach()
  add_test(NAME "${report}" COMMAND NcuRegions::cli report --print-path "${run}")
  set_tests_properties("${report}" PROPERTIES
    FIXTURES_CLEANUP "ncu-regions.${arg_NAME}"
    LABELS "ncu-regions;${arg_LABELS}"
    SKIP_RETURN_CODE 77)

  get_property(names GLOBAL PROPERTY ncu_regions_names)
  if(NOT names)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _ncu_regions_write_tests)
  endif()
  set_property(GLOBAL APPEND PROPERTY ncu_regions_names "${arg_NAME}")
  _ncu_regions_describe_test("${run}")
endfunction()
