// Runs: what explain.json has of explanations.
#pragma once

#include <array>

#include "harness/explain/explain.h"
#include "harness/runs/described_json.h"

namespace ncu_regions {

template <>
struct StoredWords<KernelChange> {
  static constexpr std::array kAll = {KernelChange::kNew,          KernelChange::kGone,
                                      KernelChange::kMoreLaunches, KernelChange::kFewerLaunches,
                                      KernelChange::kMoreEach,     KernelChange::kLessEach};
};

template <>
struct Description<KernelShare> {
  static constexpr std::tuple kFields{
      stored("kernel", &KernelShare::kernel),
      stored("change", &KernelShare::change),
      stored("launches_before", &KernelShare::launches_before),
      stored("launches_now", &KernelShare::launches_now),
      stored("before", &KernelShare::before),
      stored("now", &KernelShare::now),
      derived("contribution", [](const KernelShare& share) { return share.contribution(); })};
};

template <>
struct Description<MetricShare> {
  static constexpr std::tuple kFields{
      stored("metric", &MetricShare::metric),
      stored("of", &MetricShare::of),
      stored("unit", &MetricShare::unit),
      stored("before", &MetricShare::before),
      stored("now", &MetricShare::now),
      derived("change", [](const MetricShare& share) { return share.change(); }),
      stored("kernels", &MetricShare::kernels),
      stored("rest", &MetricShare::rest),
      stored("rest_is_outside", &MetricShare::is_rest_outside)};
};

template <>
struct Description<ChildShare> {
  static constexpr std::tuple kFields{
      stored("region", &ChildShare::region), stored("metric", &ChildShare::metric),
      stored("before", &ChildShare::before), stored("now", &ChildShare::now)};
};

template <>
struct Description<CounterMove> {
  static constexpr std::tuple kFields{
      stored("metric", &CounterMove::metric), stored("unit", &CounterMove::unit),
      stored("before", &CounterMove::before), stored("now", &CounterMove::now)};
};

template <>
struct Description<RulePart> {
  static constexpr std::tuple kFields{
      stored("kernel", &RulePart::kernel), stored("rule", &RulePart::rule),
      stored("title", &RulePart::title), stored("speedup_percent", &RulePart::speedup_percent)};
};

// One member, whose name says what the text is.
template <>
struct StoredForm<Phrase> {
  static Json write(const Phrase& phrase) {
    Json json = Json::object();
    json[phrase.is_name ? "name" : "text"] = valid_utf8(phrase.text);
    return json;
  }
  static void read(const Json& json, Phrase& phrase) {
    phrase.is_name = json.contains("name");
    json.at(phrase.is_name ? "name" : "text").get_to(phrase.text);
  }
};

template <>
struct Description<Explanation> {
  static constexpr std::tuple kFields{
      stored("region", &Explanation::region),     stored("reading", &Explanation::reading),
      stored("shares", &Explanation::shares),     stored("children", &Explanation::children),
      stored("counters", &Explanation::counters), stored("rules", &Explanation::rules)};
};

}  // namespace ncu_regions
