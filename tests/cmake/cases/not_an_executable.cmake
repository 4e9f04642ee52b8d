add_library(library INTERFACE)
ncu_regions_add_test(NAME t TARGET library REGIONS empty)
