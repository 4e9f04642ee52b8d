#include "tests/ncu_stand_in/report.h"

#include <algorithm>
#include <cstdlib>

#include "harness/core/files.h"
#include "tests/ncu_stand_in/values.h"
#include "tests/support/report_writer.h"

namespace ncu_regions::stand_in {
namespace {

constexpr std::uint64_t kFirstPid = 4711;
constexpr std::uint64_t kOtherThread = 99;

fixture::Nvtx nvtx_of(const PlannedResult& planned) {
  if (planned.stack.empty()) return {};
  fixture::Nvtx nvtx = fixture::nvtx_stack(planned.stack);
  std::uint64_t domain = 0;
  if (!planned.domain.empty()) {
    domain = 1;
    nvtx.domains.push_back({domain, planned.domain, {}});
  }
  nvtx.stacks[0].domain = domain;
  if (!planned.start_end) return nvtx;
  nvtx.stacks.clear();
  for (const std::string& label : planned.stack) {
    nvtx.start_end.push_back({nvtx.start_end.size() + 1, domain, {label, std::nullopt}, 7});
  }
  return nvtx;
}

void name_kernel(const std::string& name, fixture::Result& result) {
  const std::size_t arguments = name.find('(');
  result.function = name.substr(0, arguments);
  result.demangled = arguments == std::string::npos ? name + "(float *)" : name;
  result.mangled = "_Z" + std::to_string(result.function.size()) + result.function + "Pf";
}

void add_metric(const CaptureRequest& request, const PlannedResult& planned,
                const std::string& name, fixture::Result& result) {
  const CaptureEntry& entry = request.entry;
  const bool is_missing =
      std::ranges::find(entry.missing_metrics, name) != entry.missing_metrics.end();
  const auto& present = result.metrics;
  if (is_missing || name.find(':') != std::string::npos ||  // "group:..." names no metric
      std::ranges::find(present, name, &fixture::Metric::name) != present.end()) {
    return;
  }
  const auto scale = entry.scale.find(name);
  const double factor = scale == entry.scale.end() ? 1 : scale->second;
  result.metrics.push_back({name, value_of(planned, name) * factor, {}});
}

fixture::Result result_of(const CaptureRequest& request, const PlannedResult& planned) {
  fixture::Result result;
  result.kind = planned.is_range ? fixture::Kind::kRange : fixture::Kind::kKernel;
  if (!planned.is_range) name_kernel(planned.kernels.front().name, result);
  if (request.arguments.has("nvtx")) result.nvtx = nvtx_of(planned);
  const std::string& capability = request.scenario.chip.compute_capability;
  result.cc_major = std::strtoull(capability.c_str(), nullptr, 10);
  result.cc_minor = std::strtoull(capability.c_str() + capability.find('.') + 1, nullptr, 10);
  if (request.entry.other_thread) result.thread = kOtherThread;
  const bool lock = request.arguments.value("clock-control", "base") == "base";
  result.clocks = {lock, lock && !request.entry.unlocked_clocks};
  // No reader may take it for a GPU.
  result.metrics.push_back(
      {"device__attribute_display_name", std::string("ncu stand-in, no GPU"), {}});
  for (const std::string& name : request.arguments.list("metrics")) {
    add_metric(request, planned, name, result);
  }
  for (const std::string& id : request.sections) {
    const SectionForm form = section_form(id);
    result.sections.push_back({form.id, form.name, form.metrics});
    for (const auto& [name, label] : form.metrics) add_metric(request, planned, name, result);
  }
  return result;
}

std::string command_line(const Arguments& arguments) {
  std::string line = "ncu";
  for (std::size_t i = 1; i < arguments.argv.size(); ++i) line += " " + arguments.argv[i];
  return line;
}

std::string good_bytes(const CaptureRequest& request, const std::vector<PlannedResult>& results) {
  fixture::ReportWriter writer;
  writer.ncu_version = request.scenario.version + " (synthetic)";
  writer.command_line = command_line(request.arguments);
  const std::string& named = request.scenario.process_path;
  fixture::Process process;
  process.path = named.empty() ? request.program : named;
  if (request.entry.report == "other_program") process.path = "/somewhere/else";
  for (std::uint64_t n = 0; n < request.entry.processes; ++n) {
    process.pid = kFirstPid + n;
    for (const PlannedResult& planned : results) {
      fixture::Result result = result_of(request, planned);
      result.device = n;
      writer.add(result, process);
    }
  }
  return writer.bytes();
}

}  // namespace

std::vector<PlannedResult> planned_results(const CaptureRequest& request) {
  const CaptureEntry& entry = request.entry;
  std::vector<PlannedResult> results =
      request.arguments.is_range_mode()
          ? plan_ranges(request.scenario, request.includes, entry.merge_siblings)
          : plan_kernels(request.scenario, request.includes);
  const std::string limit = request.arguments.value("launch-count");
  if (!limit.empty()) {
    results.resize(
        std::min<std::size_t>(results.size(), std::strtoull(limit.c_str(), nullptr, 10)));
  }
  results.resize(results.size() - std::min<std::size_t>(results.size(), entry.drop));
  if (!results.empty()) results.insert(results.end(), entry.extra, PlannedResult(results.back()));
  return results;
}

std::optional<std::string> report_bytes(const CaptureRequest& request,
                                        const std::vector<PlannedResult>& results) {
  const std::string& kind = request.entry.report;
  if (kind == "none") return std::nullopt;
  if (kind == "empty") return "";
  if (kind == "garbage") return "\x7f this is no report \xff\xfe\n" + std::string(100, '\x80');
  if (kind == "file") return read_file(request.entry.report_file);
  if (kind == "no_results") return good_bytes(request, {});
  if (results.empty()) return std::nullopt;
  std::string bytes = good_bytes(request, results);
  if (kind == "truncated") bytes.resize(bytes.size() / 2);
  return bytes;
}

}  // namespace ncu_regions::stand_in
