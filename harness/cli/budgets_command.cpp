// ncu-regions budgets: what is gated, and which line says so.
#include "harness/cli/check_options.h"
#include "harness/cli/commands.h"
#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/program.h"
#include "harness/render/table_text.h"

namespace ncu_regions::cli {
namespace {

std::string limit_cell(const GateRule& rule) {
  std::string text;
  if (rule.max) text = "<= " + shortest(*rule.max);
  if (rule.min) text += (text.empty() ? ">= " : ", >= ") + shortest(*rule.min);
  return text.empty() ? "-" : text;
}

// Whose settings: those of the profiler that has the metric.
Settings settings_of(const CheckRequest& request, const std::string& metric) {
  const bool is_host =
      metric.empty() ? request.workload.gpu_command.empty() : metric.starts_with("host__");
  return settings_for(request.workload, request.overrides,
                      is_host ? PresetFolder::kHost : PresetFolder::kNcu);
}

void print_table(const CheckRequest& request) {
  const Settings settings = settings_of(request, "");
  std::vector<TableRow> rows = {{"region", "metric", "allow", "worse", "gate", "limit", "unit"}};
  std::vector<RegionPath> declared;
  for (const std::string& name : request.workload.regions) {
    declared.push_back(parse_written_form(name));
    for (const std::string& metric : settings.metrics) {
      const GateRule rule = gate_rule(settings, declared.back(), metric);
      rows.push_back({printable(name), metric, to_string(rule.allow),
                      std::string(to_string(rule.worse)), std::string(to_string(rule.gate)),
                      limit_cell(rule), unit_of(settings, metric)});
    }
  }
  print_line(table_text(rows));
  for (const Waiver& waiver : settings.waivers) {
    print_line("waived until " + waiver.until + ": " + printable(waiver.metric) + " in " +
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
  if (rule.max) text += " max " + shortest(rule.max->value);
  if (rule.min) text += " min " + shortest(rule.min->value);
  return text;
}

void explain(const CheckRequest& request, const std::string& region, const std::string& metric) {
  const Settings settings = settings_of(request, metric);
  const RegionPath path = parse_written_form(region);
  const GateRule rule = gate_rule(settings, path, metric);
  print_line(printable(metric) + " in region '" + printable(region) + "', in " +
             (unit_of(settings, metric).empty() ? "a number" : unit_of(settings, metric)));
  std::vector<TableRow> rows = {
      {"allow", to_string(rule.allow), "<- " + rule.allow_origin},
      {"gate", std::string(to_string(rule.gate)), "<- " + rule.gate_origin},
      {"worse", std::string(to_string(rule.worse)), "<- " + rule.direction_origin}};
  if (rule.max) rows.push_back({"max", shortest(*rule.max), "<- " + rule.max_origin});
  if (rule.min) rows.push_back({"min", shortest(*rule.min), "<- " + rule.min_origin});
  print_line(table_text(rows));
  print_line(rule.matches.empty() ? "no entry matches: conf/metrics.yaml counts"
                                  : "entries that match, the last one wins for each part:");
  for (const BudgetRule* entry : rule.matches) print_line(entry_text(*entry));
  if (const Waiver* waiver = find_waiver(settings, path, metric)) {
    print_line("waived until " + waiver->until + ": " + printable(waiver->reason) + " (" +
               printable(waiver->author) + ", " + waiver->origin + ")");
  }
}

}  // namespace

Action add_budgets(CLI::App& app, const Context& context) {
  CLI::App* command = add_command(app, "budgets", "What is gated, and which line says so");
  const auto options = add_check_options(*command);
  auto question = std::make_shared<std::vector<std::string>>();
  command->add_option("--explain", *question, "REGION METRIC")->expected(2);
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
