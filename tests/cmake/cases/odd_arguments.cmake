# Arguments and variables reach the program as they were written: it fails otherwise.
ncu_regions_add_test(NAME t HOST_TARGET ranges
  ARGS arguments "a;b" "" "c \"d\" \\" REGIONS empty ENVIRONMENT "LIST=x;y")
