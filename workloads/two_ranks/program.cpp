#include "workloads/two_ranks/program.h"

#include <algorithm>
#include <cstdlib>

#include "workloads/two_ranks/launcher.h"
#include "workloads/two_ranks/options.h"
#include "workloads/two_ranks/ranks.h"
#include "workloads/two_ranks/reference.h"

namespace ncu_regions::workloads::two_ranks {
namespace {

std::string regions_text() {
  const std::string work = kRegionWork;
  return work + "\n" + work + "/" + kRegionInner + "\n";
}

std::vector<float> run_rank(const Options& options, unsigned rank) {
  open_device();
  const Part part(options.config, rank, options.penalties);
  part.warm_up();
  for (unsigned i = 0; i < options.config.iterations; ++i) {
    part.iterate();
    synchronize_device();
  }
  return part.values();
}

std::string rank_text(unsigned rank, const std::vector<float>& values) {
  return "rank " + std::to_string(rank) + ": " + checksum_text(values);
}

ExitCode run_one(const Options& options, unsigned rank, std::string& out) {
  const std::vector<float> values = run_rank(options, rank);
  out += rank_text(rank, values);
  if (!options.verify) return ExitCode::kDone;
  const double error = max_abs_error(values, reference_values(options.config, rank));
  return report_error(error, kVerifyTolerance, out);
}

ExitCode run_both(const Options& options, std::string& out) {
  const auto values =
      run_forked(options.config.values, [&](unsigned rank) { return run_rank(options, rank); });
  double error = 0.0;
  for (unsigned rank = 0; rank < kRanks; ++rank) {
    out += rank_text(rank, values[rank]);
    if (!options.verify) continue;
    error = std::max(error, max_abs_error(values[rank], reference_values(options.config, rank)));
  }
  return options.verify ? report_error(error, kVerifyTolerance, out) : ExitCode::kDone;
}

}  // namespace

ExitCode run_program(const std::vector<std::string>& arguments, std::string& out,
                     std::string& err) {
  return run_guarded("two_ranks", err, [&] {
    Options options;
    const CommandLine line = command_line(options);
    line.parse(arguments);
    if (answer_question(options, line.help_text(), regions_text(), out)) return ExitCode::kDone;
    const auto get = [](const char* name) -> const char* { return std::getenv(name); };
    const auto rank = options.fork ? std::nullopt : rank_from_launcher(get);
    return rank ? run_one(options, *rank, out) : run_both(options, out);
  });
}

}  // namespace ncu_regions::workloads::two_ranks
