// report.json, of the run and of each region.
#include "harness/core/metric.h"
#include "harness/render/json_file.h"
#include "harness/render/report_parts.h"

namespace ncu_regions {
namespace {

constexpr int kSchema = 2;

Json number(const std::optional<double>& value, const std::optional<std::uint64_t>& whole = {}) {
  if (whole) return *whole;
  return value ? Json(*value) : Json(nullptr);
}

Json totals_json(const RegionTree& tree, const Totals& totals) {
  Json json = {{"inclusive", number(totals.inclusive, totals.inclusive_whole)},
               {"exclusive", number(totals.exclusive, totals.exclusive_whole)}};
  if (tree.is_host()) return json;
  json["results"] = totals.results;
  json["measured"] = totals.measured;
  if (totals.each) {
    json["min"] = totals.each->min;
    json["mean"] = totals.each->mean;
    json["max"] = totals.each->max;
  }
  if (totals.is_mixed) json["mixed"] = true;
  if (!totals.text.empty()) json["text"] = totals.text;
  if (totals.weight) json["weight"] = *totals.weight;
  if (totals.without_weight > 0) json["without_weight"] = totals.without_weight;
  return json;
}

Json metrics_json(const RegionTree& tree, const std::map<std::string, Totals>& values) {
  Json metrics = Json::object();
  for (const auto& [metric, totals] : values) metrics[metric] = totals_json(tree, totals);
  return metrics;
}

Json total_ms(const RegionTree& tree, const std::map<std::string, Totals>& values) {
  const auto time = values.find(tree.time_metric);
  if (time == values.end() || !time->second.inclusive) return nullptr;
  return *time->second.inclusive / 1e6;
}

void add_values(Json& json, const RegionTree& tree, const ScopeValues& values) {
  json["total_ms"] = total_ms(tree, values.metrics);
  json["kernel_count"] = values.kernels;
  json["kernel_count_directly"] = values.kernels_directly;
  json["instances"] = tree.has_instances ? Json(values.instances) : Json(nullptr);
  if (tree.is_host()) json["threads"] = values.threads;
  json["metrics"] = metrics_json(tree, values.metrics);
}

Json device_json(const Scope& scope) {
  return scope.device ? Json("cuda:" + std::to_string(*scope.device)) : Json(nullptr);
}

Json scope_json(const Scope& scope) {
  return {{"name", scope.name},
          {"process", scope.pid == 0 ? Json(nullptr) : Json(scope.pid)},
          {"device", device_json(scope)},
          {"rank", scope.rank ? Json(*scope.rank) : Json(nullptr)},
          {"host", scope.host},
          {"device_name", scope.device_name},
          {"compute_capability", scope.compute_capability}};
}

// One entry per scope; null where it did not open the region.
Json scopes_json(const RegionTree& tree, const std::vector<std::optional<ScopeValues>>& by_scope) {
  Json scopes = Json::array();
  for (std::size_t i = 0; i < by_scope.size(); ++i) {
    if (!by_scope[i]) {
      scopes.push_back(nullptr);
      continue;
    }
    Json scope = {{"scope", tree.scopes[i].name}};
    add_values(scope, tree, *by_scope[i]);
    scopes.push_back(std::move(scope));
  }
  return scopes;
}

Json kernels_json(const RegionTree& tree, Where where, std::size_t region) {
  Json kernels = Json::array();
  for (const KernelStats& stats : kernels_in(tree, where, region)) {
    const Kernel& kernel = tree.rows.kernels[stats.kernel];
    Json json = {{"name", kernel.name}, {"launches", stats.launches}};
    if (!tree.is_host()) {
      const auto dim = [&](const std::optional<Dim3>& value) {
        return value && !stats.is_mixed ? Json({value->x, value->y, value->z}) : Json(nullptr);
      };
      json["mangled"] = kernel.mangled;
      json["kind"] = std::string(to_string(kernel.kind));
      json["mixed_geometry"] = stats.is_mixed;
      json["grid"] = dim(stats.grid);
      json["block"] = dim(stats.block);
      json["total_ms"] = stats.time ? Json(*stats.time / 1e6) : Json(nullptr);
      json["metrics"] = metrics_json(tree, stats.metrics);
    }
    kernels.push_back(std::move(json));
  }
  return kernels;
}

// The one process and device of a region, or null when there are several.
void add_scope(Json& json, const RegionTree& tree, const Region& region) {
  const Scope* only = nullptr;
  std::size_t count = 0;
  for (std::size_t i = 0; i < region.by_scope.size(); ++i) {
    if (!region.by_scope[i]) continue;
    only = &tree.scopes[i];
    ++count;
  }
  json["process"] = count == 1 && only->pid != 0 ? Json(only->pid) : Json(nullptr);
  json["device"] = count == 1 ? device_json(*only) : Json(nullptr);
}

Json region_json(const ReportInput& input, std::size_t index, const RegionFiles& files) {
  const RegionTree& tree = input.tree;
  const Region& region = tree.regions[index];
  Json json = {
      {"name", display_form(region.path)},
      {"path", written_form(region.path)},
      {"identity",
       {{"domain", region.path.domain},
        {"labels", region.path.labels},
        {"start_end", region.path.start_end}}},
      {"parent", region.parent ? Json(written_form(tree.regions[*region.parent].path)) : Json()},
      {"depth", region.depth}};
  add_scope(json, tree, region);
  const bool is_aggregate = input.shown().aggregate || tree.scopes.size() < 2;
  if (is_aggregate) {
    add_values(json, tree, region.all);
  } else {
    json["total_ms"] = nullptr;
    json["kernel_count"] = region.all.kernels;
    json["metrics"] = nullptr;
  }
  if (region.kernel_time) json["kernel_ms"] = *region.kernel_time / 1e6;
  if (region.unfiltered && is_aggregate) {
    json["unfiltered"] = {{"total_ms", total_ms(tree, region.unfiltered->metrics)},
                          {"kernel_count", region.unfiltered->kernels},
                          {"metrics", metrics_json(tree, region.unfiltered->metrics)}};
  }
  if (!region.not_measured.empty()) json["not_measured"] = region.not_measured;
  json["scopes"] = scopes_json(tree, region.by_scope);
  const auto file = [](const std::string& path) { return path.empty() ? Json() : Json(path); };
  json["files"] = {{"markdown", file(files.markdown)},
                   {"json", file(files.json)},
                   {"kernels", file(files.kernels)},
                   {"sections", file(files.sections)}};
  return json;
}

Json elsewhere_json(const RegionTree& tree, const Elsewhere& elsewhere, Where where) {
  return {{"total_ms", elsewhere.all.kernels > 0 ? total_ms(tree, elsewhere.all.metrics) : Json(0)},
          {"kernel_count", elsewhere.all.kernels},
          {"kernels", kernels_json(tree, where, 0)}};
}

Json shown_json(const RegionTree& tree) {
  Json metrics = Json::array();
  for (const ShownMetric& metric : tree.shown) {
    metrics.push_back({{"name", metric.name},
                       {"unit", metric.unit},
                       {"roll_up", std::string(to_string(metric.roll_up))},
                       {"across_scopes", std::string(to_string(metric.across))},
                       {"weighted_by", metric.weight.empty() ? Json() : Json(metric.weight)},
                       {"measured", metric.is_measured},
                       {"section", metric.section.empty() ? Json() : Json(metric.section)},
                       {"label", metric.label.empty() ? Json() : Json(metric.label)}});
  }
  return metrics;
}

Json selected_json(const ShownSettings& shown) {
  Json by_region = Json::array();
  for (const KernelOverride& entry : shown.kernels.by_region) {
    by_region.push_back({{"region", entry.region},
                         {"include", entry.kernels.include},
                         {"exclude", entry.kernels.exclude}});
  }
  return {{"sections", shown.sections},
          {"metrics", shown.metrics},
          {"kernel_name_base", shown.kernels.name_base},
          {"kernel_include", shown.kernels.general.include},
          {"kernel_exclude", shown.kernels.general.exclude},
          {"kernels_of", by_region},
          {"aggregate", shown.aggregate}};
}

Json domains_json(const RegionTree& tree) {
  Json domains = Json::array();
  for (const DomainSum& domain : tree.domains) {
    Json metrics = Json::object();
    for (const auto& [metric, sums] : domain.metrics) {
      metrics[metric] = {{"inside", sums.inside}, {"outside", sums.outside}, {"all", sums.all}};
    }
    domains.push_back({{"domain", domain.domain},
                       {"kernels_inside", domain.kernels_inside},
                       {"kernels_outside", domain.kernels_outside},
                       {"metrics", metrics}});
  }
  return domains;
}

std::string profiler_of(const ReportInput& input) {
  if (input.outcome != nullptr && input.outcome->skipped) return "none";
  return input.tree.is_host() ? "host" : "ncu";
}

}  // namespace

std::string region_json_text(const ReportInput& input, std::size_t region,
                             const RegionFiles& files) {
  Json json = {{"schema", kSchema}, {"kind", std::string(to_string(input.tree.kind))}};
  json.update(region_json(input, region, files));
  json["kernels"] = kernels_json(input.tree, Where::kDirectly, region);
  json["kernels_below"] = kernels_json(input.tree, Where::kBelow, region);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string report_json(const ReportInput& input) {
  const RegionTree& tree = input.tree;
  const std::vector<RegionFiles> files = region_files(input);
  Json regions = Json::array();
  for (std::size_t i = 0; i < tree.regions.size(); ++i) {
    regions.push_back(region_json(input, i, files[i]));
    regions.back()["kernels"] = kernels_json(tree, Where::kDirectly, i);
  }
  Json scopes = Json::array();
  for (const Scope& scope : tree.scopes) scopes.push_back(scope_json(scope));
  const Outcome* outcome = input.outcome;
  const Json json = {
      {"schema", kSchema},
      {"workload", input.run.workload},
      {"profiler", profiler_of(input)},
      {"profiler_reason", outcome != nullptr ? Json(outcome->profiler_reason) : Json(nullptr)},
      {"kind", std::string(to_string(tree.kind))},
      {"device", outcome != nullptr ? Json(outcome->device) : Json(nullptr)},
      {"summary", outcome != nullptr ? summary_line(*outcome) : summary_line(tree)},
      {"sources", tree.rows.sources},
      {"time_metric", tree.time_metric.empty() ? Json() : Json(tree.time_metric)},
      {"selected", selected_json(input.shown())},
      {"metrics", shown_json(tree)},
      {"scopes", scopes},
      {"regions", regions},
      {"outside", elsewhere_json(tree, tree.outside, Where::kOutside)},
      {"unlabeled", elsewhere_json(tree, tree.unlabeled, Where::kUnlabeled)},
      {"domains", domains_json(tree)},
      {"not_measured", tree.missing},
      {"notes", notes_of(input)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ncu_regions
