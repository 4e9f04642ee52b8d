#include "harness/compare/resampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace ncu_regions {
namespace {

constexpr std::size_t kPowerTrials = 200;
constexpr double kPower = 0.9;

using Order = std::vector<std::size_t>;  // of captures

// As the standard library's, but the same everywhere.
void shuffle(Order& order, std::mt19937_64& random) {
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
}

Samples picked(const Samples& values, const Order& order, std::size_t from, std::size_t count,
               double factor = 1) {
  Samples samples;
  for (std::size_t i = from; i < from + count; ++i) samples.push_back(values[order[i]] * factor);
  return samples;
}

// The captures of one trial: screen of both builds, then pairs.
struct Hand {
  Samples screen_base, screen_now, base, now;
};

class Resampling {
 public:
  explicit Resampling(const ResamplingInput& input) : in_(input), random_(input.seed) {
    captures_ = in_.series.empty() ? 0 : in_.series.front().values.size();
    const std::size_t left = captures_ - std::min(captures_, 2 * in_.screen);
    out_.captures = captures_;
    out_.pairs = std::min(in_.captures_max, left / 2);
    out_.trials = in_.trials;
    order_.resize(captures_);
    std::iota(order_.begin(), order_.end(), 0);
  }

  Resampled run() {
    for (const Series& series : in_.series) out_.series.push_back(describe(series));
    for (std::size_t i = 0; i < in_.trials; ++i) trial();
    for (std::size_t i = 0; i < in_.series.size(); ++i) {
      if (!out_.series[i].is_exact) out_.series[i].smallest = smallest(in_.series[i]);
    }
    return std::move(out_);
  }

 private:
  static SeriesReport describe(const Series& series) {
    SeriesReport report;
    report.level = median(series.values);
    Samples deviations;
    for (const double value : series.values) deviations.push_back(std::abs(value - report.level));
    report.is_exact = std::ranges::all_of(deviations, [](double d) { return d == 0; });
    if (report.level != 0) {
      report.spread = 1.4826 * median(std::move(deviations)) / std::abs(report.level);
    }
    return report;
  }

  // `factor`: how much slower the captures that play the new build are made.
  Hand deal(const Series& series, double factor = 1) const {
    const std::size_t screen = in_.screen;
    Hand hand;
    hand.screen_base = picked(series.values, order_, 0, screen);
    hand.screen_now = picked(series.values, order_, screen, screen, factor);
    hand.base = picked(series.values, order_, 2 * screen, out_.pairs);
    hand.now = picked(series.values, order_, 2 * screen + out_.pairs, out_.pairs, factor);
    return hand;
  }

  Ruling first_look(const RuleTest& rule, const Hand& hand) const {
    const auto exact = decide_exactly(rule, hand.screen_base, hand.screen_now);
    return exact ? exact->ruling
                 : screen(rule, hand.screen_base, hand.screen_now, out_.pairs).ruling;
  }

  bool is_confirmed(const RuleTest& rule, const Hand& hand, std::size_t family) const {
    const FreshPairs pairs = {hand.screen_base, hand.screen_now, hand.base, hand.now, true};
    return confirm(rule, pairs, plan_looks(family, out_.pairs, in_.alpha)).ruling ==
           Ruling::kRegressed;
  }

  // One pull request in which nothing changed: every test is dealt the same captures.
  void trial() {
    shuffle(order_, random_);
    std::size_t family = 0;
    std::vector<Ruling> rulings;
    for (const Series& series : in_.series) {
      const RuleTest rule = series.test.rule();
      rulings.push_back(first_look(rule, deal(series)));
      if (rulings.back() == Ruling::kUndecided) family += rule.weight();
    }
    bool is_red = false;
    for (std::size_t i = 0; i < rulings.size(); ++i) {
      const Series& series = in_.series[i];
      const bool is_wrong = rulings[i] == Ruling::kRegressed ||
                            (rulings[i] == Ruling::kUndecided &&
                             is_confirmed(series.test.rule(), deal(series), family));
      out_.series[i].false_alarms += is_wrong ? 1 : 0;
      is_red |= is_wrong;
    }
    out_.false_alarms += is_red ? 1 : 0;
  }

  bool is_seen(const Series& series, double change) {
    const double sign = series.test.worse == Direction::kDown ? -1 : 1;
    const RuleTest rule = series.test.rule();
    std::size_t seen = 0;
    for (std::size_t i = 0; i < kPowerTrials; ++i) {
      shuffle(order_, random_);
      const Hand hand = deal(series, 1 + sign * change);
      const Ruling ruling = first_look(rule, hand);
      const bool is_red = ruling == Ruling::kRegressed ||
                          (ruling == Ruling::kUndecided && is_confirmed(rule, hand, rule.weight()));
      seen += is_red ? 1 : 0;
    }
    return static_cast<double>(seen) >= kPower * kPowerTrials;
  }

  // In steps of a tenth; nothing when not even a doubling (or a loss of nine tenths) is seen. More
  // is seen more often, so the steps need not all be tried.
  std::optional<double> smallest(const Series& series) {
    const double most = series.test.worse == Direction::kDown ? 0.9 : 1.0;
    if (!is_seen(series, most)) return std::nullopt;
    const auto change_at = [&](int step) { return most * std::pow(1.1, -step); };
    int seen = 0;
    int unseen = 1 + static_cast<int>(std::log(most / 0.001) / std::log(1.1));
    while (unseen - seen > 1) {
      const int middle = (seen + unseen) / 2;
      (is_seen(series, change_at(middle)) ? seen : unseen) = middle;
    }
    return change_at(seen);
  }

  const ResamplingInput& in_;
  std::mt19937_64 random_;
  std::size_t captures_ = 0;
  Order order_;
  Resampled out_;
};

}  // namespace

Resampled resample(const ResamplingInput& input) { return Resampling(input).run(); }

}  // namespace ncu_regions
