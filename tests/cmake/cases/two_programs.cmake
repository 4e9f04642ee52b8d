ncu_regions_add_test(NAME t TARGET ranges COMMAND python3 x.py REGIONS empty)
