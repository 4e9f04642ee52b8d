ncu_regions_add_test(NAME t.previous HOST_TARGET ranges REGIONS empty)
