#include "harness/pipeline/trial.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/run/interrupt.h"

namespace ncu_regions {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kFailuresInARow = 2;  // pairs that fail, before nobody tries any more
constexpr std::size_t kMostAgain = 3;       // captures more of what should repeat exactly
constexpr std::size_t kSpare = 2;           // pairs beyond the most, for those in which values lack

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What a repetition has to measure: metrics that vary and are judged.
std::set<std::string> varying_metrics(const Settings& settings) {
  std::set<std::string> metrics;
  for (const std::string& metric : settings.metrics) {
    const bool is_exact = settings.metric_table.at(metric).deterministic;
    if (!is_exact && may_be_judged(settings, metric)) metrics.insert(metric);
  }
  return metrics;
}

// Whether every metric that is declared deterministic has one value in each declared region.
bool do_exact_metrics_repeat(std::span<const TakenSample> samples, const Taker& taker) {
  std::map<std::pair<std::string, std::string>, double> first;
  for (const GatedTest& test : taker.tests(nullptr)) {
    if (!test.deterministic) continue;
    for (const TakenSample& sample : samples) {
      if (sample.info.phase == Phase::kWarmUp) continue;
      const auto value = value_in(sample.tree, test.region, test.metric);
      if (!value) continue;
      const auto [known, is_new] = first.try_emplace({test.declared, test.metric}, *value);
      if (!is_new && known->second != *value) return false;
    }
  }
  return true;
}

class Trial {
 public:
  explicit Trial(const TrialInput& input) : in_(input), settings_(input.head.settings().decision) {}

  Judgement run() {
    in_.head.prepare();
    of_base([&] { in_.base->prepare(); });
    screen();
    Judgement judgement = in_.judge(false);
    for (std::size_t i = 0; i < kMostAgain && !judgement.again.empty(); ++i) {
      if (!again(judgement)) break;
      judgement = in_.judge(false);
    }
    if (!judgement.fresh.empty()) {
      confirm(judgement);
      return in_.judge(true);
    }
    return judgement;
  }

 private:
  void screen() {
    const std::size_t captures = in_.head.settings().capture.captures;
    for (std::size_t i = 0; i < captures; ++i) {
      SampleInfo info;
      info.phase = Phase::kScreen;
      if (i > 0 && !in_.head.has_all_metrics()) info.metrics = varying_metrics(in_.head.settings());
      take_in_turns(info);
    }
  }

  // False when the capture failed and all that it was for is red without it. Else the failure is
  // the result: a program that fails now and then must not end as suspect.
  bool again(const Judgement& judgement) {
    const Wanted& wanted = judgement.again;
    in_.request.tell("an exact metric has a new value: measuring once more");
    SampleInfo info = info_of(wanted);
    info.phase = Phase::kAgain;
    try {
      take_in_turns(info);
      return true;
    } catch (const Error& error) {
      if (interruption() != 0 || error.kind() != ErrorKind::kMeasurement) throw;
      if (!are_all_regressed(judgement)) throw;
      drop_unfinished();
      note("one more capture failed, and the verdict stands without it: " +
           std::string(error.what()));
      return false;
    }
  }

  static bool are_all_regressed(const Judgement& judgement) {
    return std::ranges::all_of(judgement.verdicts, [&](const Verdict& verdict) {
      const bool is_wanted = judgement.again.regions.contains(verdict.declared) &&
                             judgement.again.metrics.contains(verdict.metric);
      return !is_wanted || verdict.word == VerdictWord::kRegressed;
    });
  }

  void confirm(Judgement& judgement) {
    start_ = Clock::now();
    if (is_time_over()) return;
    const std::size_t most = settings_.captures_max + kSpare;
    in_.request.tell(counted(judgement.undecided, "suspicion") + " in " +
                     counted(judgement.fresh.regions.size(), "region") +
                     ": measuring again, up to " + std::to_string(settings_.captures_max) +
                     " captures" + (in_.base == nullptr ? "" : " of each build"));
    while (!judgement.fresh.empty() && pair_ < most) {
      const std::size_t target = std::max(judgement.fresh.captures, complete_ + 1);
      while (complete_ < target && pair_ < most) {
        if (!take_pair(judgement.fresh)) return;
      }
      judgement = in_.judge(false);
    }
  }

