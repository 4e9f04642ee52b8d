#include "workloads/two_ranks/part_impl.cuh"
