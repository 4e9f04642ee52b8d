// Workload support: how much of a region's work to do. All of it, for its results; or, as a
// penalty, a share of it again, for nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "workloads/support/device.h"

namespace ncu_regions::workloads {

class Work {
 public:
  // Every block; results go where they belong.
  Work() = default;

  // `percent` (0 to 100) of the blocks of each launch; results go to `scratch` and nobody reads
  // them. Fractions of a block are carried over to the next launch of the same kind, so that over a
  // region the share is right to half a block.
  Work(unsigned percent, float* scratch) : percent_(percent), scratch_(scratch) {}

  // How many of `all` blocks the next launch of this kind has. May be 0. Launches of one kind have
  // blocks of equal cost; a workload has an enumeration of at most kKinds of them.
  template <class Kind>
  unsigned blocks(Kind kind, unsigned all) {
    if (!scratch_) return all;
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
  static constexpr std::size_t kKinds = 3;

  unsigned percent_ = 100;
  float* scratch_ = nullptr;
  std::array<unsigned, kKinds> owed_percent_{50, 50, 50};  // starting at a half rounds to nearest
  unsigned done_ = 0;
};

// Extra work: runs `redo` with shares of at most the whole until `percent` is done; returns the
// blocks launched. `scratch` has room for the largest result of any kernel in it.
template <class Redo>
unsigned redo_share(unsigned percent, const Buffer& scratch, Redo redo) {
  unsigned blocks = 0;
  for (unsigned left = percent; left > 0; left -= std::min(left, 100u)) {
    Work share(std::min(left, 100u), scratch.data());
    redo(share);
    blocks += share.extra_blocks();
  }
  return blocks;
}

// Throws std::invalid_argument when a penalty was asked for and did nothing.
void require_effect(const char* region, unsigned percent, unsigned blocks);

}  // namespace ncu_regions::workloads
