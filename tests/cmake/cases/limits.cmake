# Limits need no baseline: one is broken, one is kept. A table of budgets by its name.
ncu_regions_add_test(NAME t HOST_TARGET ranges ARGS empty REGIONS empty inner BUDGETS strict
  METRICS host__time_duration.sum
  LIMITS "host__time_duration.sum(empty)<=0.001ns" "host__time_duration.sum(inner)<=1000s")
