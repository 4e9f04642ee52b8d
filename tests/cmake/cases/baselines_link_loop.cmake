# A folder of baselines that leads to itself.
file(CREATE_LINK baselines "${CMAKE_SOURCE_DIR}/baselines" SYMBOLIC)
ncu_regions_add_test(NAME t HOST_TARGET ranges ARGS empty REGIONS empty METRICS region__instances)
