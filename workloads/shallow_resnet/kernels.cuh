// shallow_resnet: its kernels. Tensors are dense floats in the order image, channel, row, column; a
// "plane" is one channel of one image. All grids are one-dimensional, and a block never depends on
// another one: launching only the first n blocks does exactly their share of the work.
#pragma once

#include "workloads/support/launch.h"

namespace ncu_regions::workloads {

inline constexpr unsigned kTile = 16;  // a convolution block makes kTile x kTile results
inline constexpr unsigned kHaloTile = kTile + 2;
inline constexpr unsigned kPlaneThreads = 64;  // a power of two: the reduction halves it

struct ConvShape {
  unsigned in_channels;
  unsigned out_channels;
  unsigned size;  // rows = columns, of the input and, because of zero padding, of the output
};

// Tiles along one side of a plane.
NCU_REGIONS_DEVICE constexpr unsigned tiles_across(unsigned size) {
  return (size + kTile - 1) / kTile;
}

// Indices are 32 bits wide on purpose: a GPU computes wider ones in two steps.
// NOLINTBEGIN(bugprone-implicit-widening-of-multiplication-result)

// 3x3 convolution, zero padding, stride 1; one block per tile of an output plane, kTile x kTile
// threads. The input tile with its border passes through shared memory, one channel at a time.
NCU_REGIONS_KERNEL conv3x3(const float* input, const float* weights, float* output,
                           ConvShape shape) {
  NCU_REGIONS_SHARED float tile[kHaloTile * kHaloTile];
  PerThread<float, kTile * kTile> sum(0.0f);
  const unsigned across = tiles_across(shape.size);
  const unsigned plane = blockIdx.x / (across * across);
  const unsigned first_row = blockIdx.x / across % across * kTile;
  const unsigned first_column = blockIdx.x % across * kTile;
  const unsigned pixels = shape.size * shape.size;
  const float* source = input + plane / shape.out_channels * shape.in_channels * pixels;
  const float* filter = weights + plane % shape.out_channels * shape.in_channels * 9;

  for (unsigned channel = 0; channel < shape.in_channels; ++channel) {
    each_thread([&](ThreadIndex id) {
      for (unsigned y = id.y; y < kHaloTile; y += kTile) {
        for (unsigned x = id.x; x < kHaloTile; x += kTile) {
          // One above or left of the plane wraps around to a huge number: outside, like the rest.
          const unsigned row = first_row + y - 1;
          const unsigned column = first_column + x - 1;
          const bool inside = row < shape.size && column < shape.size;
          tile[y * kHaloTile + x] = inside ? source[row * shape.size + column] : 0.0f;
        }
      }
    });
    each_thread([&](ThreadIndex id) {
      const float* top = tile + id.y * kHaloTile + id.x;
      const float* middle = top + kHaloTile;
      const float* bottom = middle + kHaloTile;
      float total = sum[id];
      total += filter[0] * top[0] + filter[1] * top[1] + filter[2] * top[2];
      total += filter[3] * middle[0] + filter[4] * middle[1] + filter[5] * middle[2];
      total += filter[6] * bottom[0] + filter[7] * bottom[1] + filter[8] * bottom[2];
      sum[id] = total;
    });
    source += pixels;
    filter += 9;
  }

  last_phase([&](ThreadIndex id) {
    const unsigned row = first_row + id.y;
    const unsigned column = first_column + id.x;
    if (row >= shape.size || column >= shape.size) return;
    output[plane * pixels + row * shape.size + column] = sum[id];
  });
}

NCU_REGIONS_DEVICE float relu(float value) { return value > 0.0f ? value : 0.0f; }

// Batch norm, already folded into a scale and a shift per channel, then ReLU; one block per plane.
NCU_REGIONS_KERNEL batch_norm_relu(const float* input, const float* scale, const float* shift,
                                   float* output, unsigned channels, unsigned pixels) {
  const unsigned channel = blockIdx.x % channels;
  const unsigned first = blockIdx.x * pixels;
  last_phase([&](ThreadIndex id) {
    for (unsigned i = first + id.x; i < first + pixels; i += kPlaneThreads) {
      output[i] = relu(input[i] * scale[channel] + shift[channel]);
    }
  });
}

// The end of a residual block: batch norm, plus the skip connection, then ReLU; one block per
// plane. `skip` may be `output`: each element is read before it is written, by the same thread.
NCU_REGIONS_KERNEL batch_norm_add_relu(const float* input, const float* scale, const float* shift,
                                       const float* skip, float* output, unsigned channels,
                                       unsigned pixels) {
  const unsigned channel = blockIdx.x % channels;
  const unsigned first = blockIdx.x * pixels;
  last_phase([&](ThreadIndex id) {
    for (unsigned i = first + id.x; i < first + pixels; i += kPlaneThreads) {
      output[i] = relu(input[i] * scale[channel] + shift[channel] + skip[i]);
    }
  });
}

// The mean of each plane by a tree in shared memory; one block per plane.
NCU_REGIONS_KERNEL global_average_pool(const float* input, float* output, unsigned pixels) {
  NCU_REGIONS_SHARED float part[kPlaneThreads];
  const float* plane = input + blockIdx.x * pixels;

  each_thread([&](ThreadIndex id) {
    float total = 0.0f;
    for (unsigned i = id.x; i < pixels; i += kPlaneThreads) total += plane[i];
    part[id.x] = total;
  });
  for (unsigned half = kPlaneThreads / 2; half > 0; half /= 2) {
    each_thread([&](ThreadIndex id) {
      if (id.x < half) part[id.x] += part[id.x + half];
    });
  }
  last_phase([&](ThreadIndex id) {
    if (id.x == 0) output[blockIdx.x] = part[0] / static_cast<float>(pixels);
  });
}

// Scores = features x weights + bias; one block per image, the threads share the classes.
NCU_REGIONS_KERNEL linear(const float* features, const float* weights, const float* bias,
                          float* scores, unsigned channels, unsigned classes) {
  const float* feature = features + blockIdx.x * channels;
  last_phase([&](ThreadIndex id) {
    for (unsigned k = id.x; k < classes; k += kPlaneThreads) {
      float total = bias[k];
      for (unsigned c = 0; c < channels; ++c) total += feature[c] * weights[k * channels + c];
      scores[blockIdx.x * classes + k] = total;
    }
  });
}

// NOLINTEND(bugprone-implicit-widening-of-multiplication-result)

}  // namespace ncu_regions::workloads
