# The program is there, but not as a host build: without a GPU nothing can be measured.
ncu_regions_add_test(NAME t TARGET ranges ARGS empty REGIONS empty)
