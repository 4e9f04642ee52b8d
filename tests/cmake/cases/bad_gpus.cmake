ncu_regions_add_test(NAME t HOST_TARGET ranges GPUS none REGIONS empty)
