// report.json, of the run and of each region.
#include "harness/core/metric.h"
#include "harness/regions/kernel_counts.h"
#include "harness/render/json_text.h"
#include "harness/render/report_parts.h"

namespace ncu_regions {
namespace {

constexpr std::uint64_t kReportSchema = 2;
constexpr std::size_t kLines = 4;

// Of each kernel the first of the metrics; kernels.csv has all of them for every launch.
constexpr std::size_t kMostKernelMetrics = 20;

const char* profiler_of(CaptureKind kind) {
  if (kind == CaptureKind::kBenchmark) return "benchmark";
  return kind == CaptureKind::kHost ? "host" : "ncu";
}

// How much of each value: report.json has the values of all regions, that of a region everything.
enum class Detail { kValues, kAll };

class Writer {
 public:
  explicit Writer(const ReportInput& input) : input_(input), tree_(input.tree) {}

  std::string run() {
    const std::vector<RegionFiles> files = region_files(input_);
    json_.object([&] {
      write_head();
      json_.list("scopes", tree_.scopes, [&](const Scope& scope) { write_scope(scope); });
      json_.key("regions");
      json_.array([&] {
        for (std::size_t i = 0; i < tree_.regions.size(); ++i) {
          json_.object([&] {
            write_region(i, files[i], Detail::kValues);
            write_kernels("kernels", Where::kDirectly, i);
          });
        }
      });
      write_elsewhere("outside", tree_.outside, Where::kOutside);
      write_elsewhere("unlabeled", tree_.unlabeled, Where::kUnlabeled);
      json_.list("domains", tree_.domains, [&](const DomainSum& domain) { write_domain(domain); });
      json_.strings("not_measured", tree_.missing);
      json_.strings("notes", notes_of(input_));
    });
    return json_.text() + "\n";
  }

  std::string region(std::size_t index, const RegionFiles& files) {
    json_.object([&] {
      json_.number("schema", kReportSchema);
      json_.string("kind", to_string(tree_.kind));
      write_region(index, files, tree_.is_host() ? Detail::kValues : Detail::kAll);
      write_kernels("kernels", Where::kDirectly, index);
      write_kernels("kernels_below", Where::kBelow, index);
    });
    return json_.text() + "\n";
  }

 private:
  void write_head() {
    const Outcome* outcome = input_.outcome;
    const bool skipped = outcome != nullptr && outcome->skipped;
    json_.number("schema", kReportSchema);
    json_.string("workload", input_.run.workload);
    json_.string("profiler", skipped ? "none" : profiler_of(tree_.kind));
    json_.string_or_null("profiler_reason", outcome != nullptr ? outcome->profiler_reason : "");
    json_.string("kind", to_string(tree_.kind));
    json_.string_or_null("device", outcome != nullptr ? outcome->device : "");
    json_.string("summary", outcome != nullptr ? summary_line(*outcome) : summary_line(tree_));
    json_.strings("sources", tree_.rows.sources);
    json_.string_or_null("time_metric", tree_.time_metric);
    write_selected();
    json_.list("metrics", tree_.shown, [&](const ShownMetric& metric) { write_metric(metric); });
  }

  void write_selected() {
    const ShownSettings& shown = input_.shown();
    json_.key("selected");
    json_.object([&] {
      json_.strings("sections", shown.sections);
      json_.strings("metrics", shown.metrics);
      json_.string("kernel_name_base", shown.kernels.name_base);
      json_.strings("kernel_include", shown.kernels.general.include);
      json_.strings("kernel_exclude", shown.kernels.general.exclude);
      json_.list("kernels_of", shown.kernels.by_region, [&](const KernelOverride& entry) {
        json_.object([&] {
          json_.string("region", entry.region);
          json_.strings("include", entry.kernels.include);
          json_.strings("exclude", entry.kernels.exclude);
        });
      });
      json_.boolean("aggregate", shown.aggregate);
    });
  }

  void write_metric(const ShownMetric& metric) {
    json_.object([&] {
      json_.string("name", metric.name);
      json_.string("unit", metric.unit);
      json_.string("roll_up", to_string(metric.roll_up));
      json_.string("across_scopes", to_string(metric.across));
      json_.string_or_null("weighted_by", metric.weight);
      json_.boolean("measured", metric.is_measured());
      json_.string_or_null("section", metric.section);
      json_.string_or_null("label", metric.label);
    });
  }

  void write_device(const Scope* scope) {
    const bool is_known = scope != nullptr && scope->device;
    json_.string_or_null("device", is_known ? "cuda:" + std::to_string(*scope->device) : "");
  }