  // False when no more are to be taken.
  bool take_pair(const Wanted& wanted) {
    if (is_time_over()) return false;
    SampleInfo info = info_of(wanted);
    info.phase = Phase::kFresh;
    info.pair = ++pair_;
    try {
      take_in_turns(info);
      ++complete_;
      failures_ = 0;
    } catch (const Error& error) {
      if (interruption() != 0 || error.kind() != ErrorKind::kMeasurement) throw;
      drop_unfinished();
      note("a fresh capture failed and is left out: " + std::string(error.what()));
      if (++failures_ == kFailuresInARow) {
        note("no further captures were tried: what is undecided stays so");
        return false;
      }
    }
    return true;
  }

  bool is_time_over() {
    if (seconds_since(start_) >= settings_.confirm_s) {
      note("no further captures after " + shortest(settings_.confirm_s) +
           " s (confirm_s): what is undecided stays so");
      return true;
    }
    if (!in_.request.deadline) return false;
    const std::chrono::duration<double> left = *in_.request.deadline - Clock::now();
    if (left.count() > 1.5 * longest_s_) return false;
    note("no further captures: the time of the test is nearly over; what is undecided stays so");
    return true;
  }

  SampleInfo info_of(const Wanted& wanted) const {
    SampleInfo info;
    info.regions.assign(wanted.regions.begin(), wanted.regions.end());
    if (!in_.head.has_all_metrics()) info.metrics = wanted.metrics;
    return info;
  }

  // Turns: AB BA AB ..., so that a drift hits both.
  void take_in_turns(const SampleInfo& info) {
    const Clock::time_point begin = Clock::now();
    const bool base_first = turns_++ % 2 == 0;
    const auto take_base = [&] { in_.base->take(info); };
    if (base_first) of_base(take_base);
    in_.head.take(info);
    if (!base_first) of_base(take_base);
    longest_s_ = std::max(longest_s_, seconds_since(begin));
  }

  // Errors of the base build name it.
  template <typename Step>
  void of_base(Step step) {
    if (in_.base == nullptr) return;
    try {
      step();
    } catch (const Error& error) {
      throw Error(error.kind(), "the base build: " + std::string(error.what()));
    }
  }

  // Captures of a sample that came to nothing.
  void drop_unfinished() {
    std::erase_if(in_.ledger.captures, [&](const CaptureRecord& capture) {
      return capture.sample > in_.ledger.samples.size();
    });
  }

  void note(const std::string& text) {
    in_.request.tell(text);
    in_.ledger.notes.push_back(text);
  }

  const TrialInput& in_;
  const DecisionSettings settings_;
  std::size_t turns_ = 0;
  std::size_t pair_ = 0;      // taken, whatever came of them
  std::size_t complete_ = 0;  // of which both captures are good
  std::size_t failures_ = 0;  // in a row
  Clock::time_point start_;
  double longest_s_ = 0;
};

}  // namespace

Judgement run_trial(const TrialInput& input) { return Trial(input).run(); }

void take_samples(Taker& taker, std::size_t count, const Ledger& ledger) {
  constexpr std::size_t kWhole = 2;  // captures that show whether exact metrics repeat
  taker.prepare();
  for (std::size_t i = 0; i < count; ++i) {
    SampleInfo info;
    info.phase = Phase::kScreen;
    if (i >= kWhole && !taker.has_all_metrics() && do_exact_metrics_repeat(ledger.samples, taker)) {
      info.metrics = varying_metrics(taker.settings());
      if (info.metrics.empty()) return;
    }
    taker.take(info);
  }
}

}  // namespace ncu_regions
