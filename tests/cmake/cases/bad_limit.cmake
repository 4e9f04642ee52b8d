ncu_regions_add_test(NAME t HOST_TARGET ranges REGIONS empty LIMITS "region__instances=3")
