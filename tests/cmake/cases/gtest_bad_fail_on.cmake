add_executable(tests tests.cpp)
ncu_regions_add_gtest(TARGET tests FAIL_ON pass)
