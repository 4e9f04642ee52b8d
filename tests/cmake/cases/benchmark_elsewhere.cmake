file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/elsewhere/CMakeLists.txt" "add_executable(tests tests.cpp)")
add_subdirectory("${CMAKE_CURRENT_BINARY_DIR}/elsewhere" elsewhere_built)
ncu_regions_add_benchmark(TARGET tests)
