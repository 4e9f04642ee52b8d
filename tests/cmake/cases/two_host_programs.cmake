ncu_regions_add_test(NAME t HOST_TARGET ranges HOST_COMMAND python3 x.py REGIONS empty)
