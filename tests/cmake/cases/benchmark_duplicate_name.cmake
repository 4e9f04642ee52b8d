add_executable(tests tests.cpp)
ncu_regions_add_test(NAME tests HOST_TARGET ranges REGIONS empty)
ncu_regions_add_benchmark(TARGET tests)
