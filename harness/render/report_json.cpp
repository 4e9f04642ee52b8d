// report.json.
#include "harness/core/metric.h"
#include "harness/render/json_file.h"
#include "harness/render/report_parts.h"

namespace ncu_regions {
namespace {

constexpr int kSchema = 1;

Json metrics_json(const ScopeValues& values) {
  Json metrics = Json::object();
  for (const auto& [metric, totals] : values.metrics) {
    metrics[metric] = {{"inclusive", totals.inclusive ? Json(*totals.inclusive) : Json(nullptr)},
                       {"exclusive", totals.exclusive ? Json(*totals.exclusive) : Json(nullptr)}};
  }
  return metrics;
}

// One entry per process; null where it did not open the region.
Json scopes_json(const Region& region) {
  Json scopes = Json::array();
  for (const std::optional<ScopeValues>& values : region.by_scope) {
    if (!values) {
      scopes.push_back(nullptr);
      continue;
    }
    scopes.push_back({{"instances", values->instances},
                      {"threads", values->threads},
                      {"metrics", metrics_json(*values)}});
  }
  return scopes;
}

Json region_json(const Region& region) {
  Json kernels = Json::array();
  for (const KernelCount& kernel : region.kernels) {
    kernels.push_back({{"name", kernel.name}, {"launches", kernel.launches}});
  }
  Json path = {{"domain", region.path.domain}, {"labels", region.path.labels}};
  return {{"name", display_form(region.path)},
          {"path", written_form(region.path)},
          {"identity", path},
          {"parent", region.parent ? Json(*region.parent) : Json(nullptr)},
          {"depth", region.depth},
          {"instances", region.all.instances},
          {"kernel_count", total(region.all, kHostLaunchesMetric, true).value_or(0)},
          {"threads", region.all.threads},
          {"metrics", metrics_json(region.all)},
          {"scopes", scopes_json(region)},
          {"kernels", kernels}};
}

}  // namespace

std::string report_json(const ReportInput& input) {
  Json regions = Json::array();
  for (const Region& region : input.tree.regions) regions.push_back(region_json(region));
  Json outside = Json::array();
  for (const KernelCount& kernel : input.tree.outside) {
    outside.push_back({{"name", kernel.name}, {"launches", kernel.launches}});
  }
  Json scopes = Json::array();
  for (const Scope& scope : input.tree.scopes) {
    scopes.push_back({{"name", scope.name}, {"pid", scope.pid}});
  }
  const Json json = {{"schema", kSchema},
                     {"workload", input.outcome.workload},
                     {"profiler", input.outcome.skipped ? "none" : "host"},
                     {"profiler_reason", input.outcome.profiler_reason},
                     {"kind", input.outcome.kind},
                     {"device", input.outcome.device},
                     {"summary", summary_line(input.outcome)},
                     {"scopes", scopes},
                     {"regions", regions},
                     {"outside", outside},
                     {"notes", notes_of(input)}};
  return json.dump(2) + "\n";
}

}  // namespace ncu_regions
