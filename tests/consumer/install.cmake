# Run by consumer.install: installs, moves the prefix, and looks whether anything in it still knows where it came from.
cmake_minimum_required(VERSION 3.25)
set(first "${prefix} as it was")
file(REMOVE_RECURSE "${first}" "${prefix}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${build}" --prefix "${first}"
  COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
file(RENAME "${first}" "${prefix}")
execute_process(COMMAND grep -rlF -e "${source}" -e "${first}" "${prefix}"
  OUTPUT_VARIABLE found RESULT_VARIABLE code)
if(NOT code EQUAL 1)  # 1: nothing was found
  message(FATAL_ERROR "installed files name the source tree or the prefix they were installed to:\n${found}")
endif()
string(REPLACE "@@" ";" man_pages "${man_pages}")
foreach(page IN LISTS man_pages)
  cmake_path(GET page FILENAME name)
  if(NOT EXISTS "${prefix}/share/man/man1/${name}")
    message(FATAL_ERROR "the man page ${name} was not installed")
  endif()
endforeach()
# A consumer needs none of the libraries that the harness is built with.
execute_process(COMMAND grep -rnE "nlohmann|inja|CLI11|yaml-cpp|re2" "${prefix}/lib" --include=*.cmake
  OUTPUT_VARIABLE found RESULT_VARIABLE code)
if(NOT code EQUAL 1)
  message(FATAL_ERROR "the package asks for what only the build needs:\n${found}")
endif()
