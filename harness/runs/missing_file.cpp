#include "harness/runs/missing_file.h"

#include "harness/core/files.h"
#include "harness/runs/json_file.h"
#include "harness/runs/verdict_json.h"

namespace ncu_regions {
namespace {

constexpr int kMissingSchema = 1;

// It has no run: it cannot have passed.
std::optional<WorkloadState> missing_state_from(std::string_view text) {
  for (const WorkloadState state : {WorkloadState::kNotMeasured, WorkloadState::kSkipped}) {
    if (to_string(state) == text) return state;
  }
  return std::nullopt;
}

}  // namespace

void write_missing(const std::filesystem::path& file, const WorkloadResult& result) {
  const Json json = {{"schema", kMissingSchema},
                     {"workload", result.name},
                     {"state", to_string(result.state)},
                     {"error", result.error}};
  write_file(file, json.dump(2) + "\n");
}

WorkloadResult read_missing(const std::filesystem::path& file) {
  const Json json =
      parse_json_file(read_file(file), file, kMissingSchema, "a workload without a run");
  return from_json_file(file, [&] {
    WorkloadResult result;
    json.at("workload").get_to(result.name);
    json.at("error").get_to(result.error);
    const Json& state = json.at("state");
    result.state = known_word(missing_state_from(state.get<std::string>()), state);
    return result;
  });
}

}  // namespace ncu_regions
