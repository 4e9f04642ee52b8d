include("${CMAKE_CURRENT_LIST_DIR}/other_compiler_baseline.cmake")
ncu_regions_add_test(NAME t HOST_TARGET ranges ARGS empty REGIONS empty
  METRICS host__inst_executed.sum)
