add_executable(tests tests.cpp)
ncu_regions_add_benchmark(TARGET tests FAIL_ON noise)
