# Names that become equal as test names, and one that looks like a generator expression.
ncu_regions_add_test(NAME t HOST_TARGET ranges ARGS empty REGIONS empty "a/b c" "a|b c" "$<x>")
