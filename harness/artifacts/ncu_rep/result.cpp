#include "harness/artifacts/ncu_rep/result.h"

#include "harness/artifacts/ncu_rep/nvtx.h"
#include "harness/artifacts/ncu_rep/sections.h"
#include "harness/artifacts/ncu_rep/wire.h"

namespace ncu_regions::ncu_rep {
namespace {

constexpr std::size_t kMaxSections = 10'000;

Dim3 read_dim3(std::string_view message) {
  Dim3 dim;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == varint_tag(1)) dim.x = fields.number();
    if (fields.tag() == varint_tag(2)) dim.y = fields.number();
    if (fields.tag() == varint_tag(3)) dim.z = fields.number();
  }
  return dim;
}

ClockStatus read_clocks(std::string_view message) {
  ClockStatus clocks;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == varint_tag(1)) clocks.lock_requested = fields.flag();
    if (fields.tag() == varint_tag(2)) clocks.locked = fields.flag();
  }
  return clocks;
}

void add_section(std::string_view message, ReportResult& result) {
  if (result.sections.size() >= kMaxSections) {
    throw WireError{message.data(), "more than 10,000 sections"};
  }
  result.sections.push_back(read_section(message));
}

// Keeps the memory of the lists for the next result.
void clear(ReportResult& result) {
  auto metrics = std::move(result.metrics);
  auto instances = std::move(result.instances);
  metrics.clear();
  instances.clear();
  result = ReportResult();
  result.metrics = std::move(metrics);
  result.instances = std::move(instances);
}

// The first launch of a command list.
void read_launch(std::string_view message, ReportResult& result) {
  if (result.grid) return;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == bytes_tag(1)) result.grid = read_dim3(fields.bytes());
    if (fields.tag() == bytes_tag(2)) result.block = read_dim3(fields.bytes());
  }
}

// Fields whose number depends on the kind (12 and up), of ranges, command lists and graphs.
void read_of_kind(const WireFields& fields, ReportResult& result) {
  const bool is_range = result.kind == ReportResultKind::kRange;
  const bool is_list = result.kind == ReportResultKind::kCommandList;
  switch (fields.tag()) {
    case varint_tag(12):
      if (!is_range) result.stream = fields.u32();
      break;
    case bytes_tag(12):
      if (is_range) result.clocks = read_clocks(fields.bytes());
      break;
    case bytes_tag(13):
      if (is_range) result.context_name = fields.bytes();
      if (!is_range) result.clocks = read_clocks(fields.bytes());
      break;
    case bytes_tag(14):
      if (!is_range) result.context_name = fields.bytes();
      break;
    case bytes_tag(15):
      if (!is_range) result.stream_name = fields.bytes();
      break;
    case bytes_tag(18):
      if (is_list) result.name = fields.bytes();
      break;
    case bytes_tag(20):
      if (is_list) read_launch(fields.bytes(), result);
      break;
    default:
      break;
  }
}

}  // namespace

void ResultReader::read(ReportResultKind kind, std::string_view message, ReportResult& result) {
  clear(result);
  result.kind = kind;
  metrics_.begin(result);
  if (kind == ReportResultKind::kKernel) {
    read_kernel(message, result);
  } else {
    read_other(message, result);
  }
  metrics_.end(result);
}

void ResultReader::read_kernel(std::string_view message, ReportResult& result) {
  for (WireFields fields(message); fields.next();) {
    switch (fields.tag()) {
      case bytes_tag(13):
        metrics_.read(fields.bytes(), result);
        break;
      case varint_tag(1):
        result.thread = fields.u32();
        break;
      case bytes_tag(5):
        result.mangled = fields.bytes();
        break;
      case bytes_tag(6):
        result.function = fields.bytes();
        break;
      case bytes_tag(7):
        result.demangled = fields.bytes();
        break;
      case bytes_tag(10):
        result.grid = read_dim3(fields.bytes());
        break;
      case bytes_tag(11):
        result.block = read_dim3(fields.bytes());
        break;
      case bytes_tag(17):
        if (selection_.sections) add_section(fields.bytes(), result);
        break;
      case bytes_tag(19):
        if (selection_.rules) add_rule(fields.bytes(), result.rules);
        break;
      case bytes_tag(21):
        result.nvtx = read_nvtx(fields.bytes());
        break;
      case varint_tag(22):
        result.context = fields.u32();
        break;
      case varint_tag(23):
        result.stream = fields.u32();
        break;
      case bytes_tag(25):
        result.clocks = read_clocks(fields.bytes());
        break;
      case bytes_tag(26):
        result.context_name = fields.bytes();
        break;
      case bytes_tag(27):
        result.stream_name = fields.bytes();
        break;
      default:
        break;
    }
  }
  result.name = result.demangled.empty() ? result.mangled : result.demangled;
}

void ResultReader::read_other(std::string_view message, ReportResult& result) {
  if (result.kind != ReportResultKind::kCommandList) result.name = to_string(result.kind);
  for (WireFields fields(message); fields.next();) {
    switch (fields.tag()) {
      case varint_tag(1):
        result.thread = fields.u32();
        break;
      case bytes_tag(4):
        metrics_.read(fields.bytes(), result);
        break;
      case bytes_tag(7):
        if (selection_.sections) add_section(fields.bytes(), result);
        break;
      case bytes_tag(10):
        result.nvtx = read_nvtx(fields.bytes());
        break;
      case varint_tag(11):
        result.context = fields.u32();
        break;
      case bytes_tag(21):
        if (selection_.rules && result.kind == ReportResultKind::kCommandList) {
          add_rule(fields.bytes(), result.rules);
        }
        break;
      default:
        read_of_kind(fields, result);
    }
  }
}

}  // namespace ncu_regions::ncu_rep
