ncu_regions_add_test(HOST_TARGET ranges REGIONS empty)
