// Regions inside and beside each other: A with A::A1 and A::A2 in it, B beside it, a start/end
// range "job" over all of them, and "step" of the domain "net" around B. Numbers of launches are
// all different, so that a region that is taken for another one is noticed. "again" is opened
// several times without a CUDA call in between: ncu may take that for one range.
#include <ncu_regions/annotate.h>

#include "tests/gpu/program.cuh"

namespace ncu_regions::gpu {
namespace {

constexpr int kLaunchesA = 1;  // directly in it
constexpr int kLaunchesA1 = 2;
constexpr int kLaunchesA2 = 3;
constexpr int kLaunchesB = 5;
constexpr int kTimesAgain = 3;  // one launch each

void add_ones(float* values, int launches) {
  for (int i = 0; i < launches; ++i) launch_scale_add(values, 1.0F, 1.0F);
}

void region_a(float* values) {
  Range region("A");
  add_ones(values, kLaunchesA);
  {
    Range inner("A::A1");
    add_ones(values, kLaunchesA1);
  }
  {
    Range inner("A::A2");
    add_ones(values, kLaunchesA2);
  }
}

void region_b(const Domain& net, float* values) {
  Range region("B");
  Range step(net, "step");
  add_ones(values, kLaunchesB);
}

void region_again(float* values) {
  for (int i = 0; i < kTimesAgain; ++i) {
    Range region("again");
    add_ones(values, 1);
  }
}

bool work() {
  static const Domain net("net");
  Vector values;
  add_ones(values.data(), 1);  // warm-up
  values.clear();

  for (int i = 0; i < kInstances; ++i) {
    {
      StartEndRange job("job");
      region_a(values.data());
      region_b(net, values.data());
    }
    synchronize();
    region_again(values.data());
    synchronize();
  }
  constexpr int kLaunches =
      kInstances * (kLaunchesA + kLaunchesA1 + kLaunchesA2 + kLaunchesB + kTimesAgain);
  return all_are("all regions", values.data(), static_cast<float>(kLaunches));
}

}  // namespace
}  // namespace ncu_regions::gpu

int main(int argc, char** argv) {
  return ncu_regions::gpu::run_main(argc, argv,
                                    "A\nA/A::A1\nA/A::A2\nB\nagain\nstartend:job\nnet@step\n",
                                    ncu_regions::gpu::work);
}
