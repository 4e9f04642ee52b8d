#include "workloads/shallow_resnet/program.h"

#include <array>
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "workloads/shallow_resnet/network.h"
#include "workloads/shallow_resnet/options.h"
#include "workloads/shallow_resnet/reference.h"

namespace ncu_regions::workloads {
namespace {

std::string number_text(const char* format, double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

std::string regions_text() {
  const std::string a = kRegionA;
  return a + "\n" + a + "/" + kRegionA1 + "\n" + kRegionB + "\n";
}

std::string scores_text(const std::vector<float>& scores, std::size_t classes) {
  double sum = 0.0;
  for (const float score : scores) sum += double{score};
  std::string text = "checksum" + number_text(" %.6f", sum) + "\n";
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i % classes == 0) text += "image " + std::to_string(i / classes) + ":";
    text += number_text(" %.4f", double{scores[i]});
    if ((i + 1) % classes == 0) text += "\n";
  }
  return text;
}

ExitCode verify(const Model& model, const std::vector<float>& input,
                const std::vector<float>& scores, std::string& out) {
  const double error = max_abs_error(scores, reference_scores(model, input));
  const bool good = error <= kVerifyTolerance;
  out += std::string("verify: ") + (good ? "ok" : "MISMATCH") + ", max abs error" +
         number_text(" %.3g", error) + ", tolerance" + number_text(" %.3g", kVerifyTolerance) +
         "\n";
  return good ? ExitCode::kDone : ExitCode::kMismatch;
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
  return options.verify ? verify(model, input, scores, out) : ExitCode::kDone;
}

ExitCode run(const Options& options, std::string& out) {
  if (options.help) {
    out += help_text();
    return ExitCode::kDone;
  }
  if (options.list_regions) {
    out += regions_text();
    return ExitCode::kDone;
  }
  return run_network(options, out);
}

}  // namespace

ExitCode run_program(const std::vector<std::string>& arguments, std::string& out,
                     std::string& err) {
  try {
    return run(parse_options(arguments), out);
  } catch (const std::invalid_argument& error) {
    err += std::string("shallow_resnet: ") + error.what() + "\n";
    return ExitCode::kUsage;
  } catch (const std::exception& error) {
    err += std::string("shallow_resnet: ") + error.what() + "\n";
    return ExitCode::kFailed;
  }
}

}  // namespace ncu_regions::workloads
