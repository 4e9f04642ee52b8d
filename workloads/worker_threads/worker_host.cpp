#include "workloads/worker_threads/worker_impl.cuh"