  void write_process(const Scope* scope) {
    json_.key("process");
    scope != nullptr && scope->pid != 0 ? json_.number(scope->pid) : json_.null();
  }

  void write_scope(const Scope& scope) {
    json_.object([&] {
      json_.string("name", scope.name);
      write_process(&scope);
      write_device(&scope);
      json_.number("rank", scope.rank);
      json_.string("host", scope.host);
      json_.string("device_name", scope.device_name);
      json_.string("compute_capability", scope.compute_capability);
    });
  }

  void write_number(std::string_view name, const std::optional<double>& value,
                    const std::optional<std::uint64_t>& whole) {
    whole ? json_.number(name, whole) : json_.real(name, value);
  }

  void write_totals(const std::string& metric, const Totals& totals, Detail detail) {
    json_.key(metric);
    json_.object([&] {
      write_number("inclusive", totals.inclusive, totals.inclusive_whole);
      write_number("exclusive", totals.exclusive, totals.exclusive_whole);
      if (detail == Detail::kAll) write_detail(totals);
    });
  }

  void write_detail(const Totals& totals) {
    json_.number("results", totals.results);
    json_.number("measured", totals.measured);
    if (totals.each) {
      json_.real("min", totals.each->min);
      json_.real("mean", totals.each->mean);
      json_.real("max", totals.each->max);
    }
    if (totals.is_mixed) json_.boolean("mixed", true);
    if (!totals.text.empty()) json_.string("text", totals.text);
    if (totals.weight) json_.real("weight", totals.weight);
    if (totals.without_weight > 0) json_.number("without_weight", totals.without_weight);
  }

  void write_metrics(const std::map<std::string, Totals>& values, Detail detail) {
    json_.key("metrics");
    json_.object([&] {
      for (const auto& [metric, totals] : values) write_totals(metric, totals, detail);
    });
  }

  void write_total_ms(const std::map<std::string, Totals>& values) {
    const auto time = values.find(tree_.time_metric);
    const bool is_there = time != values.end() && time->second.inclusive;
    json_.real("total_ms", is_there ? std::optional(*time->second.inclusive / 1e6) : std::nullopt);
  }

  // Metrics are left out where they would be the same again.
  void write_values(const ScopeValues& values, Detail detail, bool with_metrics = true) {
    write_total_ms(values.metrics);
    json_.number("kernel_count", values.kernels);
    json_.number("kernel_count_directly", values.kernels_directly);
    json_.number("instances", tree_.has_instances ? std::optional(values.instances) : std::nullopt);
    if (tree_.is_host()) json_.number("threads", values.threads);
    if (with_metrics) write_metrics(values.metrics, detail);
  }

  // One entry per scope; null where it did not open the region.
  void write_scopes(const Region& region, Detail detail) {
    json_.key("scopes");
    json_.array([&] {
      for (std::size_t i = 0; i < region.by_scope.size(); ++i) {
        if (!region.by_scope[i]) {
          json_.null();
          continue;
        }
        json_.object([&] {
          json_.string("scope", tree_.scopes[i].name);
          write_values(*region.by_scope[i], detail, tree_.is_host() || tree_.scopes.size() > 1);
        });
      }
    });
  }

  // The one process and device of a region, or null when there are several.
  const Scope* only_scope(const Region& region) const {
    const Scope* only = nullptr;
    for (std::size_t i = 0; i < region.by_scope.size(); ++i) {
      if (!region.by_scope[i]) continue;
      if (only != nullptr) return nullptr;
      only = &tree_.scopes[i];
    }
    return only;
  }

  void write_identity(const Region& region) {
    json_.string("name", display_form(region.path));
    json_.string("path", written_form(region.path));
    json_.key("identity");
    json_.object([&] {
      json_.string("domain", region.path.domain);
      json_.strings("labels", region.path.labels);
      json_.boolean("start_end", region.path.start_end);
    });
    json_.string_or_null("parent",
                         region.parent ? written_form(tree_.regions[*region.parent].path) : "");
    json_.number("depth", region.depth);
    write_source(region);
    const Scope* only = only_scope(region);
    write_process(only);
    write_device(only);
  }

  void write_source(const Region& region) {
    json_.key("source");
    if (!region.source) return json_.null();
    json_.object([&] {
      json_.string("file", region.source->file);
      json_.number("line", region.source->line);
    });
  }

