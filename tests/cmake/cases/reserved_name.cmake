ncu_regions_add_test(NAME report HOST_TARGET ranges REGIONS empty)
