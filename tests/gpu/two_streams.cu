// Two streams with an event between them: recorded inside the region, which range replay can
// capture, and recorded before it, which it refuses.
#include <ncu_regions/annotate.h>

#include "tests/gpu/program.cuh"

namespace ncu_regions::gpu {
namespace {

class Event {
 public:
  Event() { check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "an event"); }
  ~Event() { static_cast<void>(cudaEventDestroy(event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record(const Stream& stream) const {
    check_cuda(cudaEventRecord(event_, stream.get()), "cudaEventRecord");
  }
  void hold(const Stream& stream) const {
    check_cuda(cudaStreamWaitEvent(stream.get(), event_, 0), "cudaStreamWaitEvent");
  }

 private:
  cudaEvent_t event_ = nullptr;
};

struct Pipeline {
  Stream first;
  Stream second;
  Event produced;
  Vector values;

  void produce() const {
    launch_scale_add(values.data(), 1.0F, 2.0F, first.get());
    produced.record(first);
  }
  // Only right when the second stream has waited: (0 + 2) * 4 + 1.
  void consume() const {
    produced.hold(second);
    launch_scale_add(values.data(), 4.0F, 1.0F, second.get());
    first.synchronize();
    second.synchronize();
  }
  bool is_right(const char* region) const { return all_are(region, values.data(), 9.0F); }
};

bool work() {
  Pipeline pipeline;
  pipeline.produce();  // warm-up
  pipeline.consume();

  bool right = true;
  for (int i = 0; i < kInstances; ++i) {
    pipeline.values.clear();
    {
      Range region("event_inside");
      pipeline.produce();
      pipeline.consume();
    }
    right = pipeline.is_right("event_inside") && right;
    pipeline.values.clear();
    pipeline.produce();
    {
      Range region("event_before");
      pipeline.consume();
    }
    right = pipeline.is_right("event_before") && right;
  }
  return right;
}

}  // namespace
}  // namespace ncu_regions::gpu

int main(int argc, char** argv) {
  return ncu_regions::gpu::run_main(argc, argv, "event_inside\nevent_before\n",
                                    ncu_regions::gpu::work);
}
