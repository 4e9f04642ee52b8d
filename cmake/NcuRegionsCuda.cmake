# Decides whether the CUDA variants of the workloads are built. Sets NCU_REGIONS_HAVE_CUDA.
#
# CUDA is optional: without nvcc the build says so and goes on with the host variants
# (NCU_REGIONS_REQUIRE_CUDA=ON makes that an error).
include(CheckLanguage)
option(NCU_REGIONS_REQUIRE_CUDA "Stop when nvcc is not found" OFF)
set(NCU_REGIONS_HAVE_CUDA OFF)

# The architectures we build for, as far as this nvcc knows them, and PTX for the oldest and the newest of them: chips between and after them
# run those.
function(_ncu_regions_cuda_architectures out)
  execute_process(COMMAND "${CMAKE_CUDA_COMPILER}" --list-gpu-code
    OUTPUT_VARIABLE known ERROR_QUIET RESULT_VARIABLE failed)
  set(chosen "")
  foreach(arch IN ITEMS 70 75 80 86 89 90 100 110 120)
    if(known MATCHES "sm_${arch}(\n|$)")
      if(NOT chosen)
        set(oldest ${arch})
      endif()
      list(APPEND chosen "${arch}-real")
      set(newest ${arch})
    endif()
  endforeach()
  if(failed OR NOT chosen)
    set(chosen 75)  # a toolkit too old for --list-gpu-code: one architecture and its PTX
  else()
    list(APPEND chosen "${oldest}-virtual" "${newest}-virtual")
    list(REMOVE_DUPLICATES chosen)
  endif()
  set(${out} "${chosen}" PARENT_SCOPE)
endfunction()

# CMake does not show why nvcc cannot be used. The commonest reason is a C++ compiler that is too new for it.
function(_ncu_regions_why_no_cuda out)
  set(${out} "" PARENT_SCOPE)
  foreach(nvcc IN ITEMS "$ENV{CUDACXX}" "${_ncu_regions_nvcc}")
    if(nvcc STREQUAL "" OR nvcc MATCHES "NOTFOUND$")
      continue()
    endif()
    set(host_compiler "")
    if(DEFINED ENV{CUDAHOSTCXX})
      set(host_compiler -ccbin "$ENV{CUDAHOSTCXX}")
    endif()
    execute_process(COMMAND "${nvcc}" ${host_compiler} -x cu -c /dev/null -o /dev/null
      OUTPUT_VARIABLE words ERROR_VARIABLE words RESULT_VARIABLE failed)
    if(failed AND words MATCHES "unsupported [A-Za-z]+ version|host compiler")
      set(${out} "${nvcc} refuses the C++ compiler of this machine. Install an older one and name it in CUDAHOSTCXX, for example:\n"
        "  CUDAHOSTCXX=g++-12\nnvcc said:\n${words}")
      list(JOIN ${out} "" text)
      set(${out} "${text}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

if(NCU_REGIONS_ENABLE_CUDA AND NCU_REGIONS_ENABLE_WORKLOADS)
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(_ncu_regions_nvcc nvcc HINTS ENV CUDAToolkit_ROOT ENV CUDA_HOME
      PATHS /usr/local/cuda/bin PATH_SUFFIXES bin)
    if(_ncu_regions_nvcc)
      set(CMAKE_CUDA_COMPILER "${_ncu_regions_nvcc}" CACHE FILEPATH "nvcc")
    endif()
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      _ncu_regions_cuda_architectures(_architectures)
      set(CMAKE_CUDA_ARCHITECTURES "${_architectures}" CACHE STRING "CUDA architectures")
    endif()
    enable_language(CUDA)
    set(NCU_REGIONS_HAVE_CUDA ON)
    message(STATUS "CUDA workloads: nvcc ${CMAKE_CUDA_COMPILER_VERSION},"
      " architectures ${CMAKE_CUDA_ARCHITECTURES}")
  endif()
endif()
if(NOT NCU_REGIONS_HAVE_CUDA)
  _ncu_regions_why_no_cuda(_why)
  if(NCU_REGIONS_REQUIRE_CUDA AND _why)
    message(FATAL_ERROR "NCU_REGIONS_REQUIRE_CUDA is set, but the CUDA compiler cannot be used: ${_why}")
  endif()
  if(NCU_REGIONS_REQUIRE_CUDA)
    message(FATAL_ERROR "NCU_REGIONS_REQUIRE_CUDA is set, but no CUDA compiler was found:"
      " put nvcc on PATH or set CUDACXX")
  endif()
  if(_why)
    message(WARNING "CUDA workloads: not built; the host variants are. ${_why}")
  elseif(NCU_REGIONS_ENABLE_WORKLOADS)
    message(STATUS "CUDA workloads: not built (no nvcc, or NCU_REGIONS_ENABLE_CUDA=OFF);"
      " the host variants are")
  endif()
endif()
