#include <cstdio>
#include <string>
#include <vector>

#include "workloads/shallow_resnet/program.h"

int main(int argc, char** argv) {
  std::string out;
  std::string err;
  const auto code = ncu_regions::workloads::run_program({argv + 1, argv + argc}, out, err);
  std::fputs(out.c_str(), stdout);
  std::fputs(err.c_str(), stderr);
  return static_cast<int>(code);
}
