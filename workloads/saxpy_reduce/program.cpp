#include "workloads/saxpy_reduce/program.h"

#include <algorithm>

#include "workloads/saxpy_reduce/options.h"
#include "workloads/saxpy_reduce/reference.h"
#include "workloads/saxpy_reduce/vectors.h"

namespace ncu_regions::workloads::saxpy_reduce {
namespace {

std::string regions_text() { return std::string(kRegionSaxpy) + "\n" + kRegionReduce + "\n"; }

ExitCode run_vectors(const Options& options, std::string& out) {
  const VectorConfig& config = options.config;
  const Input input = make_input(config);
  open_device();
  Vectors vectors(config, input, options.penalties);
  vectors.warm_up();
  for (unsigned i = 0; i < config.iterations; ++i) {
    vectors.iterate(i);
    synchronize_device();
  }

  const std::vector<float> y = vectors.y();
  const std::vector<float> means = vectors.means();
  out += checksum_text(y) + "means:";
  for (const float mean : means) out += number_text(" %.6f", double{mean});
  out += "\n";
  if (!options.verify) return ExitCode::kDone;
  const Reference expected = reference_of(config, input);
  const double error = std::max(max_abs_error(y, expected.y), max_abs_error(means, expected.means));
  return report_error(error, kVerifyTolerance, out);
}

}  // namespace

ExitCode run_program(const std::vector<std::string>& arguments, std::string& out,
                     std::string& err) {
  return run_guarded("saxpy_reduce", err, [&] {
    Options options;
    const CommandLine line = command_line(options);
    line.parse(arguments);
    if (answer_question(options, line.help_text(), regions_text(), out)) return ExitCode::kDone;
    return run_vectors(options, out);
  });
}

}  // namespace ncu_regions::workloads::saxpy_reduce
