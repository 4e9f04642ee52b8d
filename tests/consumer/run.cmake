# Run by consumer.<how>.<project>: configures, builds, measures, accepts, and measures again: then every region passes.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "@@" ";" arguments "${arguments}")
set(build "${work}/build dir")
cmake_path(GET project FILENAME name)
if(NOT name STREQUAL "subdirectory")  # that one keeps what it has compiled
  file(REMOVE_RECURSE "${work}")
endif()
file(REMOVE_RECURSE "${work}/baselines")

# run(<what> <command>...): stops with all that was printed when it fails. Sets `out`.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE printed ERROR_VARIABLE error)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${what} ended with ${code}:\n${printed}\n${error}")
  endif()
  set(out "${printed}" PARENT_SCOPE)
endfunction()

# Where the runs are, and which configuration is meant.
set(root "${build}")
if("Ninja Multi-Config" IN_LIST arguments)
  set(root "${build}/Release")
endif()

run(configure "${CMAKE_COMMAND}" -S "${project}" -B "${build}" -G Ninja -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_CXX_FLAGS_RELEASE=-O0 ${arguments}  # compiled to be run for a second
  "-DNCU_REGIONS_BASELINES=${work}/baselines")
run(build "${CMAKE_COMMAND}" --build "${build}" --config Release)
# Without a baseline nothing fails, and nothing passes.
run("the first ctest" ctest --test-dir "${build}" -C Release --no-tests=error --output-on-failure -j8)
run("the accept of all runs" "${python}" "${checks}" accept "${root}")
run("the second ctest" ctest --test-dir "${build}" -C Release --no-tests=error --output-on-failure -j8
  --output-junit "${root}/junit.xml")
run("the look at the runs" "${python}" "${checks}" look "${root}")
