ncu_regions_add_gtest(NAME t)
