add_executable(tests tests.cpp)
ncu_regions_add_benchmark(TARGET tests LIMITS region__instances=3)
