ncu_regions_add_gtest(TARGET ranges)
