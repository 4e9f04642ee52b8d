#include "harness/regions/row_collector.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/regions/range_owner.h"

namespace ncu_regions {
namespace {

// 16 bytes each.
constexpr std::size_t kMostCells = 40'000'000;

std::string scope_name(const Scope& scope) {
  const std::string name = (scope.pid == 0 ? "?" : std::to_string(scope.pid)) +
                           "/cuda:" + (scope.device ? std::to_string(*scope.device) : "?");
  return scope.rank ? "rank " + std::to_string(*scope.rank) + " (" + name + ")" : name;
}

}  // namespace

CollectedRows RowCollector::collect(const AssemblyRequest& request, const Selection& selection) {
  out_ = {};
  request_ = &request;
  for (const ReportSource& source : request.sources) {
    out_.rows.sources.push_back(source.file->name());
    out_.is_recorded.push_back(false);
    column_of_.clear();
    source.file->read(selection, [&](const ReportResult& result) { add(source, result); });
  }
  return std::move(out_);
}

void RowCollector::add(const ReportSource& source, const ReportResult& result) {
  KernelRow row;
  row.group = group(source, result);
  row.source = out_.rows.sources.size() - 1;
  row.id = result.id;
  row.grid = result.grid;
  row.block = result.block;
  if (result.nvtx) out_.is_recorded.back() = true;
  const bool is_range = result.kind == ReportResultKind::kRange;
  (is_range ? out_.has_ranges : out_.has_kernels) = true;
  if (!is_range && result.grid && result.grid->x == 0) ++out_.not_profiled;
  add_cells(source, result, row);
  KernelGroup& group = out_.rows.groups[row.group];
  if (group.launches++ == 0) {
    group.grid = result.grid;
    group.block = result.block;
  } else if (group.grid != result.grid || group.block != result.block) {
    group.is_mixed = true;
  }
  out_.rows.rows.push_back(row);
}

std::size_t RowCollector::placement(const ReportSource& source, const ReportResult& result) {
  if (result.kind != ReportResultKind::kRange) return out_.placements.of(result);
  const bool is_planned = !source.ranges.empty();
  const auto owner = range_owner(result, is_planned ? source.ranges : request_->declared,
                                 source.file->name(), is_planned);
  if (owner) return out_.placements.in_node(out_.placements.node_of(*owner));
  out_.ambiguous_ranges += result.nvtx ? 1 : 0;
  return out_.placements.nowhere(result.nvtx.has_value());
}

std::size_t RowCollector::kernel(const ReportResult& result) {
  key_.assign(1, static_cast<char>('0' + static_cast<int>(result.kind)));
  key_.append(result.name).append(1, '\0').append(result.mangled);
  const auto found = kernels_.find(key_);
  if (found != kernels_.end()) return found->second;
  out_.rows.kernels.push_back({std::string(result.name), std::string(result.demangled),
                               std::string(result.mangled), std::string(result.function),
                               result.kind});
  return kernels_[key_] = out_.rows.kernels.size() - 1;
}

std::size_t RowCollector::process(const ReportSource& source, const ReportResult& result) {
  const std::size_t file = out_.rows.sources.size() - 1;
  const auto [found, is_new] = processes_.try_emplace({{source.capture, source.rank},
                                                       std::string(result.process.host),
                                                       result.process.pid.value_or(0)});
  Process& process = found->second;
  if (is_new) {
    process = {process_count_[{source.capture, source.rank}]++, file};
  } else if (process.source != file && !source.rank) {
    out_.notes.push_back(out_.rows.sources[process.source] + " and " + out_.rows.sources[file] +
                         " both hold results of process " +
                         std::to_string(std::get<2>(found->first)) +
                         ": are they two runs of one program? They were added.");
    process.source = file;
  }
  return process.number;
}

std::size_t RowCollector::scope(const ReportSource& source, const ReportResult& result) {
  const std::size_t number = process(source, result);
  ScopeKey key{source.rank, number, result.device};
  const auto found = scopes_.find(key);
  if (found != scopes_.end()) return found->second;
  Scope scope;
  scope.pid = result.process.pid.value_or(0);
  scope.rank = source.rank;
  scope.host = result.process.host;
  scope.device = result.device;
  scope.device_name = result.device_name;
  scope.compute_capability = result.compute_capability;
  scope.name = scope_name(scope);
  out_.scopes.push_back(std::move(scope));
  return scopes_[std::move(key)] = out_.scopes.size() - 1;
}

std::size_t RowCollector::group(const ReportSource& source, const ReportResult& result) {
  const std::size_t at = placement(source, result);
  const bool recorded = out_.placements.at(at).recorded;
  const std::size_t file = recorded ? 0 : out_.rows.sources.size();
  const GroupKey key{at, kernel(result), scope(source, result), file};
  const auto found = groups_.find(key);
  if (found != groups_.end()) return found->second;
  KernelGroup group;
  group.kernel = std::get<1>(key);
  group.scope = std::get<2>(key);
  group.recorded = recorded;
  out_.rows.groups.push_back(std::move(group));
  out_.placement_of.push_back(at);
  out_.source_of.push_back(out_.rows.sources.size() - 1);
  return groups_[key] = out_.rows.groups.size() - 1;
}

// One metric in two units is two things; a table of them would be wrong.
std::size_t RowCollector::column(const ReportFile& file, std::uint32_t name) {
  if (column_of_.size() <= name) column_of_.resize(name + 1, 0);
  if (column_of_[name] > 0) return column_of_[name] - 1;
  const std::string_view text = file.names()[name];
  const std::string unit = file.unit(name);
  auto found = columns_.find(text);
  if (found == columns_.end()) {
    found = columns_.emplace(text, out_.rows.columns.size()).first;
    out_.rows.columns.emplace_back(text);
    out_.units.push_back(unit);
  } else if (out_.units[found->second] != unit) {
    throw Error(ErrorKind::kMeasurement,
                file.name() + ": metric '" + printable(text) + "' is in '" + printable(unit) +
                    "' here and in '" + printable(out_.units[found->second]) +
                    "' in another file: they do not belong to one capture");
  }
  column_of_[name] = found->second + 1;
  return found->second;
}

Cell RowCollector::cell(const MetricValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return *whole;
  const auto* text = std::get_if<std::string_view>(&value);
  if (text == nullptr) return {};
  const auto [found, is_new] =
      texts_.emplace(*text, static_cast<std::uint32_t>(out_.rows.texts.size()));
  if (is_new) out_.rows.texts.emplace_back(*text);
  return TextId{found->second};
}

void RowCollector::add_cells(const ReportSource& source, const ReportResult& result,
                             KernelRow& row) {
  std::vector<Cell>& cells = out_.rows.cells;
  row.first_cell = cells.size();
  for (const ReportMetric& metric : result.metrics) {
    const std::size_t at = column(*source.file, metric.name);
    if (cells.size() <= row.first_cell + at) cells.resize(row.first_cell + at + 1);
    cells[row.first_cell + at] = cell(metric.value);
  }
  row.cells = cells.size() - row.first_cell;
  if (cells.size() <= kMostCells) return;
  throw Error(ErrorKind::kUsage, source.file->name() + " has more than " +
                                     grouped(static_cast<double>(kMostCells)) +
                                     " values of the chosen metrics; choose fewer of them");
}

}  // namespace ncu_regions
