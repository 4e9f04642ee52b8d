// Whole judgements against cases whose verdicts were decided by hand:
// tests/golden/rule/own-cases.json. What the verdicts say is in own-cases.txt.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/compare/judge.h"
#include "harness/compare/outcome.h"
#include "harness/core/metric.h"
#include "tests/support/golden.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;

Json load_cases() {
  std::ifstream in(std::string(NCU_REGIONS_TEST_GOLDEN) + "/rule/own-cases.json");
  return Json::parse(in).at("cases");
}

std::optional<double> number(const Json& json, const char* key) {
  if (!json.contains(key)) return std::nullopt;
  return json.at(key).get<double>();
}

Waiver waiver_of(const Json& json) {
  return {"*", "*", json.at("reason"), json.at("author"), json.at("until"), "", "w.yaml:1"};
}

GatedTest test_of(const Json& json) {
  GatedTest test;
  test.declared = json.value("region", "A");
  test.region = parse_written_form(test.declared);
  test.metric = json.value("metric", "gpu__time_duration.sum");
  test.unit = json.value("unit", "ns");
  test.family = json.value("family", "gpu_time");
  test.gate = *gate_from(json.value("gate", "fail"));
  test.budget = {json.value("rel", 0.0), json.value("abs", 0.0), ""};
  test.worse = *direction_from(json.value("direction", "up"));
  test.deterministic = json.value("deterministic", false);
  test.is_additive = json.value("additive", true);
  test.max = number(json, "max");
  test.min = number(json, "min");
  test.budget_origin = "own.yaml:1";
  test.limit_origin = "own.yaml:2";
  if (json.contains("waiver")) test.waiver = waiver_of(json.at("waiver"));
  return test;
}

// The samples of one case, built capture by capture.
class Captures {
 public:
  explicit Captures(const Json& tests) : tests_(tests) {
    add("base", BuildSide::kBase, Phase::kScreen);
    add("now", BuildSide::kHead, Phase::kScreen);
    add("again_base", BuildSide::kBase, Phase::kAgain);
    add("again", BuildSide::kHead, Phase::kAgain);
    add("fresh_base", BuildSide::kBase, Phase::kFresh);
    add("fresh", BuildSide::kHead, Phase::kFresh);
  }

  std::vector<TakenSample> samples;

 private:
  void add(const char* key, BuildSide side, Phase phase) {
    std::size_t most = 0;
    for (const Json& test : tests_) most = std::max(most, test.value(key, Json::array()).size());
    for (std::size_t i = 0; i < most; ++i) samples.push_back(capture(key, side, phase, i));
  }

  // null: the region was there and has no value; "absent": it was not opened.
  TakenSample capture(const char* key, BuildSide side, Phase phase, std::size_t i) {
    TakenSample sample;
    sample.info.number = samples.size() + 1;
    sample.info.side = side;
    sample.info.phase = phase;
    sample.info.pair = i + 1;
    for (const Json& json : tests_) {
      const Json values = json.value(key, Json::array());
      if (i >= values.size() || values[i] == "absent") continue;
      const GatedTest test = test_of(json);
      sample.info.metrics.insert(test.metric);
      set(sample.tree, test, values[i]);
    }
    return sample;
  }

  static void set(RegionTree& tree, const GatedTest& test, const Json& value) {
    auto found = std::ranges::find(tree.regions, test.region, &Region::path);
    if (found == tree.regions.end()) {
      tree.regions.emplace_back();
      found = std::prev(tree.regions.end());
      found->path = test.region;
    }
    if (!value.is_null()) found->all.metrics[test.metric] = {value.get<double>(), {}};
  }

  const Json& tests_;
};

Baseline baseline_of(const Json& json, const Fingerprint& fingerprint) {
  Baseline baseline;
  const Fingerprint stored = json.value("stored_fingerprint", fingerprint);
  for (const Json& test : json.at("tests")) {
    const GatedTest gated = test_of(test);
    StoredValue value = {gated.region, gated.metric, gated.unit, {}};
    const Json sessions = test.value("sessions", Json::object());
    for (const auto& [id, samples] : sessions.items()) {
      for (const Json& sample : samples) value.samples[id].push_back(sample.get<double>());
      if (baseline.find_session(id) == nullptr) {
        baseline.sessions.push_back({id, "2026-01-01", "abc", "why", stored, 10, {}});
      }
    }
    if (!value.samples.empty()) baseline.values.push_back(value);
  }
  return baseline;
}

Judgement judge_case(const Json& json) {
  const Json& tests = json.at("tests");
  std::vector<GatedTest> gated;
  for (const Json& test : tests) gated.push_back(test_of(test));
  const Captures captures(tests);
  const Fingerprint fingerprint =
      json.value("fingerprint", Fingerprint{{"gpu", "X"}, {"clocks", "locked"}});
  const Baseline baseline = baseline_of(json, fingerprint);
  const std::string mode = json.at("mode");
  const Obstacles nothing;
  return judge(
      {.tests = gated,
       .samples = captures.samples,
       .mode = mode == "stored"  ? Mode::kStored
               : mode == "fixed" ? Mode::kFixed
                                 : Mode::kSideBySide,
       .baseline = mode == "stored" && !json.value("no_baseline", false) ? &baseline : nullptr,
       .baseline_file = "b.json",
       .fingerprint = fingerprint,
       .obstacles = nothing,
       .captures_max = json.value("captures_max", std::size_t{10}),
       .workloads = json.value("workloads", std::size_t{1}),
       .fail_on = json.value("fail_on", std::vector<std::string>()),
       .today = "2026-11-17",
       .is_all = json.value("is_all", true)});
}

std::vector<std::string> words(const Judgement& judgement) {
  std::vector<std::string> list;
  for (const Verdict& verdict : judgement.verdicts) {
    list.push_back(std::string(to_string(verdict.word)) +
                   (verdict.waived ? " " + std::string(to_string(*verdict.waived)) : "") +
                   (verdict.is_collapsed ? " collapsed" : "") +
                   (verdict.per_instance ? " per instance" : ""));
  }
  return list;
}

TEST(JudgeCases, AsDecidedByHand) {
  const Json cases = load_cases();
  EXPECT_GE(cases.size(), 30u);
  for (const Json& json : cases) {
    SCOPED_TRACE("case " + json.at("id").dump() + ": " + json.at("title").get<std::string>());
    const Judgement judgement = judge_case(json);
    EXPECT_EQ(Json(words(judgement)), json.at("expect"));
    EXPECT_EQ(static_cast<int>(exit_code_of(judgement.verdicts)), json.at("exit"));
    EXPECT_EQ(judgement.fresh.captures, json.value("wants_fresh", 0u));
    EXPECT_EQ(judgement.again.captures, json.value("wants_again", 0u));
  }
}

// One file of all reasons: what people read.
TEST(JudgeCases, SayWhy) {
  std::string text;
  const Json cases = load_cases();
  for (const Json& json : cases) {
    const Judgement judgement = judge_case(json);
    text += json.at("id").dump() + ". " + json.at("title").get<std::string>() + "\n";
    for (const Verdict& verdict : judgement.verdicts) {
      text += "  " + std::string(to_string(verdict.word)) + "  " + verdict.declared + "  " +
              verdict.metric + ": " + verdict.reason + "\n";
    }
    for (const std::string& note : judgement.notes) text += "  note: " + note + "\n";
  }
  expect_golden("rule/own-cases.txt", text);
}

}  // namespace
}  // namespace ncu_regions
