# What Debian wants in share/doc/<package>.

# ncu_regions_write_copyright(<file>): our licence, and the notices of the libraries that are compiled into the programs,
# which their licences ask for: as Debian's packages of them have it, and of inja, which is not one everywhere, as its
# header has it.
function(ncu_regions_write_copyright file)
  file(READ "${PROJECT_SOURCE_DIR}/LICENSE" text)
  string(PREPEND text "ncu-regions is licensed as follows. Below stand the notices of the libraries whose code is compiled"
    " into its programs.\n\n")
  foreach(package IN ITEMS libcli11-dev libgtest-dev libre2-dev libyaml-cpp-dev nlohmann-json3-dev)
    if(EXISTS "/usr/share/doc/${package}/copyright")
      file(READ "/usr/share/doc/${package}/copyright" notice)
      string(APPEND text "\n------ ${package} ------\n\n${notice}")
    else()
      message(STATUS "/usr/share/doc/${package}/copyright is not there: the Debian package would lack that notice")
    endif()
  endforeach()
  get_target_property(folder pantor::inja INTERFACE_INCLUDE_DIRECTORIES)
  file(READ "${folder}/inja/inja.hpp" notice)
  string(FIND "${notice}" "*/" end)
  string(SUBSTRING "${notice}" 0 ${end} notice)
  string(APPEND text "\n------ inja ------\n\n${notice}*/\n")
  file(CONFIGURE OUTPUT "${file}" CONTENT "@text@" @ONLY)
endfunction()

# ncu_regions_write_changelog(<file>): the newest part of CHANGELOG.md in Debian's form, compressed. It is dated by
# SOURCE_DATE_EPOCH, or by the file.
function(ncu_regions_write_changelog file)
  set(source "${PROJECT_SOURCE_DIR}/CHANGELOG.md")
  set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  set(format "%a, %d %b %Y %H:%M:%S +0000")
  if(DEFINED ENV{SOURCE_DATE_EPOCH})
    string(TIMESTAMP date "${format}" UTC)
  else()
    file(TIMESTAMP "${source}" date "${format}" UTC)
  endif()
  file(READ "${source}" text)
  string(REGEX REPLACE "^[^\n]*\n+## [^\n]*\n" "" text "${text}")  # title, and the head of the newest part
  string(REGEX REPLACE "\n## .*" "" text "${text}")
  string(STRIP "${text}" text)
  string(REGEX REPLACE "\n([^\n])" "\n  \\1" text "\n${text}")
  string(REPLACE "\n  - " "\n  * " text "${text}")
  file(WRITE "${file}.txt" "ncu-regions (${PROJECT_VERSION}) unstable; urgency=medium
${text}

 -- ${NCU_REGIONS_PACKAGE_MAINTAINER}  ${date}
")
  execute_process(COMMAND "${NCU_REGIONS_GZIP}" -9n INPUT_FILE "${file}.txt" OUTPUT_FILE "${file}"
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()
