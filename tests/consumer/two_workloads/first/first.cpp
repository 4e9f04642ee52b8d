#include <ncu_regions/annotate.h>

#include <cstdlib>
#include <numeric>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::vector<int> values;
  {
    ncu_regions::Range region("fill");
    values.assign(static_cast<std::size_t>(std::atoi(argv[1])), 2);
  }
  ncu_regions::Range region("sum");
  return std::accumulate(values.begin(), values.end(), 0) == 128 ? 0 : 1;
}
