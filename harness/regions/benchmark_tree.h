// Regions: repetitions of benchmarks in, a tree of regions for each sample out. A benchmark is a
// region without parent, and each of its repetitions a sample.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/artifacts/benchmark_file.h"
#include "harness/regions/region_tree.h"

namespace ncu_regions {

struct BenchmarkTrees {
  // The n-th repetition of every benchmark that has as many; the first one has all benchmarks.
  std::vector<RegionTree> samples;
  // Of each sample: the written forms of what it has; empty: everything.
  std::vector<std::vector<std::string>> regions;
  // All repetitions together: medians, with the smallest, mean and largest.
  RegionTree summary;
  std::vector<std::string> notes;
};

// Samples of one benchmark at most: an exact test of more takes long and says nothing new. More
// repetitions become medians of neighbours.
inline constexpr std::size_t kMostSamples = 60;

// "BM_Sort/1024/threads:2" is written as Google Benchmark writes it: its parts are the labels.
RegionPath benchmark_path(const std::string& name);

// Repetitions of several files follow each other. A benchmark that failed in one of them, or that
// two benchmarks of a file are called, has no value in any sample, and the reason. `metrics` names
// the units.
BenchmarkTrees assemble_benchmarks(std::span<const BenchmarkFile> files,
                                   const MetricTable& metrics);

}  // namespace ncu_regions
