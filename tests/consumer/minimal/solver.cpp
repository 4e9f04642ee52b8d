#include <ncu_regions/annotate.h>

#include <cstdio>
#include <vector>

namespace {

void solve(std::vector<double>& values) {
  ncu_regions::Range region("step::solve");
  for (std::size_t i = 1; i < values.size(); ++i) values[i] += 0.5 * values[i - 1];
}

void step(std::vector<double>& values) {
  ncu_regions::Range region("step");
  for (double& value : values) value *= 1.5;
  solve(values);
}

}  // namespace

int main() {
  std::vector<double> values(4096, 1.0);
  for (int i = 0; i < 3; ++i) step(values);
  std::printf("%g\n", values.back());
}
