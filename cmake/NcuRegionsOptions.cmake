# ncu_regions_options: warnings and sanitizers of our own C++ (harness and tests).
#
# Not for the workloads and not for the injection library: a workload is measured, so its code
# generation is fixed, and a library that is loaded into foreign programs cannot bring ASan along.
add_library(ncu_regions_options INTERFACE)
target_compile_options(ncu_regions_options INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor>)
# GCC 12 warns of overlapping copies inside std::string's operator+ that are not there (GCC bug
# 105651).
target_compile_options(ncu_regions_options INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>)
# What the programs say of their own sources is the same wherever they were built.
target_compile_options(ncu_regions_options INTERFACE
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=>")
if(NCU_REGIONS_ENABLE_WERROR)
  target_compile_options(ncu_regions_options INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-Werror>)
endif()
if(NCU_REGIONS_ENABLE_SANITIZERS)
  target_compile_options(ncu_regions_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(ncu_regions_options INTERFACE -fsanitize=address,undefined)
endif()
if(NCU_REGIONS_ENABLE_FUZZERS)
  target_compile_options(ncu_regions_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# ncu_regions_compile_together(<target>...)
#
# With NCU_REGIONS_ENABLE_UNITY all sources of a target are compiled as one, in a third of the time. Without it each
# is compiled by itself, which shows that it includes what it needs. So a name stands once among the sources of a target,
# also in their unnamed namespaces.
function(ncu_regions_compile_together)
  set_target_properties(${ARGN} PROPERTIES
    UNITY_BUILD "${NCU_REGIONS_ENABLE_UNITY}" UNITY_BUILD_BATCH_SIZE 0)
endfunction()
