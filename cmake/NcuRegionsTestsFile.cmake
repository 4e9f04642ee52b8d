# Writes <build>/ncu-regions/tests.json: what ncu_regions_add_test, ncu_regions_add_gtest and ncu_regions_add_benchmark
# registered, for the harness. Private to them; the functions read the caller's arg_* variables.
include_guard(GLOBAL)

# _ncu_regions_root(<out>): the folder that holds ncu-regions/ and, with a build of ncu-regions itself,
# bin/, lib/ and share/. A generator of several configurations has one for each.
function(_ncu_regions_root out)
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(is_multi)
    set(${out} "${CMAKE_BINARY_DIR}/$<CONFIG>" PARENT_SCOPE)
  else()
    set(${out} "${CMAKE_BINARY_DIR}" PARENT_SCOPE)
  endif()
endfunction()

# _ncu_regions_json_string(<out> <text>): a JSON string, generator expressions left alone.
function(_ncu_regions_json_string out text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n" text "${text}")
  string(REPLACE "\t" "\\t" text "${text}")
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

# _ncu_regions_json_list(<out> <list variable> [NAMES]): a JSON array of strings. The list is passed by its
# name: an element may be empty or contain ';'. What a generator expression makes is a list that only
# the generator knows, perhaps an empty one: it is left to the reader, as {"words": "a;b"}. NAMES are text:
# "$<" in one is no generator expression.
function(_ncu_regions_json_list out list)
  set(items "")
  foreach(text IN LISTS ${list})
    _ncu_regions_json_string(item "${text}")
    if("NAMES" IN_LIST ARGN)
      _ncu_regions_literal(item "${item}")
    elseif(text MATCHES "\\$<")
      set(item "{\"words\": ${item}}")
    endif()
    string(APPEND items ", ${item}")
  endforeach()
  string(REGEX REPLACE "^, " "" items "${items}")
  set(${out} "[${items}]" PARENT_SCOPE)
endfunction()

# _ncu_regions_literal(<out> <text>): the text, where generator expressions are evaluated.
function(_ncu_regions_literal out text)
  string(REPLACE "$<" "$<1:$>$<1:<>" text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# _ncu_regions_run_serial(<out>): whether the profile test must run alone. Counts of a program on the CPU are the same beside
# other work. What a settings file gates is not known here, and PRESET may name one; a time that is gated all the same is
# met when the test runs: then it takes the lock of the machine.
function(_ncu_regions_run_serial out)
  set(serial TRUE)
  set(files ${arg_CONFIG} ${arg_BUDGETS})
  set(measured ${arg_METRICS} ${arg_LIMITS})
  if(DEFINED arg_GPUS)
    if(NCU_REGIONS_PARALLEL_GPUS)
      set(serial FALSE)
    endif()
  elseif(DEFINED arg_HOST_TARGET AND NOT DEFINED arg_TARGET AND NOT DEFINED arg_COMMAND
      AND "${files}" STREQUAL "" AND arg_PRESET STREQUAL "default"
      AND NOT "${measured}" MATCHES "time|duration|perf|\\*|\\?|\\$<")
    set(serial FALSE)
  endif()
  set(${out} ${serial} PARENT_SCOPE)
endfunction()

# The flags that <target> is compiled with: a file in <out>. One file per language: compile options may
# depend on it. (TARGET before CONTENT crashes CMake 3.25.)
function(_ncu_regions_record_flags out target)
  _ncu_regions_root(root)
  set(flags "${root}/ncu-regions/flags/${arg_NAME}")
  set(of_configuration "")
  foreach(configuration IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    string(TOUPPER "${configuration}" upper)
    string(APPEND of_configuration "$<$<CONFIG:${configuration}>:${CMAKE_CXX_FLAGS_${upper}}>")
  endforeach()
  file(GENERATE OUTPUT "${flags}.$<COMPILE_LANGUAGE>.txt"
    CONTENT "${CMAKE_CXX_FLAGS} ${of_configuration} $<JOIN:$<TARGET_PROPERTY:COMPILE_OPTIONS>, >"
    TARGET ${target})
  set(${out} "${flags}.CXX.txt" PARENT_SCOPE)
endfunction()

# The settings that the call makes: files (CONFIG, BUDGETS) with absolute paths, and key=value.
function(_ncu_regions_settings_of_call out_files out_overrides)
  set(files "")
  _ncu_regions_budget_table(table)
  foreach(keyword IN ITEMS CONFIG BUDGETS)
    if(DEFINED arg_${keyword} AND NOT (keyword STREQUAL "BUDGETS" AND table))
      _ncu_regions_file_of(file ${keyword})
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

# _ncu_regions_command_json(<out> <target keyword> <command keyword>): the program of one of the two pairs.
function(_ncu_regions_command_json out target command)
  set(json "[]")
  if(DEFINED arg_${target})
    _ncu_regions_json_string(json "$<TARGET_FILE:${arg_${target}}>")
    set(json "[${json}]")
  elseif(DEFINED arg_${command})
    _ncu_regions_json_list(json arg_${command})
    list(GET arg_${command} 0 program)
    if(TARGET "${program}")  # as add_test does
      string(REPLACE "[\"${program}\"" "[\"$<TARGET_FILE:${program}>\"" json "${json}")
    endif()
  endif()
  set(${out} "${json}" PARENT_SCOPE)
endfunction()

# What the program that runs without a GPU was compiled with; empty when that is not known.
function(_ncu_regions_build_json out)
  set(compiler "")
  set(flags_file "")
  set(target "${arg_HOST_TARGET}")
  if(NOT target AND arg_CASES_FILE)
    set(target "${arg_TARGET}")  # tests without GPU code run there too
  endif()
  if(target)
    set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
    _ncu_regions_record_flags(flags_file "${target}")
  endif()
  _ncu_regions_json_string(compiler "${compiler}")
  _ncu_regions_json_string(flags_file "${flags_file}")
  set(${out} "{\"compiler\": ${compiler}, \"flags_file\": ${flags_file}, \"configuration\": \"$<CONFIG>\"}"
    PARENT_SCOPE)
endfunction()

# Adds the entry of this test.
function(_ncu_regions_describe_test run)
  _ncu_regions_run_serial(serial)  # before lists become JSON
  _ncu_regions_command_json(gpu_command TARGET COMMAND)
  _ncu_regions_command_json(host_command HOST_TARGET HOST_COMMAND)
  _ncu_regions_build_json(build)
  _ncu_regions_settings_of_call(files overrides)
  set(preset_file "")
  if(arg_PRESET MATCHES "\\.yaml$")
    _ncu_regions_file_of(preset_file PRESET)
    cmake_path(GET preset_file STEM LAST_ONLY arg_PRESET)
  endif()
  _ncu_regions_json_list(regions arg_REGIONS NAMES)
  foreach(list IN ITEMS arg_ARGS arg_ENVIRONMENT files overrides arg_METRICS arg_LIMITS arg_FAIL_ON arg_SECTIONS
      arg_KERNEL_INCLUDE arg_KERNEL_EXCLUDE arg_LAUNCHER)
    _ncu_regions_json_list(${list} ${list})
  endforeach()
  foreach(text IN ITEMS arg_NAME arg_WORKING_DIRECTORY arg_PRESET preset_file NCU_REGIONS_BASELINES
      NCU_REGIONS_BASE arg_CASES_FILE run)
    _ncu_regions_json_string(${text} "${${text}}")
  endforeach()
  foreach(flag IN ITEMS REQUIRE_BASELINE ALLOW_INCOMPARABLE REQUIRE_GPU)
    string(TOLOWER "${arg_${flag}}" ${flag})
  endforeach()
  set(parallel_gpus false)
  if(NCU_REGIONS_PARALLEL_GPUS)
    set(parallel_gpus true)
  endif()
  string(TOLOWER "${serial}" run_serial)
  set_property(GLOBAL APPEND_STRING PROPERTY ncu_regions_tests "{
  \"name\": ${arg_NAME},
  \"gpu_command\": ${gpu_command},
  \"host_command\": ${host_command},
  \"args\": ${arg_ARGS},
  \"environment\": ${arg_ENVIRONMENT},
  \"working_directory\": ${arg_WORKING_DIRECTORY},
  \"regions\": ${regions},
  \"cases_file\": ${arg_CASES_FILE},
  \"preset\": ${arg_PRESET},
  \"preset_file\": ${preset_file},
  \"config_files\": ${files},
  \"overrides\": ${overrides},
  \"lists\": {
    \"metrics\": ${arg_METRICS},
    \"limits\": ${arg_LIMITS},
    \"fail_on\": ${arg_FAIL_ON},
    \"ncu_cli.sections\": ${arg_SECTIONS},
    \"ncu_cli.kernel_include\": ${arg_KERNEL_INCLUDE},
    \"ncu_cli.kernel_exclude\": ${arg_KERNEL_EXCLUDE},
    \"launcher\": ${arg_LAUNCHER}
  },
  \"baselines\": ${NCU_REGIONS_BASELINES},
  \"base\": ${NCU_REGIONS_BASE},
  \"run\": ${run},
  \"require_baseline\": ${REQUIRE_BASELINE},
  \"allow_incomparable\": ${ALLOW_INCOMPARABLE},
  \"require_gpu\": ${REQUIRE_GPU},
  \"parallel_gpus\": ${parallel_gpus},
  \"run_serial\": ${run_serial},
  \"build\": ${build}
},\n")
endfunction()

# Written once everything is registered.
function(_ncu_regions_write_tests)
  _ncu_regions_root(root)
  get_property(tests GLOBAL PROPERTY ncu_regions_tests)
  string(REGEX REPLACE ",\n$" "" tests "${tests}")
  file(GENERATE OUTPUT "${root}/ncu-regions/tests.json"
    CONTENT "{\"schema\": 2, \"tests\": [\n${tests}\n]}\n")
endfunction()
