#include "harness/core/capture_kind.h"

#include <utility>

namespace ncu_regions {
namespace {

constexpr std::pair<CaptureKind, std::string_view> kNames[] = {
    {CaptureKind::kRange, "range"},         {CaptureKind::kAppRange, "app-range"},
    {CaptureKind::kKernel, "kernel"},       {CaptureKind::kApplication, "application"},
    {CaptureKind::kCensus, "census"},       {CaptureKind::kHost, "host"},
    {CaptureKind::kBenchmark, "benchmark"},
};

}  // namespace

std::string_view to_string(CaptureKind kind) {
  for (const auto& [known, name] : kNames) {
    if (known == kind) return name;
  }
  return "unknown";
}

std::optional<CaptureKind> capture_kind_from(std::string_view text) {
  for (const auto& [kind, name] : kNames) {
    if (name == text) return kind;
  }
  return std::nullopt;
}

}  // namespace ncu_regions
