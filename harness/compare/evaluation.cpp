#include "harness/compare/evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ncu_regions {
namespace {

constexpr double kRounding = 1e-9;

double theta_of(const Allowance& allow, double level, bool is_log, Side side) {
  const double allowed = allowed_worsening(allow, level);
  if (!is_log) return allowed;
  if (side == Side::kIncrease) return std::log1p(allowed / level);
  // A positive value cannot fall by more than itself.
  if (allowed >= level) return std::numeric_limits<double>::infinity();
  return -std::log1p(-allowed / level);
}

std::vector<double> oriented(std::span<const double> values, bool is_log, Side side) {
  std::vector<double> result;
  result.reserve(values.size());
  for (const double value : values) {
    const double y = is_log ? std::log(value) : value;
    result.push_back(side == Side::kIncrease ? y : -y);
  }
  std::ranges::sort(result);
  return result;
}

double middle(std::span<const double> sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

void add_differences(Evaluation& evaluation) {
  evaluation.differences.reserve(evaluation.base.size() * evaluation.now.size());
  for (const double before : evaluation.base) {
    for (const double now : evaluation.now) evaluation.differences.push_back(now - before);
  }
  std::ranges::sort(evaluation.differences);
  evaluation.estimate = middle(evaluation.differences);
  const std::size_t rank = interval_rank(evaluation.base.size(), evaluation.now.size());
  if (rank == 0) return;
  const std::size_t all = evaluation.differences.size();
  evaluation.interval = {evaluation.differences[rank - 1], evaluation.differences[all - rank]};
}

double tail_at(const RankSizes& sizes, std::size_t count) {
  const std::vector<double>& tail = rank_tail(sizes);
  return count < tail.size() ? tail[count] : 0;
}

}  // namespace

bool is_over(double x, double threshold) { return x > threshold * (1 + kRounding); }
bool is_inside(double x, double threshold) { return x < threshold * (1 - kRounding); }

double allowed_worsening(const Allowance& allow, double level) {
  return std::max(allow.absolute, allow.relative * std::abs(level));
}

double Evaluation::p_pass() const {
  const auto inside = std::ranges::count_if(
      differences, [&](double difference) { return is_inside(difference, theta); });
  return tail_at({base.size(), now.size()}, static_cast<std::size_t>(inside));
}

double Evaluation::p_better() const {
  const auto better = std::ranges::count_if(differences, [](double d) { return d < 0; });
  return tail_at({base.size(), now.size()}, static_cast<std::size_t>(better));
}

double Evaluation::p_worse(std::size_t dropped_base, std::size_t dropped_now) const {
  const std::size_t above = pairs_above(std::span(base).first(base.size() - dropped_base),
                                        std::span(now).first(now.size() - dropped_now));
  return tail_at({base.size(), now.size(), dropped_base, dropped_now}, above);
}

std::size_t Evaluation::beyond_all() const {
  return static_cast<std::size_t>(now.end() - std::ranges::upper_bound(now, base.back()));
}

Evaluation evaluate(std::span<const double> base, std::span<const double> now,
                    const Allowance& allow, Side side) {
  const auto is_positive = [](double value) { return value > 0; };
  Evaluation evaluation;
  evaluation.side = side;
  evaluation.is_log =
      std::ranges::all_of(base, is_positive) && std::ranges::all_of(now, is_positive);
  const double level = median(std::vector(base.begin(), base.end()));
  evaluation.theta = theta_of(allow, level, evaluation.is_log, side);
  evaluation.base = oriented(base, evaluation.is_log, side);
  evaluation.now = oriented(now, evaluation.is_log, side);
  add_differences(evaluation);
  return evaluation;
}

}  // namespace ncu_regions
