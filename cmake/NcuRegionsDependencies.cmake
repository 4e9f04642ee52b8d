# Finds what the harness is built with: find_package, then find_path. Headers that Debian 12 and
# Ubuntu do not package are downloaded, pinned by hash, only with NCU_REGIONS_ENABLE_FETCH=ON:
# offline, FetchContent hangs for a minute and then names nothing.

# _ncu_regions_missing(<what> <Debian package>): the one message for something that is not there.
function(_ncu_regions_missing what debian)
  message(FATAL_ERROR "ncu-regions needs ${what}: install the Debian package ${debian}, "
    "or configure with -DNCU_REGIONS_ENABLE_FETCH=ON to download it. "
    "ci/demo and ci/test of ncu-regions put it into ${PROJECT_SOURCE_DIR}/build/deps, where it is "
    "looked for.")
endfunction()

# _ncu_regions_header_only(<target> <name> <header> <debian> <url> <sha256> <include> [HINTS ...]):
# an imported target for headers that come without a CMake package. <include> is the include
# folder inside the pinned release at <url>.
function(_ncu_regions_header_only target name header debian url sha256 include)
  if(TARGET ${target})
    return()
  endif()
  # build/deps is where ci/demo and ci/test unpack what Debian 12 does not have.
  find_path(${name}_INCLUDE_DIR ${header} ${ARGN}
    PATHS "${PROJECT_SOURCE_DIR}/build/deps/usr/include")
  set(found "${${name}_INCLUDE_DIR}")
  if(NOT found)
    if(NOT NCU_REGIONS_ENABLE_FETCH)
      _ncu_regions_missing(${name} "${debian}")
    endif()
    include(FetchContent)
    FetchContent_Declare(${name} URL "${url}" URL_HASH SHA256=${sha256}
      DOWNLOAD_EXTRACT_TIMESTAMP FALSE
      SOURCE_SUBDIR headers-only)  # a folder that is not there: we want no build of theirs
    FetchContent_MakeAvailable(${name})
    set(found "${${name}_SOURCE_DIR}/${include}")
  endif()
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE "${found}")
endfunction()

# _ncu_regions_package(<name> <target> <debian>): a dependency with a CMake package.
macro(_ncu_regions_package name target debian)
  if(NOT TARGET ${target})
    find_package(${name} QUIET CONFIG)
    if(NOT TARGET ${target})
      message(FATAL_ERROR "ncu-regions needs ${name}: install the package ${debian}"
        " (Debian and Ubuntu have it). ci/demo and ci/test install everything by themselves.")
    endif()
  endif()
endmacro()

find_package(Threads REQUIRED)

_ncu_regions_package(nlohmann_json nlohmann_json::nlohmann_json nlohmann-json3-dev)
if(NOT TARGET yaml-cpp)
  set(own_yaml ON)
endif()
_ncu_regions_package(yaml-cpp yaml-cpp libyaml-cpp-dev)
# The archive, where there is one: a shared library costs every start of the program 0.3 ms.
add_library(ncu_regions_yaml INTERFACE)
find_library(NCU_REGIONS_YAML_ARCHIVE NAMES libyaml-cpp.a)
if(own_yaml AND NCU_REGIONS_YAML_ARCHIVE AND NOT NCU_REGIONS_ENABLE_SANITIZERS)
  target_link_libraries(ncu_regions_yaml INTERFACE "${NCU_REGIONS_YAML_ARCHIVE}")
else()
  target_link_libraries(ncu_regions_yaml INTERFACE yaml-cpp)
endif()
# Kernel patterns. RE2 comes with a CMake package on some systems only; the archive as for yaml-cpp.
find_path(RE2_INCLUDE_DIR re2/re2.h)
find_library(NCU_REGIONS_RE2_ARCHIVE NAMES libre2.a)
find_library(NCU_REGIONS_RE2_LIBRARY NAMES re2)
add_library(ncu_regions_re2 INTERFACE)
find_package(re2 QUIET CONFIG)
if(TARGET re2::re2)
  target_link_libraries(ncu_regions_re2 INTERFACE re2::re2)
elseif(RE2_INCLUDE_DIR AND NCU_REGIONS_RE2_ARCHIVE AND NOT NCU_REGIONS_ENABLE_SANITIZERS)
  target_link_libraries(ncu_regions_re2 INTERFACE "${NCU_REGIONS_RE2_ARCHIVE}" Threads::Threads)
elseif(RE2_INCLUDE_DIR AND NCU_REGIONS_RE2_LIBRARY)
  target_link_libraries(ncu_regions_re2 INTERFACE "${NCU_REGIONS_RE2_LIBRARY}" Threads::Threads)
else()
  message(FATAL_ERROR "ncu-regions needs RE2: install the package libre2-dev"
    " (Debian and Ubuntu have it). ci/demo and ci/test install everything by themselves.")
endif()
_ncu_regions_package(CLI11 CLI11::CLI11 libcli11-dev)
_ncu_regions_package(GTest GTest::gmock "libgtest-dev libgmock-dev")
if(NCU_REGIONS_ENABLE_TESTS)
  _ncu_regions_package(benchmark benchmark::benchmark libbenchmark-dev)
endif()

find_package(CUDAToolkit QUIET)
_ncu_regions_header_only(ncu_regions::nvtx3 nvtx3 nvtx3/nvToolsExt.h
  "nsight-systems-target (non-free, newer than Debian 12) or a CUDA toolkit"
  https://github.com/NVIDIA/NVTX/archive/refs/tags/v3.1.0.tar.gz
  dc4e4a227d04d3da46ad920dfee5f7599ac8d6b2ee1809c9067110fb1cc71ced c/include
  HINTS ${CUDAToolkit_INCLUDE_DIRS} /usr/local/cuda/include)
_ncu_regions_header_only(pantor::inja inja inja/inja.hpp "inja-dev (newer than Debian 12)"
  https://github.com/pantor/inja/archive/v3.5.0.tar.gz
  a5f0266673c59028eab6ceeddd8b862c70abfeb32fb7a5387c16bf46f3269ab2 include)
