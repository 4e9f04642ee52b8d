ncu_regions_add_test(NAME t REGIONS empty)
