#include "harness/pipeline/accept_values.h"

#include <algorithm>
#include <set>

#include "harness/core/hash.h"
#include "harness/core/text.h"
#include "harness/machine/probe.h"
#include "harness/pipeline/accept.h"
#include "harness/runs/baseline_file.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

bool is_of_new_build(const SampleInfo& info) {
  return info.side == BuildSide::kHead && info.phase != Phase::kWarmUp;
}

std::uint64_t captures_in(const std::vector<TakenSample>& samples) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      samples, [](const TakenSample& sample) { return is_of_new_build(sample.info); }));
}

// The state of the first GPU before and after all captures.
std::map<std::string, std::string> gpu_state(const RunRecord& record) {
  const GpuState* before = nullptr;
  const GpuState* after = nullptr;
  for (const CaptureRecord& capture : record.captures) {
    if (before == nullptr && !capture.gpus_before.empty()) before = &capture.gpus_before.front();
    if (!capture.gpus_after.empty()) after = &capture.gpus_after.front();
  }
  if (before == nullptr || after == nullptr) return {};
  return {{"temperature_c", before->temperature_c + " -> " + after->temperature_c},
          {"sm_clock_mhz", before->sm_clock_mhz + " -> " + after->sm_clock_mhz}};
}

}  // namespace

RawSamples raw_samples(std::span<const TakenSample> samples, const Verdict& verdict) {
  RawSamples raw;
  for (const TakenSample& sample : samples) {
    if (!is_of_new_build(sample.info)) continue;
    if (!sample.info.covers(verdict.declared, verdict.metric)) continue;
    raw.push_back(value_in(sample.tree, verdict.region, verdict.metric));
  }
  return raw;
}

Samples measured(const RawSamples& samples) {
  Samples values;
  for (const auto& sample : samples) {
    if (sample) values.push_back(*sample);
  }
  return values;
}

Session new_session(const StoredValues& values, const Outcome& outcome, const std::string& reason,
                    const std::string& commit) {
  std::set<std::string> families;
  for (const Verdict& verdict : outcome.verdicts) families.insert(verdict.family);
  Session session;
  session.date = values.record.date;
  session.commit = commit;
  session.reason = reason;
  session.fingerprint = relevant_fields(values.record.fingerprint, families);
  session.captures = captures_in(values.samples);
  session.state = gpu_state(values.record);
  std::string identity = values.record.date;
  for (const auto& [field, value] : values.record.fingerprint)
    identity += "\n" + field + "=" + value;
  // Two runs of the same second are not one session.
  for (const CaptureRecord& capture : values.record.captures) {
    identity += "\n" + shortest(capture.seconds);
  }
  session.id = values.record.date.substr(0, 10) + "-" + short_hash(identity).substr(0, 8) + "-" +
               short_hash(commit + "\n" + reason).substr(0, 4);
  return session;
}

bool has_samples_of(const StoredValue& value, const Session& session) {
  const std::string run = session.id.substr(0, session.id.rfind('-'));
  return std::ranges::any_of(value.samples, [&](const auto& entry) {
    return entry.first == session.id || entry.first.starts_with(run + "-");
  });
}

std::string commit_near(fs::path folder) {
  const auto git = find_program("git");
  std::error_code failed;
  while (!folder.empty() && folder.has_relative_path() && !fs::is_directory(folder, failed)) {
    folder = folder.parent_path();
  }
  if (!git || folder.empty()) return "unknown";
  const auto answer =
      ask_program({git->string(), "-C", folder.string(), "rev-parse", "--short=12", "HEAD"}, 10);
  return answer ? std::string(trim(*answer)) : "unknown";
}

Baseline stored_or_new(const fs::path& file, const Outcome& outcome, const MetricTable& metrics) {
  Baseline key = baseline_key(outcome);
  std::optional<Baseline> stored = read_baseline(file, {key, metrics});
  return stored ? std::move(*stored) : std::move(key);
}

}  // namespace ncu_regions
