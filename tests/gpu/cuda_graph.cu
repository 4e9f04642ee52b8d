// A graph that is captured, instantiated and launched once before the region, and launched in it.
// The same kernels without a graph, in a region of their own, are what to compare it with.
#include <ncu_regions/annotate.h>

#include "tests/gpu/program.cuh"

namespace ncu_regions::gpu {
namespace {

constexpr float kResultOfOnePass = 9.0F;  // ((0 * 2 + 1) * 3 + 0) * 2 + 3

void add_pass(float* values, cudaStream_t stream) {
  launch_scale_add(values, 2.0F, 1.0F, stream);
  launch_scale_add(values, 3.0F, 0.0F, stream);
  launch_scale_add(values, 2.0F, 3.0F, stream);
}

cudaGraphExec_t make_graph(float* values, cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "begin of the capture");
  add_pass(values, stream);
  check_cuda(cudaStreamEndCapture(stream, &graph), "end of the capture");
  check_cuda(cudaGraphInstantiateWithFlags(&executable, graph, 0), "cudaGraphInstantiate");
  check_cuda(cudaGraphDestroy(graph), "cudaGraphDestroy");
  return executable;
}

bool work() {
  const Stream stream;
  Vector values;
  cudaGraphExec_t graph = make_graph(values.data(), stream.get());
  add_pass(values.data(), stream.get());  // warm-up of the kernels, then of the graph
  check_cuda(cudaGraphLaunch(graph, stream.get()), "cudaGraphLaunch");
  stream.synchronize();

  bool right = true;
  for (int i = 0; i < kInstances; ++i) {
    values.clear();
    {
      Range region("graph_launch");
      check_cuda(cudaGraphLaunch(graph, stream.get()), "cudaGraphLaunch");
      stream.synchronize();
    }
    right = all_are("graph_launch", values.data(), kResultOfOnePass) && right;
    values.clear();
    {
      Range region("plain_launches");
      add_pass(values.data(), stream.get());
      stream.synchronize();
    }
    right = all_are("plain_launches", values.data(), kResultOfOnePass) && right;
  }
  check_cuda(cudaGraphExecDestroy(graph), "cudaGraphExecDestroy");
  return right;
}

}  // namespace
}  // namespace ncu_regions::gpu

int main(int argc, char** argv) {
  return ncu_regions::gpu::run_main(argc, argv, "graph_launch\nplain_launches\n",
                                    ncu_regions::gpu::work);
}
