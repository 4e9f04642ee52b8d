ncu_regions_add_test(NAME t HOST_COMMAND "${ranges}" empty REGIONS empty)
