#include "tests/bench/rule_simulation_cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include "tests/bench/rule_simulation_ours.h"
#include "tests/bench/rule_simulation_peers.h"

namespace ncu_regions::simulation {
namespace {

constexpr double kLevel = 100;

// AB BA AB: what drifts steadily meets both builds alike. One series runs through the session.
TestCaptures side_by_side(const NoiseModel& noise, std::size_t captures, double factor,
                          Random& random) {
  TestCaptures test;
  Series series(noise, random);
  for (std::size_t i = 0; i < captures; ++i) {
    const double first = kLevel * series.next();
    const double second = kLevel * series.next();
    test.base.push_back(i % 2 == 0 ? first : second);
    test.now.push_back(factor * (i % 2 == 0 ? second : first));
  }
  return test;
}

Samples session(const Case& which, std::size_t captures, double factor, Random& random) {
  const double level = kLevel * factor * std::exp(which.shift * random.normal());
  Series series(which.noise, random);
  Samples samples;
  for (std::size_t i = 0; i < captures; ++i) samples.push_back(level * series.next());
  return samples;
}

TestCaptures stored(const Case& which, std::size_t captures, double factor, Random& random) {
  TestCaptures test;
  for (std::size_t i = 0; i < which.sessions; ++i) {
    const Samples& samples = test.sessions.emplace_back(session(which, which.captures, 1, random));
    test.base.insert(test.base.end(), samples.begin(), samples.end());
  }
  test.now = session(which, captures, factor, random);
  return test;
}

bool is_red(const Peer& peer, const TestCaptures& test) {
  const std::span<const double> base(test.base);
  const bool is_stored = !test.sessions.empty();
  return peer.is_slower(is_stored ? base : base.first(peer.captures),
                        std::span(test.now).first(peer.captures));
}

// One pull request after the other, all of the same kind.
class Run {
 public:
  Run(const Case& which, double slowdown, const Options& options)
      : which_(which),
        n_max_(options.n_max),
        slowdown_(slowdown),
        slowed_(slowdown == 0 ? 0 : options.slowed()),
        random_(seed_of(options.seed, std::string(which.noise.name) + which.baseline() +
                                          std::to_string(slowdown))),
        tests_(options.tests) {
    tally_.red_prs.resize(1 + peers().size());
    tally_.red_slowed.resize(1 + peers().size());
  }

  void add_pull_request() {
    const std::size_t captures = kScreenCaptures + n_max_;
    for (std::size_t i = 0; i < tests_.size(); ++i) {
      const double factor = i < slowed_ ? 1 + slowdown_ : 1;
      tests_[i] = which_.is_stored() ? stored(which_, captures, factor, random_)
                                     : side_by_side(which_.noise, captures, factor, random_);
    }
    tally_.prs += 1;
    tally_.tests += tests_.size();
    tally_.slowed += slowed_;
    add_ours();
    for (std::size_t i = 0; i < peers().size(); ++i) add_peer(i);
  }

  const Tally& tally() const { return tally_; }

 private:
  void add_ours() {
    const std::vector<Outcome> outcomes =
        which_.is_stored() ? judge_stored(tests_, n_max_, which_.noise.clocks_locked)
                           : judge_pairs(tests_, n_max_);
    const auto has = [](Ruling ruling) {
      return [ruling](const Outcome& outcome) { return outcome.ruling == ruling; };
    };
    const auto slowed = std::span(outcomes).first(slowed_);
    tally_.red_prs[0] += std::ranges::any_of(outcomes, has(Ruling::kRegressed)) ? 1 : 0;
    tally_.red_slowed[0] += count(slowed, has(Ruling::kRegressed));
    tally_.suspect_slowed += count(slowed, has(Ruling::kSuspect));
    tally_.undecided += count(outcomes, &Outcome::was_undecided);
    for (const Outcome& outcome : outcomes) tally_.captures += outcome.captures;
    tally_.worst_captures += std::ranges::max(outcomes, {}, &Outcome::captures).captures;
  }

  void add_peer(std::size_t index) {
    const auto red = [&](const TestCaptures& test) { return is_red(peers()[index], test); };
    const auto slowed = std::span(tests_).first(slowed_);
    const std::size_t red_slowed = count(slowed, red);
    tally_.red_slowed[1 + index] += red_slowed;
    // The first red test is enough.
    const bool is_alarm = red_slowed > 0 || std::ranges::any_of(tests_, red);
    tally_.red_prs[1 + index] += is_alarm ? 1 : 0;
  }

  template <typename Range, typename Predicate>
  static std::size_t count(const Range& range, Predicate predicate) {
    return static_cast<std::size_t>(std::ranges::count_if(range, predicate));
  }

  Case which_;
  std::size_t n_max_;
  double slowdown_;
  std::size_t slowed_;
  Random random_;
  std::vector<TestCaptures> tests_;
  Tally tally_;
};

bool is_chosen(const NoiseModel& noise, const Options& options) {
  return options.only.empty() || options.only == noise.name;
}

}  // namespace

std::string Case::baseline() const {
  if (!is_stored()) return "A/B";
  return std::to_string(sessions) + " x " + std::to_string(captures) + ", shift " +
         std::to_string(std::lround(shift * 100)) + " %";
}

Tally simulate(const Case& which, double slowdown, std::size_t prs, const Options& options) {
  Run run(which, slowdown, options);
  for (std::size_t i = 0; i < prs; ++i) run.add_pull_request();
  return run.tally();
}

const Tally& CaseResult::at(double slowdown) const {
  for (const Slowed& one : slowed) {
    if (one.slowdown == slowdown) return one.tally;
  }
  throw std::out_of_range("this slowdown was not simulated");
}

CaseResult simulate_all(const Case& which, const Options& options) {
  CaseResult result = {which, simulate(which, 0, options.prs, options), {}};
  const std::vector<double> slowdowns = which.is_stored()
                                            ? std::vector{0.05, 0.10, 0.20}
                                            : std::vector{0.01, 0.02, 0.03, 0.05, 0.10, 0.20};
  for (const double slowdown : slowdowns) {
    result.slowed.push_back({slowdown, simulate(which, slowdown, options.power_prs(), options)});
  }
  return result;
}

std::vector<Case> side_by_side_cases(const Options& options) {
  std::vector<Case> cases;
  for (const NoiseModel& noise : noise_models()) {
    if (is_chosen(noise, options)) cases.push_back({noise});
  }
  return cases;
}

// Every baseline and shift with locked clocks; the other noises with two of them.
std::vector<Case> stored_cases(const Options& options) {
  constexpr std::array<std::pair<std::size_t, std::size_t>, 4> kBaselines = {
      {{1, 10}, {2, 10}, {3, 4}, {5, 4}}};
  std::vector<Case> cases;
  for (const NoiseModel& noise : noise_models()) {
    if (!is_chosen(noise, options)) continue;
    for (const auto& [sessions, captures] : kBaselines) {
      for (const double shift : {0.0, 0.01, 0.03}) {
        const bool is_typical = shift == 0.01 && (sessions == 1 || sessions == 3);
        if (noise.clocks_locked || is_typical) cases.push_back({noise, sessions, captures, shift});
      }
    }
  }
  return cases;
}

}  // namespace ncu_regions::simulation
