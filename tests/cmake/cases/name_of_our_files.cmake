ncu_regions_add_test(NAME flags HOST_TARGET ranges REGIONS empty)
