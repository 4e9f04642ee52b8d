ncu_regions_add_gtest(TARGET no_such)
