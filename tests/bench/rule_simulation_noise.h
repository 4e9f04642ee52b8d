// Simulated captures: seeded noise that is the same with every standard library.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace ncu_regions::simulation {

// The engine is specified bit by bit; the distributions of the standard library are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double uniform();  // inside (0, 1)
  double normal();

 private:
  std::mt19937_64 engine_;
  double spare_ = 0;
  bool has_spare_ = false;
};

// A seed of its own for each name, so that leaving out one case does not change the others.
std::uint64_t seed_of(std::uint64_t seed, std::string_view name);

enum class Shape {
  kNormal,
  kLogNormal,
  kBimodal,
  kHeavyTailed,
  kOutliers,
  kAutocorrelated,
  kDrifting,
  kWalking
};

struct NoiseModel {
  std::string_view name;
  std::string_view parameters;
  Shape shape = Shape::kNormal;
  double spread = 0;           // relative to the level, for one capture
  bool is_independent = true;  // one capture says nothing about the next
  bool clocks_locked = false;
};
std::span<const NoiseModel> noise_models();

// The captures of one test in one session, in the order in which they are taken.
class Series {
 public:
  Series(const NoiseModel& model, Random& random) : model_(model), random_(random) {}
  double next();  // relative to the level: about 1

 private:
  double heavy_tailed();
  double outliers();
  double autocorrelated();

  const NoiseModel& model_;
  Random& random_;
  double taken_ = 0;  // captures so far
  double state_ = 0;  // what a capture leaves behind for the next one
};

}  // namespace ncu_regions::simulation
