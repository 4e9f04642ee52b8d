#include "harness/runs/verdict_json.h"

#include <cmath>
#include <limits>

#include "harness/runs/outcome_fields.h"

namespace ncu_regions {
namespace {

Json optional_number(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::optional<double> number_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<double>();
}

// JSON has no infinity: a budget that cannot be used up is null.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json evidence_json(const std::optional<Evidence>& evidence) {
  if (!evidence) return nullptr;
  const Decision& decision = evidence->decision;
  const auto& interval = decision.interval;
  return {{"mode", to_string(evidence->mode)},
          {"step", decision.step},
          {"side", decision.side == Side::kIncrease ? "increase" : "decrease"},
          {"scale", decision.is_log ? "log" : "difference"},
          {"theta", finite(decision.theta)},
          {"estimate", decision.estimate},
          {"lower", interval ? Json(interval->lower) : Json(nullptr)},
          {"upper", interval ? Json(interval->upper) : Json(nullptr)},
          {"p", optional_number(decision.p)},
          {"level", optional_number(decision.level)},
          {"family", evidence->family},
          {"n_baseline", decision.n_base},
          {"n_now", decision.n_now},
          {"beyond_all", decision.beyond_all},
          {"trimmed", decision.trimmed},
          {"needed", decision.needed},
          {"loosened", decision.is_loosened}};
}

Decision decision_from(const Json& json) {
  Decision decision;
  json.at("step").get_to(decision.step);
  decision.side = json.at("side") == "decrease" ? Side::kDecrease : Side::kIncrease;
  decision.is_log = json.at("scale") == "log";
  decision.theta = number_from(json.at("theta")).value_or(std::numeric_limits<double>::infinity());
  json.at("estimate").get_to(decision.estimate);
  const auto lower = number_from(json.at("lower"));
  const auto upper = number_from(json.at("upper"));
  if (lower && upper) decision.interval = {*lower, *upper};
  decision.p = number_from(json.at("p"));
  decision.level = number_from(json.at("level"));
  json.at("n_baseline").get_to(decision.n_base);
  json.at("n_now").get_to(decision.n_now);
  json.at("beyond_all").get_to(decision.beyond_all);
  json.at("trimmed").get_to(decision.trimmed);
  json.at("needed").get_to(decision.needed);
  json.at("loosened").get_to(decision.is_loosened);
  return decision;
}

std::optional<Evidence> evidence_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  const Json& mode = json.at("mode");
  return Evidence{known_word(mode_from(mode.get<std::string>()), mode), decision_from(json),
                  json.at("family")};
}

void test_from(const Json& json, GatedTest& test) {
  json.at("declared").get_to(test.declared);
  test.region = parse_written_form(json.at("region").get<std::string>());
  json.at("metric").get_to(test.metric);
  json.at("unit").get_to(test.unit);
  json.at("family").get_to(test.family);
  test.gate = known_word(gate_from(json.at("gate").get<std::string>()), json.at("gate"));
  read_stored(json.at("budget"), test.budget);
  json.at("budget_origin").get_to(test.budget_origin);
  const Json& direction = json.at("direction");
  test.worse = known_word(direction_from(direction.get<std::string>()), direction);
  json.at("deterministic").get_to(test.deterministic);
  json.at("additive").get_to(test.is_additive);
  test.max = number_from(json.at("max"));
  test.min = number_from(json.at("min"));
  json.at("limit_origin").get_to(test.limit_origin);
  read_stored(json.at("waiver"), test.waiver);
}

}  // namespace

std::optional<Mode> mode_from(std::string_view text) {
  for (const Mode mode : {Mode::kStored, Mode::kSideBySide, Mode::kFixed}) {
    if (to_string(mode) == text) return mode;
  }
  return std::nullopt;
}

Json verdict_json(const Outcome& outcome, const Verdict& verdict) {
  return {
      {"declared", verdict.declared},
      {"region", written_form(verdict.region)},
      {"metric", verdict.metric},
      {"unit", verdict.unit},
      {"family", verdict.family},
      {"verdict", to_string(verdict.word)},
      {"waived", verdict.waived ? Json(to_string(*verdict.waived)) : Json(nullptr)},
      {"gate", to_string(verdict.gate)},
      {"direction", to_string(verdict.worse)},
      {"deterministic", verdict.deterministic},
      {"additive", verdict.is_additive},
      {"baseline", optional_number(verdict.baseline)},
      {"now", optional_number(verdict.now)},
      {"budget", stored_json(verdict.budget)},
      {"allowed", optional_number(verdict.allowed)},
      {"budget_origin", verdict.budget_origin},
      {"max", optional_number(verdict.max)},
      {"min", optional_number(verdict.min)},
      {"limit_origin", verdict.limit_origin},
      {"waiver", stored_json(verdict.waiver)},
      {"moved_from", verdict.moved_from ? Json(written_form(*verdict.moved_from)) : Json(nullptr)},
      {"per_instance", verdict.per_instance},
      {"old_instances", verdict.old_instances},
      {"region_missing", verdict.is_region_missing},
      {"collapsed", verdict.is_collapsed},
      {"fails_undecided", verdict.fails_undecided},
      {"beyond_this_machine", verdict.beyond_this_machine},
      {"did_not_run", verdict.did_not_run},
      {"evidence", evidence_json(verdict.evidence)},
      {"captures", verdict.captures},
      {"baseline_samples", verdict.baseline_samples},
      {"now_samples", verdict.now_samples},
      {"reason", verdict.reason},
      {"ctest_exit_code", static_cast<int>(region_test_code(outcome, verdict))}};
}

Verdict verdict_from(const Json& json) {
  Verdict verdict;
  test_from(json, verdict);
  const Json& word = json.at("verdict");
  verdict.word = known_word(verdict_word_from(word.get<std::string>()), word);
  if (const Json& waived = json.at("waived"); !waived.is_null()) {
    verdict.waived = known_word(verdict_word_from(waived.get<std::string>()), waived);
  }
  verdict.baseline = number_from(json.at("baseline"));
  verdict.now = number_from(json.at("now"));
  verdict.allowed = number_from(json.at("allowed"));
  if (const Json& from = json.at("moved_from"); !from.is_null()) {
    verdict.moved_from = parse_written_form(from.get<std::string>());
  }
  json.at("per_instance").get_to(verdict.per_instance);
  json.at("old_instances").get_to(verdict.old_instances);
  json.at("region_missing").get_to(verdict.is_region_missing);
  json.at("collapsed").get_to(verdict.is_collapsed);
  json.at("fails_undecided").get_to(verdict.fails_undecided);
  json.at("beyond_this_machine").get_to(verdict.beyond_this_machine);
  verdict.did_not_run = json.value("did_not_run", false);
  verdict.evidence = evidence_from(json.at("evidence"));
  json.at("captures").get_to(verdict.captures);
  json.at("baseline_samples").get_to(verdict.baseline_samples);
  json.at("now_samples").get_to(verdict.now_samples);
  json.at("reason").get_to(verdict.reason);
  return verdict;
}

}  // namespace ncu_regions
