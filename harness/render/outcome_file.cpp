#include "harness/render/outcome_file.h"

#include "harness/core/files.h"
#include "harness/render/json_file.h"

namespace ncu_regions {
namespace {

constexpr int kSchema = 1;

Json optional_number(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::optional<double> number_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<double>();
}

Json verdict_json(const Outcome& outcome, const Verdict& verdict) {
  return {
      {"declared", verdict.declared},
      {"region", written_form(verdict.region)},
      {"metric", verdict.metric},
      {"unit", verdict.unit},
      {"family", verdict.family},
      {"verdict", to_string(verdict.word)},
      {"gate", to_string(verdict.gate)},
      {"baseline", optional_number(verdict.baseline)},
      {"now", optional_number(verdict.now)},
      {"budget", {{"relative", verdict.budget.relative}, {"absolute", verdict.budget.absolute}}},
      {"allowed", optional_number(verdict.allowed)},
      {"budget_origin", verdict.budget_origin},
      {"per_instance", verdict.per_instance},
      {"beyond_this_machine", verdict.beyond_this_machine},
      {"reason", verdict.reason},
      {"ctest_exit_code", static_cast<int>(region_test_code(outcome, verdict))}};
}

template <typename Value>
Value known(std::optional<Value> value, const Json& text) {
  if (!value) throw Error(ErrorKind::kMeasurement, "unknown word " + text.dump());
  return *value;
}

Verdict verdict_from(const Json& json) {
  Verdict verdict;
  json.at("declared").get_to(verdict.declared);
  verdict.region = parse_written_form(json.at("region").get<std::string>());
  json.at("metric").get_to(verdict.metric);
  json.at("unit").get_to(verdict.unit);
  json.at("family").get_to(verdict.family);
  const Json& word = json.at("verdict");
  verdict.word = known(verdict_word_from(word.get<std::string>()), word);
  verdict.gate = known(gate_from(json.at("gate").get<std::string>()), json.at("gate"));
  verdict.baseline = number_from(json.at("baseline"));
  verdict.now = number_from(json.at("now"));
  json.at("budget").at("relative").get_to(verdict.budget.relative);
  json.at("budget").at("absolute").get_to(verdict.budget.absolute);
  verdict.allowed = number_from(json.at("allowed"));
  json.at("budget_origin").get_to(verdict.budget_origin);
  json.at("per_instance").get_to(verdict.per_instance);
  json.at("beyond_this_machine").get_to(verdict.beyond_this_machine);
  json.at("reason").get_to(verdict.reason);
  return verdict;
}

}  // namespace

void write_outcome(const std::filesystem::path& file, const Outcome& outcome) {
  Json verdicts = Json::array();
  for (const Verdict& verdict : outcome.verdicts) {
    verdicts.push_back(verdict_json(outcome, verdict));
  }
  const Json json = {{"schema", kSchema},
                     {"workload", outcome.workload},
                     {"preset", outcome.preset},
                     {"kind", outcome.kind},
                     {"device", outcome.device},
                     {"profiler_reason", outcome.profiler_reason},
                     {"skipped", outcome.skipped},
                     {"exit_code", static_cast<int>(exit_code_of(outcome))},
                     {"require_baseline", outcome.require_baseline},
                     {"allow_incomparable", outcome.allow_incomparable},
                     {"baseline",
                      {{"file", outcome.baseline.file},
                       {"exists", outcome.baseline.exists},
                       {"commit", outcome.baseline.commit},
                       {"date", outcome.baseline.date}}},
                     {"declared", outcome.declared},
                     {"notes", outcome.notes},
                     {"verdicts", verdicts}};
  write_file(file, json.dump(2) + "\n");
}

Outcome read_outcome(const std::filesystem::path& file) {
  const Json json = read_json_file(file, kSchema, "an outcome (verdicts.json)");
  Outcome outcome;
  return from_json_file(file, [&] {
    json.at("workload").get_to(outcome.workload);
    json.at("preset").get_to(outcome.preset);
    json.at("kind").get_to(outcome.kind);
    json.at("device").get_to(outcome.device);
    json.at("profiler_reason").get_to(outcome.profiler_reason);
    json.at("skipped").get_to(outcome.skipped);
    json.at("require_baseline").get_to(outcome.require_baseline);
    json.at("allow_incomparable").get_to(outcome.allow_incomparable);
    json.at("baseline").at("file").get_to(outcome.baseline.file);
    json.at("baseline").at("exists").get_to(outcome.baseline.exists);
    json.at("baseline").at("commit").get_to(outcome.baseline.commit);
    json.at("baseline").at("date").get_to(outcome.baseline.date);
    json.at("declared").get_to(outcome.declared);
    json.at("notes").get_to(outcome.notes);
    for (const Json& verdict : json.at("verdicts")) {
      outcome.verdicts.push_back(verdict_from(verdict));
    }
    return outcome;
  });
}

}  // namespace ncu_regions
