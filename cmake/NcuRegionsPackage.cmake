# Installation, and the package NcuRegions: of an installation, and of this build folder
# (-D NcuRegions_DIR=<build>).
include(CMakePackageConfigHelpers)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/NcuRegions")
set(data_folder "${CMAKE_INSTALL_DATADIR}/ncu-regions")

install(TARGETS ncu_regions_cli ncu_regions_region_tests ncu_regions_nvtx ncu_regions_annotate
    ncu_regions_report ncu_regions_gtest ncu_regions_gtest_regions ncu_regions_benchmark_regions
  EXPORT NcuRegionsTargets
  FILE_SET HEADERS)
install(DIRECTORY conf DESTINATION "${data_folder}")
install(DIRECTORY harness/render/templates DESTINATION "${data_folder}")
install(FILES harness/gtest/share/gtest_regions.cpp harness/benchmark/share/benchmark_regions.cpp DESTINATION "${data_folder}")
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
set(modules AddBenchmark AddCases AddGTest AddTest ListCases TestChecks TestsFile)
list(TRANSFORM modules REPLACE "(.+)" "cmake/NcuRegions\\1.cmake")
install(FILES ${modules} DESTINATION "${package_folder}")
install(EXPORT NcuRegionsTargets NAMESPACE NcuRegions:: DESTINATION "${package_folder}")

write_basic_package_version_file("${PROJECT_BINARY_DIR}/NcuRegionsConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)  # before 1.0 a minor version may break
set(conf_folder "${data_folder}/conf")
set(modules_folder "${package_folder}")
configure_package_config_file(cmake/NcuRegionsConfig.cmake.in
  "${PROJECT_BINARY_DIR}/install/NcuRegionsConfig.cmake"
  INSTALL_DESTINATION "${package_folder}" PATH_VARS conf_folder modules_folder)
install(FILES "${PROJECT_BINARY_DIR}/install/NcuRegionsConfig.cmake"
    "${PROJECT_BINARY_DIR}/NcuRegionsConfigVersion.cmake"
  DESTINATION "${package_folder}")

# The same for this build folder.
export(EXPORT NcuRegionsTargets NAMESPACE NcuRegions:: FILE "${PROJECT_BINARY_DIR}/NcuRegionsTargets.cmake")
set(conf_folder "${PROJECT_SOURCE_DIR}/conf")
set(modules_folder "${PROJECT_SOURCE_DIR}/cmake")
configure_package_config_file(cmake/NcuRegionsConfig.cmake.in
  "${PROJECT_BINARY_DIR}/NcuRegionsConfig.cmake"
  INSTALL_DESTINATION "${PROJECT_BINARY_DIR}" INSTALL_PREFIX "${PROJECT_BINARY_DIR}"
  PATH_VARS conf_folder modules_folder)
