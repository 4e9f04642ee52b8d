#include "workloads/worker_threads/program.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "workloads/worker_threads/crew.h"
#include "workloads/worker_threads/options.h"
#include "workloads/worker_threads/reference.h"

namespace ncu_regions::workloads::worker_threads {
namespace {

std::string regions_text() {
  std::string text = std::string(kRegionAll) + "\n";
  for (const std::string worker : kWorkerRegions) {
    text += worker + "\n" + worker + "/" + kRegionStep + "\n";
  }
  return text + kDomain + "@" + kRegionCombine + "\n";
}

double error_of(const WorkerConfig& config, const Results& results) {
  double error = 0.0;
  for (unsigned w = 0; w < kWorkers; ++w) {
    error = std::max(error, max_abs_error(results.values[w], reference_values(config, w)));
  }
  const double total = std::accumulate(results.sums.begin(), results.sums.end(), 0.0);
  const double all_values = static_cast<double>(config.values) * kWorkers;
  return std::max(error, std::abs(total - reference_total(config)) / all_values);
}

ExitCode run_workers(const Options& options, std::string& out) {
  open_device();
  const Results results = run_crew(options.config, options.penalties);
  out += checksum_text(results.sums);
  for (unsigned w = 0; w < kWorkers; ++w) {
    out += std::string(kWorkerRegions[w]) + ": " + checksum_text(results.values[w]);
  }
  if (!options.verify) return ExitCode::kDone;
  return report_error(error_of(options.config, results), kVerifyTolerance, out);
}

}  // namespace

ExitCode run_program(const std::vector<std::string>& arguments, std::string& out,
                     std::string& err) {
  return run_guarded("worker_threads", err, [&] {
    Options options;
    const CommandLine line = command_line(options);
    line.parse(arguments);
    if (answer_question(options, line.help_text(), regions_text(), out)) return ExitCode::kDone;
    return run_workers(options, out);
  });
}

}  // namespace ncu_regions::workloads::worker_threads
