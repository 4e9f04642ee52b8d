# The Debian package: `cpack -G DEB` in the build folder, or the target `package`. One package holds everything.
#
# Its files are a component of their own, which `cmake --install` leaves out: Debian's folder of libraries is known here,
# whatever the prefix of the build, and so are the names that Debian gives to licence and changelog.
include(NcuRegionsDebianFiles)
set(NCU_REGIONS_PACKAGE_MAINTAINER "ncu-regions maintainers <maintainers@ncu-regions.invalid>" CACHE STRING
  "Who answers for the Debian package: name <address>")
set(debian_folder "${PROJECT_BINARY_DIR}/debian")
set(in_debian COMPONENT debian EXCLUDE_FROM_ALL)

ncu_regions_install(NcuRegionsDebianTargets LIBDIR "${NCU_REGIONS_DEBIAN_LIBDIR}" PREFIX /usr OPTIONS ${in_debian})
ncu_regions_write_copyright("${debian_folder}/copyright")
install(FILES "${debian_folder}/copyright" DESTINATION "${doc_folder}" ${in_debian})
if(NCU_REGIONS_GZIP)
  ncu_regions_write_changelog("${debian_folder}/changelog.gz")
  install(FILES "${debian_folder}/changelog.gz" DESTINATION "${doc_folder}" ${in_debian})
endif()
install(FILES cmake/debian/lintian-overrides DESTINATION share/lintian/overrides RENAME ncu-regions ${in_debian})
if(NOT man_pages)
  message(STATUS "cmark-gfm or gzip not found: there will be no man pages, and the Debian package would lack them"
    " (install the Debian package cmark-gfm)")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ncu-regions)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "${NCU_REGIONS_PACKAGE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "hardware-counter budgets per NVTX region, as ordinary ctests")
set(CPACK_PACKAGE_DESCRIPTION
"A CMake function registers a program and the NVTX regions that matter. ctest
then runs it under a profiler, compares every region with stored baselines or
with another build, within budgets, and writes a Markdown report that a
reviewer can read in a pull request. A region that was declared and not
measured is a failure, never a pass.

Without a GPU the host build of a program is measured: exact instruction
counts (with valgrind), kernel launches and times per region. With one, NVIDIA
Nsight Compute measures; that has not run on a GPU yet.

Reports of Nsight Compute are read on any machine, without GPU and driver.")
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};${PROJECT_NAME};debian;/")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/PreparePackage.cmake")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)  # ncu-regions_<version>_<architecture>.deb
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS valgrind)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, nsight-compute")
# With xz (cpack -D CPACK_DEBIAN_COMPRESSION_TYPE=xz) it has 4.1 instead of 6.9 MB, and takes five times as long.
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)
include(CPack)
