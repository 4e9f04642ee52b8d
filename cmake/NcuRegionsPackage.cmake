# Installation, and the package NcuRegions: of an installation, of the Debian package, and of this build folder
# (-D NcuRegions_DIR=<build>).
include(CMakePackageConfigHelpers)
set(data_folder "${CMAKE_INSTALL_DATADIR}/ncu-regions")
set(doc_folder "${CMAKE_INSTALL_DATAROOTDIR}/doc/ncu-regions")
set(installed_targets ncu_regions_cli ncu_regions_region_tests ncu_regions_nvtx ncu_regions_annotate ncu_regions_report
  ncu_regions_gtest ncu_regions_gtest_regions ncu_regions_benchmark_regions)
set(modules AddBenchmark AddCases AddGTest AddTest ListCases TestChecks TestsFile)
list(TRANSFORM modules REPLACE "(.+)" "cmake/NcuRegions\\1.cmake")
get_property(man_pages GLOBAL PROPERTY ncu_regions_man_pages)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/NcuRegionsConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)  # before 1.0 a minor version may break

# ncu_regions_install(<exports> LIBDIR <folder> PREFIX <prefix> [OPTIONS <option>...])
#
# Rules for all files. What differs between an installation and the Debian package is where libraries are, and so where
# the package NcuRegions finds the rest. OPTIONS go to every install().
function(ncu_regions_install exports)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LIBDIR;PREFIX" "OPTIONS")
  set(modules_folder "${arg_LIBDIR}/cmake/NcuRegions")
  set(conf_folder "${data_folder}/conf")
  install(TARGETS ${installed_targets} EXPORT ${exports} ${arg_OPTIONS}
    ARCHIVE DESTINATION "${arg_LIBDIR}"
    LIBRARY DESTINATION "${arg_LIBDIR}/ncu-regions"  # loaded by its path, never linked
    FILE_SET HEADERS)
  install(TARGETS ncu_regions_supervisor ncu_regions_probe_kernel ${arg_OPTIONS}
    RUNTIME DESTINATION "${arg_LIBDIR}/ncu-regions")  # started by its path, never by hand
  install(DIRECTORY conf harness/render/templates DESTINATION "${data_folder}" ${arg_OPTIONS})
  install(FILES harness/gtest/share/gtest_regions.cpp harness/benchmark/share/benchmark_regions.cpp
    DESTINATION "${data_folder}" ${arg_OPTIONS})
  install(FILES README.md DESTINATION "${doc_folder}" ${arg_OPTIONS})
  install(DIRECTORY docs DESTINATION "${doc_folder}" ${arg_OPTIONS})  # the man pages refer to it
  if(man_pages)
    install(FILES ${man_pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" ${arg_OPTIONS})
  endif()
  install(EXPORT ${exports} NAMESPACE NcuRegions:: FILE NcuRegionsTargets.cmake
    DESTINATION "${modules_folder}" ${arg_OPTIONS})
  set(config "${PROJECT_BINARY_DIR}/install/${exports}/NcuRegionsConfig.cmake")
  configure_package_config_file(cmake/NcuRegionsConfig.cmake.in "${config}"
    INSTALL_DESTINATION "${modules_folder}" INSTALL_PREFIX "${arg_PREFIX}" PATH_VARS conf_folder modules_folder)
  install(FILES ${modules} "${config}" "${PROJECT_BINARY_DIR}/NcuRegionsConfigVersion.cmake"
    DESTINATION "${modules_folder}" ${arg_OPTIONS})
endfunction()

ncu_regions_install(NcuRegionsTargets LIBDIR "${CMAKE_INSTALL_LIBDIR}" PREFIX "${CMAKE_INSTALL_PREFIX}")
install(FILES LICENSE DESTINATION "${doc_folder}")
if(PROJECT_IS_TOP_LEVEL)
  include(NcuRegionsCPack)
endif()

# The same for this build folder.
export(EXPORT NcuRegionsTargets NAMESPACE NcuRegions:: FILE "${PROJECT_BINARY_DIR}/NcuRegionsTargets.cmake")
set(conf_folder "${PROJECT_SOURCE_DIR}/conf")
set(modules_folder "${PROJECT_SOURCE_DIR}/cmake")
configure_package_config_file(cmake/NcuRegionsConfig.cmake.in
  "${PROJECT_BINARY_DIR}/NcuRegionsConfig.cmake"
  INSTALL_DESTINATION "${PROJECT_BINARY_DIR}" INSTALL_PREFIX "${PROJECT_BINARY_DIR}"
  PATH_VARS conf_folder modules_folder)
