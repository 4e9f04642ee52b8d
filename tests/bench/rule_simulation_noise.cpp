#include "tests/bench/rule_simulation_noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ncu_regions::simulation {
namespace {

constexpr double kModes = 0.06;         // from one mode to the other
constexpr double kOutlierShare = 0.15;  // of the captures
constexpr double kCorrelation = 0.9;    // with the capture before
constexpr double kDrift = 0.001;        // per capture
constexpr double kStep = 0.005;         // per capture, either way
constexpr double kLeast = 0.01;         // a time is never negative

constexpr std::array kModels = {
    NoiseModel{"locked", "normal, CV 0.2 %", Shape::kNormal, 0.002, true, true},
    NoiseModel{"normal", "normal, CV 2 %", Shape::kNormal, 0.02, true, false},
    NoiseModel{"lognormal", "log-normal, sigma 10 %", Shape::kLogNormal, 0.1, true, false},
    NoiseModel{"bimodal", "two modes 6 % apart, half and half, CV 0.2 % each", Shape::kBimodal,
               0.002, true, false},
    NoiseModel{"heavy-tailed", "Student t with 2 degrees of freedom, scale 1 %",
               Shape::kHeavyTailed, 0.01, true, false},
    NoiseModel{"outliers", "normal, CV 1 %, and 15 % of the captures 10 to 50 % slower",
               Shape::kOutliers, 0.01, true, false},
    NoiseModel{"autocorrelated", "AR(1), rho 0.9, CV 1 %", Shape::kAutocorrelated, 0.01, false,
               false},
    NoiseModel{"drifting", "0.1 % slower with each capture, normal, CV 0.2 %", Shape::kDrifting,
               0.002, false, false},
    NoiseModel{"walking", "random walk in steps of 0.5 %, normal, CV 0.2 %", Shape::kWalking, 0.002,
               false, false},
};

}  // namespace

double Random::uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }

// Box and Muller: two at a time.
double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2 * std::log(uniform()));
  const double angle = 2 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

// FNV-1a.
std::uint64_t seed_of(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325 ^ seed;
  for (const char letter : name) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  return hash;
}

std::span<const NoiseModel> noise_models() { return kModels; }

double Series::next() {
  const double spread = model_.spread;
  taken_ += 1;
  switch (model_.shape) {
    case Shape::kNormal:
      return 1 + spread * random_.normal();
    case Shape::kLogNormal:
      return std::exp(spread * random_.normal());
    case Shape::kBimodal:
      return (random_.uniform() < 0.5 ? 1 : 1 + kModes) * (1 + spread * random_.normal());
    case Shape::kHeavyTailed:
      return heavy_tailed();
    case Shape::kOutliers:
      return outliers();
    case Shape::kAutocorrelated:
      return autocorrelated();
    case Shape::kDrifting:
      return 1 + kDrift * taken_ + spread * random_.normal();
    case Shape::kWalking:
      state_ += kStep * random_.normal();
      return 1 + state_ + spread * random_.normal();
  }
  return 1;
}

double Series::heavy_tailed() {
  // With 2 degrees of freedom, chi squared over 2 is an exponential variable.
  const double student = random_.normal() / std::sqrt(-std::log(random_.uniform()));
  return std::max(kLeast, 1 + model_.spread * student);
}

double Series::outliers() {
  const double usual = 1 + model_.spread * random_.normal();
  if (random_.uniform() >= kOutlierShare) return usual;
  return usual * (1.1 + 0.4 * random_.uniform());
}

double Series::autocorrelated() {
  const double fresh = random_.normal();
  const double weight = std::sqrt(1 - kCorrelation * kCorrelation);
  // The first one has the spread of all others.
  state_ = taken_ == 1 ? fresh : kCorrelation * state_ + weight * fresh;
  return 1 + model_.spread * state_;
}

}  // namespace ncu_regions::simulation
