# Run by cmake.layout_rule: CheckRoom passes on an allowed include and fails on every other.
cmake_minimum_required(VERSION 3.25)

function(check_room line allowed expected)
  file(REMOVE_RECURSE "${work}")
  file(WRITE "${work}/regions/x.cpp" "${line}\n")
  execute_process(COMMAND "${CMAKE_COMMAND}" -D room=regions -D "allowed=${allowed}"
      -D "dir=${work}/regions" -P "${check}"
    RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE error)
  if(NOT code EQUAL expected)
    message(SEND_ERROR "'${line}' with '${allowed}': exit ${code}, expected ${expected}: ${error}")
  endif()
endfunction()
check_room("#include \"harness/core/error.h\"" "core|artifacts" 0)
check_room("#include \"harness/regions/region_tree.h\"" "core" 0)
check_room("#include <vector>" "" 0)
check_room("#include \"harness/render/report.h\"" "core|artifacts" 1)
check_room("#include \"harness/core/error.h\"" "" 1)
check_room("  #  include <harness/compare/judge.h>" "core" 1)
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}/empty")
execute_process(COMMAND "${CMAKE_COMMAND}" -D room=empty -D allowed= -D "dir=${work}/empty"
  -P "${check}" RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
if(code EQUAL 0)
  message(SEND_ERROR "a room without a source file must not pass")
endif()
