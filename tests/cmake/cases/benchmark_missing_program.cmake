ncu_regions_add_benchmark(NAME t)
