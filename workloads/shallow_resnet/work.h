// shallow_resnet: how much of a region's work to do. All of it, for its results; or, as a penalty,
// a share of it again, for nothing.
#pragma once

#include <array>
#include <cstddef>

namespace ncu_regions::workloads {

enum class KernelKind { kConv, kPlane, kLinear };  // launches of one kind have blocks of equal cost

class Work {
 public:
  // Every block; results go where they belong.
  Work() = default;

  // `percent` (0 to 100) of the blocks of each launch; results go to `scratch` and nobody reads
  // them. Fractions of a block are carried over to the next launch of the same kind, so that over a
  // region the share is right to half a block.
  Work(unsigned percent, float* scratch) : percent_(percent), scratch_(scratch) {}

  // How many of `all` blocks the next launch of this kind has. May be 0.
  unsigned blocks(KernelKind kind, unsigned all) {
    if (scratch_ == nullptr) return all;
    unsigned& owed = owed_percent_[static_cast<std::size_t>(kind)];
    owed += all * percent_;
    const unsigned now = owed / 100;
    owed %= 100;
    done_ += now;
    return now;
  }

  float* output(float* real) const { return scratch_ != nullptr ? scratch_ : real; }

  // Blocks handed out as a penalty so far.
  unsigned extra_blocks() const { return done_; }

 private:
  unsigned percent_ = 100;
  float* scratch_ = nullptr;
  std::array<unsigned, 3> owed_percent_{50, 50, 50};  // starting at a half rounds to nearest
  unsigned done_ = 0;
};

}  // namespace ncu_regions::workloads
