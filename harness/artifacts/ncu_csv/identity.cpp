#include "harness/artifacts/ncu_csv/identity.h"

#include <charconv>
#include <string>

namespace ncu_regions::ncu_csv {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "(256, 1, 1)"; nothing for "n/a".
std::optional<Dim3> read_dim3(std::string_view text) {
  std::uint64_t parts[3] = {};
  std::size_t count = 0;
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end && count < 3) {
    const auto [next, failed] = std::from_chars(at, end, parts[count]);
    at = failed == std::errc() ? next : at + 1;
    if (failed == std::errc()) ++count;
  }
  if (count != 3) return std::nullopt;
  return Dim3{parts[0], parts[1], parts[2]};
}

// A number, or the name that the program gave it through NVTX.
void read_numbered(std::string_view text, std::optional<std::uint64_t>& number,
                   std::string_view& name) {
  number = whole_number(text);
  if (!number && text != "n/a") name = text;
}

// Ranges and graphs have no name of their own; a kernel may be called like one, but has a grid and
// (before ncu 2023, whose pages show no grid) a time, and no graph results existed.
ReportResultKind kind_of(const Layout& layout, const ReportResult& result) {
  const bool has_stream = result.stream || !result.stream_name.empty();
  if (result.name == "range" && !has_stream && !result.grid) return ReportResultKind::kRange;
  const bool can_be_graph = !result.grid && !layout.find(Column::kKernelTime);
  if (result.name == "graph" && can_be_graph) return ReportResultKind::kGraph;
  return ReportResultKind::kKernel;
}

void read_nvtx_columns(const Layout& layout, const Cells& cells, EntryQuote quote,
                       ReportResult& result) {
  const auto push_pop = layout.find(Column::kPushPop);
  const auto start_end = layout.find(Column::kStartEnd);
  if (!push_pop && !start_end) return;
  NvtxState& state = result.nvtx.emplace();
  if (push_pop && *push_pop < cells.size()) {
    result.thread = add_push_pop(cells[*push_pop], quote, state);
  }
  if (start_end && *start_end < cells.size()) {
    add_start_end(cells[*start_end], quote, state);
  }
}

void read_column(Column column, std::string_view cell, ReportResult& result) {
  switch (column) {
    case Column::kPid:
      result.process.pid = whole_number(cell);
      break;
    case Column::kProcess:
      result.process.path = cell;
      break;
    case Column::kHost:
      result.process.host = cell;
      break;
    case Column::kKernel:
      result.name = result.demangled = cell;
      break;
    case Column::kContext:
      read_numbered(cell, result.context, result.context_name);
      break;
    case Column::kStream:
      read_numbered(cell, result.stream, result.stream_name);
      break;
    case Column::kBlock:
      result.block = read_dim3(cell);
      break;
    case Column::kGrid:
      result.grid = read_dim3(cell);
      break;
    case Column::kDevice:
      result.device = whole_number(cell);
      break;
    case Column::kCapability:
      result.compute_capability = cell;
      break;
    default:
      break;
  }
}

}  // namespace

void read_identity(const Layout& layout, const Cells& cells, EntryQuote quote,
                   ReportResult& result) {
  for (const std::size_t i : layout.identity) {
    if (i < cells.size()) read_column(layout.columns[i], cells[i], result);
  }
  read_nvtx_columns(layout, cells, quote, result);
  result.kind = kind_of(layout, result);
  if (result.kind != ReportResultKind::kKernel) result.demangled = {};
}

bool join_surplus(const Layout& layout, Cells& cells, std::vector<std::string>& joined) {
  const auto push_pop = layout.find(Column::kPushPop);
  const auto start_end = layout.find(Column::kStartEnd);
  if (!push_pop || start_end != *push_pop + 1) return false;
  const std::size_t surplus = cells.size() - layout.columns.size();
  // Cells [push_pop, push_pop + surplus + 2) are the two of them, in pieces.
  const auto piece = [&](std::size_t i) { return cells[*push_pop + i]; };
  const auto glue = [&](std::size_t first, std::size_t last) {
    std::string text(piece(first));
    for (std::size_t i = first + 1; i < last; ++i) text.append("\",\"").append(piece(i));
    return text;
  };
  const std::size_t pieces = surplus + 2;
  for (std::size_t cut = 1; cut < pieces; ++cut) {
    const std::string_view left = piece(cut - 1);
    const std::string_view right = piece(cut);
    const bool left_ends = (cut == 1 && left.empty()) || left.ends_with("\"\" ");
    const bool right_begins = (cut == pieces - 1 && right.empty()) || right.starts_with(" \"\"");
    if (!left_ends || !right_begins) continue;
    joined = {glue(0, cut), glue(cut, pieces)};
    const auto first = cells.begin() + static_cast<std::ptrdiff_t>(*push_pop);
    cells.erase(first + 2, first + static_cast<std::ptrdiff_t>(pieces));
    cells[*push_pop] = joined[0];
    cells[*start_end] = joined[1];
    return true;
  }
  return false;
}

}  // namespace ncu_regions::ncu_csv
