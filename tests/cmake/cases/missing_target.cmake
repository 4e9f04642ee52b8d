ncu_regions_add_test(NAME t HOST_TARGET no_such REGIONS empty)
