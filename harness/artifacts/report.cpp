#include "harness/artifacts/report.h"

#include <cmath>

namespace ncu_regions {

std::string_view to_string(ReportResultKind kind) {
  constexpr std::string_view kNames[] = {"kernel", "range", "cmdlist", "graph"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<double> number_of(const MetricValue& value) {
  if (const auto* integer = std::get_if<std::uint64_t>(&value)) {
    return static_cast<double>(*integer);
  }
  const auto* number = std::get_if<double>(&value);
  return number != nullptr && std::isfinite(*number) ? std::optional(*number) : std::nullopt;
}

std::string_view ReportProcess::name() const {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace ncu_regions
