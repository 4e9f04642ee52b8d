#include "workloads/shallow_resnet/network_impl.cuh"