  void write_region(std::size_t index, const RegionFiles& files, Detail detail) {
    const Region& region = tree_.regions[index];
    write_identity(region);
    if (input_.is_aggregate()) {
      write_aggregate(region, detail);
    } else {
      json_.real("total_ms", std::nullopt);
      json_.number("kernel_count", region.all.kernels);
      json_.key("metrics");
      json_.null();
    }
    write_unfiltered(region.unfiltered, detail);
    if (!region.not_measured.empty()) {
      json_.key("not_measured");
      json_.object([&] {
        for (const auto& [metric, why] : region.not_measured) json_.string(metric, why);
      });
    }
    write_scopes(region, detail);
    json_.key("files");
    json_.object([&] {
      json_.string_or_null("markdown", files.markdown);
      json_.string_or_null("json", files.json);
      json_.string_or_null("kernels", files.kernels);
      json_.string_or_null("sections", files.sections);
    });
  }

  void write_aggregate(const Region& region, Detail detail) {
    write_values(region.all, detail);
    if (region.kernel_time) json_.real("kernel_ms", *region.kernel_time / 1e6);
  }

  void write_unfiltered(const std::optional<Unfiltered>& unfiltered, Detail detail) {
    if (!unfiltered) return;
    json_.key("unfiltered");
    json_.object([&] {
      write_total_ms(unfiltered->metrics);
      json_.number("kernel_count", unfiltered->kernels);
      write_metrics(unfiltered->metrics, detail);
    });
  }

  void write_dim(std::string_view name, const std::optional<Dim3>& dim, bool is_mixed) {
    json_.key(name);
    if (!dim || is_mixed) return json_.null();
    json_.array([&] {
      json_.number(dim->x);
      json_.number(dim->y);
      json_.number(dim->z);
    });
  }

  void write_kernel(const KernelStats& stats) {
    const Kernel& kernel = tree_.rows.kernels[stats.kernel];
    json_.object([&] {
      json_.string("name", kernel.name);
      json_.number("launches", stats.launches);
      json_.boolean("mixed_geometry", stats.is_mixed);
      write_dim("grid", stats.grid, stats.is_mixed);
      write_dim("block", stats.block, stats.is_mixed);
      if (instructions_) {
        json_.number("instructions", stats.metrics.at(instructions_->name).inclusive_whole);
      }
      if (tree_.is_host()) return;
      json_.string("mangled", kernel.mangled);
      json_.string("kind", to_string(kernel.kind));
      json_.real("total_ms", stats.time ? std::optional(*stats.time / 1e6) : std::nullopt);
      write_metrics(stats.metrics, Detail::kAll);
    });
  }

  void write_kernels(std::string_view name, Where where, std::size_t region) {
    std::vector<const ShownMetric*> metrics;
    for (const ShownMetric& metric : tree_.shown) {
      if (metrics.size() < kMostKernelMetrics) metrics.push_back(&metric);
    }
    if (instructions_) metrics.push_back(&*instructions_);
    json_.list(name, kernels_in(tree_, where, region, metrics),
               [&](const KernelStats& stats) { write_kernel(stats); });
  }

  void write_elsewhere(std::string_view name, const Elsewhere& elsewhere, Where where) {
    json_.key(name);
    json_.object([&] {
      write_total_ms(elsewhere.all.metrics);
      json_.number("kernel_count", elsewhere.all.kernels);
      write_kernels("kernels", where, 0);
      write_unfiltered(elsewhere.unfiltered, Detail::kValues);
    });
  }

  void write_domain(const DomainSum& domain) {
    json_.object([&] {
      json_.string("domain", domain.domain);
      json_.number("kernels_inside", domain.kernels_inside);
      json_.number("kernels_outside", domain.kernels_outside);
      json_.key("metrics");
      json_.object([&] {
        for (const auto& entry : domain.metrics) {
          const DomainSum::Sums& sums = entry.second;
          json_.key(entry.first);
          json_.object([&] {
            json_.real("inside", sums.inside);
            json_.real("outside", sums.outside);
            json_.real("all", sums.all);
          });
        }
      });
    });
  }

  const ReportInput& input_;
  const RegionTree& tree_;
  std::optional<ShownMetric> instructions_ = kernel_instructions(tree_);  // of host kernels
  JsonText json_{kLines};
};

}  // namespace

std::string region_json_text(const ReportInput& input, std::size_t region,
                             const RegionFiles& files) {
  return Writer(input).region(region, files);
}

std::string report_json(const ReportInput& input) { return Writer(input).run(); }

}  // namespace ncu_regions
