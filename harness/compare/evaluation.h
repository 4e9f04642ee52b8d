// Compare: one evaluation of old captures against new ones, for one side of a metric.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/compare/rank_test.h"
#include "harness/config/budget.h"
#include "harness/core/median.h"

namespace ncu_regions {

enum class Side { kIncrease, kDecrease };  // which change is worse

// Values that sit exactly on a threshold must not depend on rounding.
bool is_over(double x, double threshold);
bool is_inside(double x, double threshold);

// How much worse the metric may get, in its unit, from this level.
double allowed_worsening(const Allowance& allow, double level);

struct Interval {
  double lower = 0, upper = 0;
};

// On the working scale: differences of logarithms where all values are positive, else plain ones;
// turned so that positive is worse.
struct Evaluation {
  Side side = Side::kIncrease;
  bool is_log = false;
  double theta = 0;                  // the budget
  double estimate = 0;               // Hodges-Lehmann shift: the median of all differences
  std::optional<Interval> interval;  // of the shift, 90 %; nothing: too few captures
  std::vector<double> base, now;     // sorted
  std::vector<double> differences;   // of each new one to each old one, sorted

  // Chance of so many differences inside the budget, or of so many improvements, if the true shift
  // were at the budget, or none.
  double p_pass() const;
  double p_better() const;
  // Chance of so many new captures above old ones if nothing had changed. Without the worst ones.
  double p_worse(std::size_t dropped_base = 0, std::size_t dropped_now = 0) const;
  // New captures that lie beyond all old ones.
  std::size_t beyond_all() const;
};

// Neither may be empty.
Evaluation evaluate(std::span<const double> base, std::span<const double> now,
                    const Allowance& allow, Side side);

}  // namespace ncu_regions
