ncu_regions_add_test(NAME t HOST_TARGET ranges ARGS exit 77 REGIONS empty)
