ncu_regions_add_test(NAME t HOST_TARGET ranges ARGS empty REGIONS empty REQUIRE_BASELINE)
