ncu_regions_add_test(NAME t HOST_TARGET ranges PRESET mine.yaml REGIONS empty)
