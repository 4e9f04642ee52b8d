#include "workloads/support/program.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <stdexcept>

namespace ncu_regions::workloads {

int run_main(int argc, char** argv, ProgramFunction& program) {
  std::string out;
  std::string err;
  const ExitCode code = program({argv + 1, argv + argc}, out, err);
  std::fputs(out.c_str(), stdout);
  std::fputs(err.c_str(), stderr);
  return static_cast<int>(code);
}

ExitCode run_guarded(const char* program, std::string& err, const std::function<ExitCode()>& body) {
  const auto fail = [&](const std::exception& error, ExitCode code) {
    err += std::string(program) + ": " + error.what() + "\n";
    return code;
  };
  try {
    return body();
  } catch (const std::invalid_argument& error) {
    return fail(error, ExitCode::kUsage);
  } catch (const std::exception& error) {
    return fail(error, ExitCode::kFailed);
  }
}

bool answer_question(const Switches& switches, const std::string& help, const std::string& regions,
                     std::string& out) {
  if (switches.help) {
    out += help;
  } else if (switches.list_regions) {
    out += regions;
  }
  return switches.help || switches.list_regions;
}

std::string number_text(const char* format, double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

std::string checksum_text(const std::vector<float>& values) {
  double sum = 0.0;
  for (const float value : values) sum += double{value};
  return "checksum" + number_text(" %.6f", sum) + "\n";
}

double max_abs_error(const std::vector<float>& values, const std::vector<double>& expected) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (values.size() != expected.size()) return kInfinity;
  double worst = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double error = std::abs(double{values[i]} - expected[i]);
    if (!std::isfinite(error)) return kInfinity;
    worst = std::max(worst, error);
  }
  return worst;
}

ExitCode report_error(double error, double tolerance, std::string& out) {
  const bool good = error <= tolerance;
  out += std::string("verify: ") + (good ? "ok" : "MISMATCH") + ", max abs error" +
         number_text(" %.3g", error) + ", tolerance" + number_text(" %.3g", tolerance) + "\n";
  return good ? ExitCode::kDone : ExitCode::kMismatch;
}

}  // namespace ncu_regions::workloads
