#include "workloads/worker_threads/program.h"

int main(int argc, char** argv) {
  return ncu_regions::workloads::run_main(argc, argv,
                                          ncu_regions::workloads::worker_threads::run_program);
}
