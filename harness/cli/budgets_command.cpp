// ncu-regions budgets: what is gated, and which line says so.
#include <algorithm>

#include "harness/cli/check_options.h"
#include "harness/cli/commands.h"
#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/measured.h"
#include "harness/pipeline/program.h"
#include "harness/render/table_text.h"

namespace ncu_regions::cli {
namespace {

std::string limit_cell(const GateRule& rule) {
  std::string text;
  if (rule.max) text = "<= " + grouped(*rule.max);
  if (rule.min) text += (text.empty() ? ">= " : ", >= ") + grouped(*rule.min);
  return text.empty() ? "-" : text;
}

// Whose settings: those of the profiler that has the metric, or that was chosen.
Settings settings_of(const CheckRequest& request, const std::string& metric) {
  Settings host = settings_for(request.workload, request.overrides, PresetFolder::kHost);
  const bool is_host = !metric.empty()           ? metric.starts_with("host__")
                       : host.profiler != "auto" ? host.profiler == "host"
                                                 : request.workload.gpu_command.empty();
  if (is_host) return host;
  return settings_for(request.workload, request.overrides, PresetFolder::kNcu);
}

std::string waived_text(const Waiver& waiver) {
  const bool is_over = waiver.has_expired(utc_now().substr(0, 10));
  return (is_over ? "expired, was waived until " : "waived until ") + waiver.until;
}

// A name that was mistyped must not get an answer.
void require_declared(const Workload& workload, const std::string& region) {
  const RegionPath path = parse_written_form(region);
  const bool is_known = std::ranges::any_of(workload.regions, [&](const std::string& name) {
    return name == region || parse_written_form(name).labels.back() == path.labels.back();
  });
  if (workload.regions.empty() || is_known) return;
  throw Error(ErrorKind::kUsage, "region '" + printable(region) + "' is not declared" +
                                     suggestion(region, workload.regions) +
                                     "; declared: " + printable(join(workload.regions, ", ")));
}

void print_table(const CheckRequest& request) {
  const Settings settings = settings_of(request, "");
  std::vector<TableRow> rows = {{"region", "metric", "allow", "worse", "gate", "limit", "unit"}};
  for (const std::string& name : request.workload.regions) {
    const RegionPath region = parse_written_form(name);
    for (const std::string& metric : settings.metrics) {
      const GateRule rule = gate_rule(settings, region, metric);
      rows.push_back({printable(name), metric, to_string(rule.allow),
                      std::string(to_string(rule.worse)), std::string(to_string(rule.gate)),
                      limit_cell(rule), unit_of(settings, metric)});
    }
  }
  refuse_hopeless_budgets(settings, request.workload.regions);
  print_line(table_text(rows));
  for (const Waiver& waiver : settings.waivers) {
    print_line(waived_text(waiver) + ": " + printable(waiver.metric) + " in " +
               printable(waiver.region) + " (" + printable(waiver.reason) + ", " +
               printable(waiver.author) + ", " + waiver.origin + ")");
  }
}

std::string entry_text(const BudgetRule& rule) {
  std::string text =
      "  " + rule.origin + ": " + printable(rule.metric) + " in " + printable(rule.region) + ":";
  if (rule.allow) text += " allow " + to_string(*rule.allow);
  if (rule.gate) text += " gate " + std::string(to_string(*rule.gate));
  if (rule.direction) text += " direction " + std::string(to_string(*rule.direction));
  if (rule.max) text += " max " + grouped(rule.max->value);
  if (rule.min) text += " min " + grouped(rule.min->value);
  return text;
}

void explain(const CheckRequest& request, const std::string& region, const std::string& metric) {
  require_declared(request.workload, region);
  const Settings settings = settings_of(request, metric);
  const RegionPath path = parse_written_form(region);
  const GateRule rule = gate_rule(settings, path, metric);
  print_line(printable(metric) + " in region '" + printable(region) + "', in " +
             (unit_of(settings, metric).empty() ? "a number" : unit_of(settings, metric)));
  std::vector<TableRow> rows = {
      {"allow", to_string(rule.allow), "<- " + rule.allow_origin},
      {"gate", std::string(to_string(rule.gate)), "<- " + rule.gate_origin},
      {"worse", std::string(to_string(rule.worse)), "<- " + rule.direction_origin}};
  if (rule.max) rows.push_back({"max", grouped(*rule.max), "<- " + rule.max_origin});
  if (rule.min) rows.push_back({"min", grouped(*rule.min), "<- " + rule.min_origin});
  print_line(table_text(rows));
  print_line(rule.matches.empty() ? "no entry matches: conf/metrics.yaml counts"
                                  : "entries that match, the last one wins for each part:");
  for (const BudgetRule* entry : rule.matches) print_line(entry_text(*entry));
  if (const Waiver* waiver = find_waiver(settings, path, metric)) {
    print_line(waived_text(*waiver) + ": " + printable(waiver->reason) + " (" +
               printable(waiver->author) + ", " + waiver->origin + ")");
  }
}

}  // namespace

Action add_budgets(CLI::App& app, const Context& context) {
  CLI::App* command = add_command(app, "budgets", "What is gated, and which line says so");
  const auto options = add_check_options(*command);
  auto question = std::make_shared<std::vector<std::string>>();
  command->add_option("--explain", *question, "REGION METRIC")
      ->expected(2)
      ->allow_extra_args(false);
  return [options, question, &context] {
    Context with = context;
    // Any program will do: nothing is run.
    if (options->test.empty() && options->workload.empty() && with.after_dashes.empty()) {
      with.after_dashes = {"budgets"};
    }
    const CheckRequest request = request_from(*options, with);
    if (!question->empty()) {
      explain(request, question->front(), question->back());
    } else {
      require_regions(request.workload);
      print_table(request);
    }
    return ExitCode::kPass;
  };
}

}  // namespace ncu_regions::cli
