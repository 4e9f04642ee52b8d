# Run by cmake.discovered_<workload>: pastes what `ncu-regions discover` prints into a project, and runs
# the tests of that.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")
execute_process(COMMAND "${cli}" discover "${program}"
  WORKING_DIRECTORY "${work}" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
string(FIND "${printed}" "ncu_regions_add_test(" at)
string(SUBSTRING "${printed}" ${at} -1 lines)
set(case "${work}.cmake")
file(WRITE "${case}" "${lines}")

# Without a baseline a region that was measured is skipped; one that was not fails.
set(exit 0)
set(ctest_exit 0)
set(expect "profile[^ ]* .*Passed@@report[^ ]* .*Passed@@Skipped")
set(refuse "Failed@@Not Run")
include("${CMAKE_CURRENT_LIST_DIR}/run_case.cmake")
