// Compare: the exact one-sided rank test of the decision rule. No approximations.
#pragma once

#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

namespace ncu_regions {

// How many captures were made of each side, and how many of the worst were dropped of each.
struct RankSizes {
  std::size_t base = 0, now = 0;
  std::size_t dropped_base = 0, dropped_now = 0;

  bool operator<(const RankSizes& other) const {
    return std::tie(base, now, dropped_base, dropped_now) <
           std::tie(other.base, other.now, other.dropped_base, other.dropped_now);
  }
};

// P(U >= u) for u = 0, 1, ... when all orders of the captures are equally likely; U counts the
// pairs in which the new capture is the larger one, over what is left. Ties are the caller's: he
// counts them against his claim. Never empty; beyond its end the chance is 0. Kept for the next
// call.
const std::vector<double>& rank_tail(const RankSizes& sizes);

// The smallest p that these sizes can give.
double smallest_p(const RankSizes& sizes);

// n over k, as a double.
double choose(std::size_t n, std::size_t k);

// Pairs (b, c) with c > b. Both must be sorted.
std::size_t pairs_above(std::span<const double> base, std::span<const double> now);

// How many of the smallest and of the largest differences lie outside a two-sided 90 % interval of
// the shift: the interval goes from the k-th smallest to the k-th largest. 0: there is none.
std::size_t interval_rank(std::size_t base, std::size_t now);

// p <= level, but for rounding.
bool is_significant(double p, double level);

}  // namespace ncu_regions
