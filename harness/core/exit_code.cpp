#include "harness/core/exit_code.h"

namespace ncu_regions {

ExitCode combine(std::span<const ExitCode> codes) {
  ExitCode worst = ExitCode::kPass;
  for (const ExitCode code : codes) {
    if (code == ExitCode::kPass) continue;
    if (worst == ExitCode::kPass || code < worst) worst = code;
  }
  return worst;
}

ExitCode exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return ExitCode::kUsage;
    case ErrorKind::kMeasurement:
      return ExitCode::kNotMeasured;
    case ErrorKind::kBaseline:
      return ExitCode::kNoBaseline;
  }
  return ExitCode::kUsage;
}

}  // namespace ncu_regions
