#include "workloads/saxpy_reduce/program.h"

int main(int argc, char** argv) {
  return ncu_regions::workloads::run_main(argc, argv,
                                          ncu_regions::workloads::saxpy_reduce::run_program);
}
