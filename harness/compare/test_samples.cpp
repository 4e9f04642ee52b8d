#include "harness/compare/test_samples.h"

#include <cmath>
#include <map>
#include <optional>

namespace ncu_regions {
namespace {

class Collector {
 public:
  Collector(const JudgeInput& input, const GatedTest& test, const RegionPath& old_region)
      : input_(input), test_(test), old_region_(old_region) {}

  TestSamples collect() {
    for (const TakenSample& sample : input_.samples) {
      if (sample.info.phase == Phase::kWarmUp) continue;
      if (!sample.info.covers(test_.declared, test_.metric)) continue;
      const bool is_now = sample.info.side == BuildSide::kHead;
      add(sample.info, value_in(sample.tree, is_now ? test_.region : old_region_, test_.metric));
    }
    for (const auto& [pair, values] : pairs_) add_pair(values);
    add_sessions();
    return std::move(out_);
  }

 private:
  struct Pair {
    std::optional<double> base, now;
  };

  void add(const SampleInfo& info, const std::optional<double>& value) {
    const bool is_now = info.side == BuildSide::kHead;
    out_.was_taken_again |= info.phase == Phase::kAgain;
    if (is_now && value) out_.all_now.push_back(*value);
    if (info.phase == Phase::kFresh && input_.mode != Mode::kFixed) {
      Pair& pair = pairs_[info.pair];
      (is_now ? pair.now : pair.base) = value;
      return;
    }
    ++(is_now ? out_.captures : out_.base_captures);
    if (!value) return;
    ++(is_now ? out_.with_value : out_.base_with_value);
    (is_now ? out_.now : out_.base).push_back(*value);
  }

  // A pair of which one is missing is none.
  void add_pair(const Pair& pair) {
    const bool has_base = input_.mode == Mode::kSideBySide;
    if (!pair.now || (has_base && !pair.base)) return;
    out_.fresh_now.push_back(*pair.now);
    if (has_base) out_.fresh_base.push_back(*pair.base);
  }

  void add_sessions() {
    if (input_.mode != Mode::kStored || input_.baseline == nullptr) return;
    const StoredValue* stored = input_.baseline->find(old_region_, test_.metric);
    if (stored == nullptr) return;
    for (const auto& [session, values] : stored->samples) {
      Samples measured;
      for (const auto& value : values) {
        if (value) measured.push_back(*value);
      }
      if (!measured.empty()) out_.sessions.push_back(std::move(measured));
    }
  }

  const JudgeInput& input_;
  const GatedTest& test_;
  const RegionPath& old_region_;
  std::map<std::uint64_t, Pair> pairs_;  // by number: in the order in which they were taken
  TestSamples out_;
};

}  // namespace

Samples TestSamples::old() const {
  if (sessions.empty()) return base;
  Samples all;
  for (const Samples& session : sessions) all.insert(all.end(), session.begin(), session.end());
  return all;
}

TestSamples samples_of(const JudgeInput& input, const GatedTest& test,
                       const RegionPath& old_region) {
  return Collector(input, test, old_region).collect();
}

void per_instance(TestSamples& samples, double before, double now) {
  const auto divide = [](Samples& values, double by) {
    for (double& value : values) value /= by;
  };
  for (Samples& session : samples.sessions) divide(session, before);
  divide(samples.base, before);
  divide(samples.fresh_base, before);
  divide(samples.now, now);
  divide(samples.fresh_now, now);
}

}  // namespace ncu_regions
