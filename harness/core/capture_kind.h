// Core: what kind of profiler run a value came from. Values of different kinds are different
// quantities: they are labelled, stored and compared apart, always.
#pragma once

#include <optional>
#include <string_view>

namespace ncu_regions {

enum class CaptureKind { kRange, kAppRange, kKernel, kApplication, kCensus, kHost, kBenchmark };

std::string_view to_string(CaptureKind kind);
std::optional<CaptureKind> capture_kind_from(std::string_view text);

}  // namespace ncu_regions
