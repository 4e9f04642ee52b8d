ncu_regions_add_test(NAME t HOST_TARGET ranges REGIONS empty FAIL_ON suspect regressed)
