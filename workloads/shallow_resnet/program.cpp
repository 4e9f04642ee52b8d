#include "workloads/shallow_resnet/program.h"

#include "workloads/shallow_resnet/network.h"
#include "workloads/shallow_resnet/options.h"
#include "workloads/shallow_resnet/reference.h"

namespace ncu_regions::workloads {
namespace {

std::string regions_text() {
  const std::string a = kRegionA;
  return a + "\n" + a + "/" + kRegionA1 + "\n" + kRegionB + "\n";
}

std::string scores_text(const std::vector<float>& scores, std::size_t classes) {
  std::string text = checksum_text(scores);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i % classes == 0) text += "image " + std::to_string(i / classes) + ":";
    text += number_text(" %.4f", double{scores[i]});
    if ((i + 1) % classes == 0) text += "\n";
  }
  return text;
}

ExitCode run_network(const Options& options, std::string& out) {
  const Model model = make_model(options.config);
  const std::vector<float> input = make_input(options.config);
  open_device();
  Network network(model, input, options.penalties);
  network.warm_up();
  for (unsigned i = 0; i < options.iterations; ++i) {
    network.forward();
    synchronize_device();
  }

  const std::vector<float> scores = network.scores();
  out += scores_text(scores, options.config.classes);
  if (!options.verify) return ExitCode::kDone;
  return report_error(max_abs_error(scores, reference_scores(model, input)), kVerifyTolerance, out);
}

}  // namespace

ExitCode run_program(const std::vector<std::string>& arguments, std::string& out,
                     std::string& err) {
  return run_guarded("shallow_resnet", err, [&] {
    const Options options = parse_options(arguments);
    if (answer_question(options, help_text(), regions_text(), out)) return ExitCode::kDone;
    return run_network(options, out);
  });
}

}  // namespace ncu_regions::workloads
