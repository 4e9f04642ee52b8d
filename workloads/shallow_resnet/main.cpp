#include "workloads/shallow_resnet/program.h"

int main(int argc, char** argv) {
  return ncu_regions::workloads::run_main(argc, argv, ncu_regions::workloads::run_program);
}
