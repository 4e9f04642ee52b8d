#include "workloads/two_ranks/program.h"

int main(int argc, char** argv) {
  return ncu_regions::workloads::run_main(argc, argv,
                                          ncu_regions::workloads::two_ranks::run_program);
}
