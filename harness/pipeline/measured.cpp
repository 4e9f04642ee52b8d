#include "harness/pipeline/measured.h"

#include <chrono>
#include <ctime>

#include "harness/command/ncu_command.h"
#include "harness/core/own_files.h"
#include "harness/core/version.h"

namespace ncu_regions {
std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

RunRecord new_record(const CheckRequest& request, const Settings& settings) {
  RunRecord record;
  record.workload = request.workload.name;
  record.folder = request.workload.run.string();
  record.tool = own_program();
  record.version = program_version();
  record.date = utc_now();
  record.settings = settings.values;
  record.origins = settings.origins;
  record.metrics = settings.metrics;
  record.metric_names = settings.ncu.names_on_chip;
  record.shown = settings.shown;
  record.declared = request.workload.regions;
  record.workload_json = workload_json(request.workload);
  if (request.base) record.base_json = workload_json(*request.base);
  record.overrides = request.overrides;
  return record;
}

RunRecord record_of(const CheckRequest& request, const Taker& head, const Ledger& ledger) {
  RunRecord record = new_record(request, head.settings());
  // Every capture of ncu has what was collected, beside what is gated.
  if (head.has_all_metrics()) record.shown.metrics = collected_metrics(head.settings());
  record.fingerprint = head.fingerprint();
  record.plan = head.plan();
  record.captures = ledger.captures;
  for (const TakenSample& sample : ledger.samples) record.samples.push_back(sample.info);
  record.notes = ledger.notes;
  return record;
}

Spent spent_in(const Ledger& ledger) {
  Spent spent;
  for (const TakenSample& sample : ledger.samples) {
    if (sample.info.phase == Phase::kWarmUp) continue;
    const bool is_head = sample.info.side == BuildSide::kHead;
    ++(is_head ? spent.head : spent.base);
    if (is_head && sample.info.phase == Phase::kFresh) ++spent.fresh;
  }
  for (const CaptureRecord& capture : ledger.captures) spent.seconds += capture.seconds;
  return spent;
}

}  // namespace ncu_regions
