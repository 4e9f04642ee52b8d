// Artifacts: what Nsight Compute stored, result by result, whatever file it came from. All text is
// a view that lives until the next result: whoever wants to keep it copies it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/artifacts/nvtx_state.h"

namespace ncu_regions {

enum class ReportResultKind { kKernel, kRange, kCommandList, kGraph };

// "kernel", "range", "cmdlist", "graph".
std::string_view to_string(ReportResultKind kind);

// A value as it is stored: nothing, a double (NaN and infinities included), an exact integer or
// text. Numbers are in base units.
using MetricValue = std::variant<std::monostate, double, std::uint64_t, std::string_view>;

// The value as a finite number, or nothing: NaN, infinity, text and absence are "not measured".
std::optional<double> number_of(const MetricValue& value);

struct MetricInstance {
  MetricValue id;  // program counter, time stamp, opcode, ...; may be nothing
  MetricValue value;
};

struct ReportMetric {
  std::uint32_t name = 0;  // into ReportFile::names()
  MetricValue value;
  std::uint32_t first_instance = 0;  // into ReportResult::instances
  std::uint32_t instances = 0;       // 0 when they were not asked for
  bool has_instances = false;        // whether the file has any
};

struct Dim3 {
  std::uint64_t x = 0, y = 0, z = 0;
  bool operator==(const Dim3&) const = default;
};

struct ReportProcess {
  std::optional<std::uint64_t> pid;
  std::string_view host;
  std::string_view path;  // of the program, as recorded: may use \ or / and may be empty

  // The last part of the path.
  std::string_view name() const;
};

// Whether ncu was asked to lock the clocks, and whether they really were.
struct ClockStatus {
  bool lock_requested = false;
  bool locked = false;
};

// A message of one of ncu's analysis rules.
struct RuleMessage {
  std::string_view rule;     // "SOLBottleneck"
  std::string_view name;     // for people
  std::string_view section;  // identifier of the section it belongs to
  std::string_view type;     // "INF", "WRN", "ERR", "OPT" or ""
  std::string_view title;
  std::string_view text;          // with ncu's markup (@section:...@)
  std::string_view speedup_type;  // "local", "global" or ""
  std::optional<double> speedup_percent;
};

struct SectionMetric {
  std::string_view metric;
  std::string_view label;  // "Elapsed Cycles" for sm__cycles_elapsed.max
};

struct ReportSection {
  std::string_view id;    // "SpeedOfLight"
  std::string_view name;  // "GPU Speed Of Light Throughput"
  std::uint64_t order = 0;
  std::vector<SectionMetric> metrics;  // of its header
};

struct ReportResult {
  std::uint64_t id = 0;  // 0, 1, ... in the order of the file
  ReportResultKind kind = ReportResultKind::kKernel;
  // What ncu calls it: the demangled name, else the mangled one (Triton, cuBLAS), for the others
  // "range", "graph", and the name of a command list. Not an identity: a kernel may be called
  // "range" too.
  std::string_view name;
  std::string_view demangled, mangled, function;  // kernels only, and not in every file
  std::optional<Dim3> grid, block;
  ReportProcess process;
  std::optional<std::uint64_t> thread, context, stream;
  std::string_view context_name, stream_name;  // as named through NVTX
  std::optional<std::uint64_t> device;         // CUDA ordinal
  std::string_view device_name;
  std::string compute_capability;  // "8.6", or "" when the file does not tell
  std::optional<ClockStatus> clocks;
  std::optional<NvtxState> nvtx;      // nothing: NVTX was not recorded
  std::vector<ReportMetric> metrics;  // each name once
  std::vector<MetricInstance> instances;
  std::vector<RuleMessage> rules;       // when asked for
  std::vector<ReportSection> sections;  // when asked for
};

// Whether the stack is that of the thread that launched the result, as far as the file tells.
inline bool is_launching(const NvtxStack& stack, const ReportResult& result) {
  return !result.thread || stack.thread == result.thread;
}

}  // namespace ncu_regions
