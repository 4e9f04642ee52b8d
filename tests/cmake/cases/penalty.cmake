# The baseline is measured first, by the same test without the penalty. Two configurations of one
# build: the first one makes it, the second one is the case.
set(NCU_REGIONS_BASELINES "${CMAKE_BINARY_DIR}/baselines")
set(arguments "")
if(DEFINED second)
  set(arguments ARGS --penalty A::A1=10)
endif()
ncu_regions_add_test(NAME n HOST_TARGET resnet ${arguments} REGIONS A A::A1 B)
