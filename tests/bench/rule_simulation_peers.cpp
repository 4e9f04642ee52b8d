#include "tests/bench/rule_simulation_peers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "harness/compare/evaluation.h"
#include "harness/compare/rank_test.h"
#include "tests/bench/rule_simulation_ours.h"

namespace ncu_regions::simulation {
namespace {

using Values = std::span<const double>;

std::vector<double> sorted(Values values) {
  std::vector<double> result(values.begin(), values.end());
  std::ranges::sort(result);
  return result;
}

double median_of(Values values) { return median({values.begin(), values.end()}); }

double mean_of(Values values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance_of(Values values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size() - 1);
}

// Linear between the two neighbours.
double upper_quartile(Values in_order) {
  const double at = 0.75 * static_cast<double>(in_order.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, in_order.size() - 1);
  return std::lerp(in_order[below], in_order[above], at - static_cast<double>(below));
}

// Two-sided p of Mann and Whitney's test when the new values are the larger ones. Noise without
// ties and few captures: the peers use the exact distribution here, too.
double rank_p(Values base, Values now) {
  const std::size_t above = pairs_above(sorted(base), sorted(now));
  return std::min(1.0, 2 * rank_tail({base.size(), now.size()})[above]);
}

// ReFrame, pytest-benchmark, CodSpeed: a threshold.
bool by_median(Values base, Values now) { return median_of(now) > median_of(base) * (1 + kBudget); }

// google/benchmark: any difference, if it is significant.
bool by_rank(Values base, Values now) { return rank_p(base, now) < 0.05; }

// hyperfine's script: the same with means.
bool by_welch(Values base, Values now) {
  const double from_base = variance_of(base) / static_cast<double>(base.size());
  const double from_now = variance_of(now) / static_cast<double>(now.size());
  const double difference = mean_of(now) - mean_of(base);
  const double error = from_base + from_now;
  if (difference <= 0 || error == 0) return difference > 0;
  const double degrees = error * error /
                         (from_base * from_base / static_cast<double>(base.size() - 1) +
                          from_now * from_now / static_cast<double>(now.size() - 1));
  return student_p(difference / std::sqrt(error), degrees) < 0.05;
}

// NVBench: a difference of means larger than the smaller of the two spreads.
bool by_smaller_noise(Values base, Values now) {
  const double noise = std::min(std::sqrt(variance_of(base)) / mean_of(base),
                                std::sqrt(variance_of(now)) / mean_of(now));
  return noise > 0 && (mean_of(now) - mean_of(base)) / mean_of(base) > noise;
}

// NVBench, newer: a gap between the fastest new one and the slower ones of the old.
bool by_gap(Values base, Values now) {
  const double upper = upper_quartile(sorted(base));
  const double lower = *std::ranges::min_element(now);
  return lower > upper && (lower - upper) / upper >= 0.005;
}

// asv, with our budget for its factor.
bool by_median_and_rank(Values base, Values now) {
  return by_median(base, now) && rank_p(base, now) < 0.002;
}

constexpr std::array kPeers = {
    Peer{"median > 2 %", 5, by_median},  Peer{"Mann-Whitney", 5, by_rank},
    Peer{"Welch", 5, by_welch},          Peer{"NVBench legacy", 5, by_smaller_noise},
    Peer{"NVBench robust", 5, by_gap},   Peer{"NVBench robust", 10, by_gap},
    Peer{"asv", 10, by_median_and_rank},
};

// Incomplete beta function by its continued fraction, from the inside out: so many terms are more
// than enough where x is below about a / (a + b).
double beta_share(double a, double b, double x) {
  constexpr int kTerms = 60;
  double fraction = 1;
  for (int m = kTerms; m > 0; --m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m - 1) * (a + b + m - 1) * x / ((a + 2 * m - 2) * (a + 2 * m - 1));
    fraction = 1 + odd / (1 + even / fraction);
  }
  const double log_front =
      std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x);
  return std::exp(log_front) / (a * fraction);
}

}  // namespace

std::span<const Peer> peers() { return kPeers; }

double student_p(double t, double degrees) {
  if (t == 0) return 1;
  const double a = degrees / 2;
  const double b = 0.5;
  const double x = degrees / (degrees + t * t);
  return x < (a + 1) / (a + b + 2) ? beta_share(a, b, x) : 1 - beta_share(b, a, 1 - x);
}

}  // namespace ncu_regions::simulation
