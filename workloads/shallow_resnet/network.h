// shallow_resnet: the forward pass through the kernels, with its regions.
#pragma once

#include <vector>

#include "workloads/shallow_resnet/model.h"
#include "workloads/support/device.h"
#include "workloads/support/work.h"

namespace ncu_regions::workloads {

// The regions: A = stem and residual blocks, A::A1 = the residual blocks, inside A; B = pool and
// head.
inline constexpr char kRegionA[] = "A";
inline constexpr char kRegionA1[] = "A::A1";
inline constexpr char kRegionB[] = "B";

// Extra work per region, in percent of its own work including that of regions inside it. It changes
// no result. A's penalty is done directly in A, not in A::A1.
struct Penalties {
  unsigned a = 0;
  unsigned a1 = 0;
  unsigned b = 0;
};

class Network {
 public:
  // Copies weights and input to the device and allocates all that the passes need.
  Network(const Model& model, const std::vector<float>& input, Penalties penalties);

  // One pass outside any range: every kernel with every grid that forward() will launch. Throws
  // std::invalid_argument when a penalty is smaller than half a thread block, i.e. would do
  // nothing.
  void warm_up();

  // One pass in its ranges. Nothing in them but kernel launches; asynchronous on a GPU.
  void forward();

  // batch x classes values, of the latest pass.
  std::vector<float> scores() const { return scores_.download(); }

 private:
  struct Layer {
    explicit Layer(const ConvLayer& layer);
    unsigned in_channels;
    Buffer weights, scale, shift;
  };

  void stem(Work& work) const;
  void residual_blocks(Work& work) const;
  void pool_and_head(Work& work) const;
  void convolve(Work& work, const Layer& layer, const Buffer& from, const Buffer& to) const;
  void normalize(Work& work, const Layer& layer, const Buffer& from, const Buffer& to) const;
  void normalize_and_add(Work& work, const Layer& layer, const Buffer& from,
                         const Buffer& to) const;

  // Do the extra work of one region; return how many thread blocks that was.
  unsigned penalty_a() const;
  unsigned penalty_a1() const;
  unsigned penalty_b() const;

  ModelConfig config_;
  Penalties penalties_;
  Layer stem_;
  std::vector<Layer> residual_;
  Buffer head_weights_, head_bias_, input_;
  Buffer activations_, inner_, raw_;  // of a block: its input and output, between, before the norm
  Buffer pooled_, scores_, scratch_;
};

}  // namespace ncu_regions::workloads
