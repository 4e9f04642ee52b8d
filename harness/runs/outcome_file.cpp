#include "harness/runs/outcome_file.h"

#include "harness/core/files.h"
#include "harness/runs/digest.h"
#include "harness/runs/json_file.h"
#include "harness/runs/outcome_check.h"
#include "harness/runs/outcome_fields.h"
#include "harness/runs/review_json.h"
#include "harness/runs/verdict_json.h"

namespace ncu_regions {
namespace {

constexpr int kOutcomeSchema = 3;

}  // namespace

void write_outcome(const std::filesystem::path& file, const Outcome& outcome) {
  Json verdicts = Json::array();
  for (const Verdict& verdict : outcome.verdicts) {
    verdicts.push_back(verdict_json(outcome, verdict));
  }
  const Json json = {{"schema", kOutcomeSchema},
                     {"workload", outcome.workload},
                     {"preset", outcome.preset},
                     {"kind", outcome.kind},
                     {"device", outcome.device},
                     {"profiler_reason", outcome.profiler_reason},
                     {"skipped", outcome.skipped},
                     {"exit_code", static_cast<int>(exit_code_of(outcome))},
                     {"require_baseline", outcome.require_baseline},
                     {"allow_incomparable", outcome.allow_incomparable},
                     {"baseline", stored_json(outcome.baseline)},
                     {"mode", to_string(outcome.mode)},
                     {"base", outcome.base},
                     {"workloads", outcome.workloads},
                     {"undecided", outcome.undecided},
                     {"family", outcome.family},
                     {"spent", stored_json(outcome.spent)},
                     {"declared", outcome.declared},
                     {"notes", outcome.notes},
                     {"rules", review_json(outcome.review)},
                     {"bound_to", stored_json(outcome.bound)},
                     {"verdicts", verdicts}};
  write_file(file, with_digest(json.dump(2)));
}

Outcome read_outcome(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  Outcome outcome = parse_outcome(text, file);  // its messages say more than a wrong digest
  require_unchanged(text, file);
  return outcome;
}

Outcome parse_outcome(const std::string& text, const std::filesystem::path& file) {
  const Json json = parse_json_file(text, file, kOutcomeSchema, "an outcome (verdicts.json)");
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
    read_stored(json.at("baseline"), outcome.baseline);
    const Json& mode = json.at("mode");
    outcome.mode = known_word(mode_from(mode.get<std::string>()), mode);
    json.at("base").get_to(outcome.base);
    json.at("workloads").get_to(outcome.workloads);
    json.at("undecided").get_to(outcome.undecided);
    json.at("family").get_to(outcome.family);
    read_stored(json.at("spent"), outcome.spent);
    json.at("declared").get_to(outcome.declared);
    json.at("notes").get_to(outcome.notes);
    if (json.contains("rules")) outcome.review = review_from(json.at("rules"));
    for (const Json& verdict : json.at("verdicts")) {
      outcome.verdicts.push_back(verdict_from(verdict));
    }
    if (json.contains("bound_to")) read_stored(json.at("bound_to"), outcome.bound);
    require_consistent(json, outcome, file);
    return outcome;
  });
}

}  // namespace ncu_regions
