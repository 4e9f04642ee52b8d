#include "workloads/saxpy_reduce/vectors_impl.cuh"
