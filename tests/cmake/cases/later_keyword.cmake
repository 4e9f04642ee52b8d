ncu_regions_add_test(NAME t HOST_TARGET ranges ARGS empty GPUS 2 REGIONS empty)
