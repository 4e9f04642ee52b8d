// The raw page of ncu, written right.
#include <cmath>

#include "harness/render/csv_page.h"
#include "harness/render/results.h"

namespace ncu_regions {
namespace {

// Up to this size a page is made in one reading, and printed when all of it could be made; beyond,
// the first reading finds the columns and a second one prints.
constexpr std::size_t kMostCells = 1'000'000;
constexpr std::size_t kMostBytes = std::size_t{8} << 20;
constexpr std::size_t kFewCells = 10'000;
constexpr std::size_t kFewBytes = std::size_t{1} << 17;
constexpr char kPushPopColumn[] =
    "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg";
constexpr char kStartEndColumn[] =
    "Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg";

std::string color_text(const NvtxRange& range) {
  if (!range.color) return "none:none";
  char text[16];
  std::snprintf(text, sizeof(text), "RGB:0x%08x", *range.color);
  return text;
}

// What ncu writes between the quotes of an entry, after the domain.
std::string entry_text(std::string_view domain, const NvtxRange& range) {
  std::string text(domain);
  text.append(":").append(range.name).append(":");
  text.append(range.payload_type).append(":").append(range.payload).append(":");
  text.append(color_text(range)).append(":");
  return text.append(range.message_type).append(":").append(range.message);
}

std::string push_pop_cell(const ReportResult& result) {
  std::string text;
  for (const NvtxStack& stack : result.nvtx->stacks) {
    if (!is_launching(stack, result)) continue;  // ncu shows no other thread
    if (text.empty() && stack.thread) text = std::to_string(*stack.thread) + " ";
    for (const NvtxRange& range : stack.ranges) {
      text.append(" \"").append(entry_text(stack.domain, range)).append("\" ");
    }
  }
  return text;
}

std::string start_end_cell(const ReportResult& result) {
  std::string text;
  for (const NvtxStartEnd& open : result.nvtx->start_end) {
    text.append(" \"").append(std::to_string(open.id)).append(":");
    text.append(entry_text(open.domain, open.range)).append("\" ");
  }
  return text;
}

// Columns: identity first, then the metrics by their names.
enum ResultColumn : std::uint32_t {
  kId,
  kPid,
  kProcess,
  kHost,
  kPushPop,
  kStartEnd,
  kKernel,
  kContext,
  kStream,
  kBlock,
  kGrid,
  kDevice,
  kCapability,
  kFirstMetric,
};
constexpr const char* kIdentity[] = {
    "ID",          "Process ID", "Process Name", "Host Name",  kPushPopColumn, kStartEndColumn,
    "Kernel Name", "Context",    "Stream",       "Block Size", "Grid Size",    "Device",
    "CC"};

void optional_number(CsvPage& page, ResultColumn column,
                     const std::optional<std::uint64_t>& number) {
  number ? page.number(column, *number) : page.text(column, "n/a");
}

void named(CsvPage& page, ResultColumn column, std::string_view name,
           const std::optional<std::uint64_t>& number) {
  name.empty() ? optional_number(page, column, number) : page.text(column, name);
}

void dim3(CsvPage& page, ResultColumn column, const std::optional<Dim3>& dim) {
  if (!dim) return page.text(column, "n/a");
  page.text(column, "(" + std::to_string(dim->x) + ", " + std::to_string(dim->y) + ", " +
                        std::to_string(dim->z) + ")");
}

void add_identity(CsvPage& page, const ReportResult& result) {
  page.number(kId, result.id);
  optional_number(page, kPid, result.process.pid);
  page.text(kProcess, result.process.name());
  page.text(kHost, result.process.host);
  if (result.nvtx) {
    page.text(kPushPop, push_pop_cell(result));
    page.text(kStartEnd, start_end_cell(result));
  }
  page.text(kKernel, result.name);
  named(page, kContext, result.context_name, result.context);
  named(page, kStream, result.stream_name, result.stream);
  dim3(page, kBlock, result.block);
  dim3(page, kGrid, result.grid);
  optional_number(page, kDevice, result.device);
  page.text(kCapability, result.compute_capability);
}

// As in ncu's pages: nothing for a metric that has only instances, "no data" for one without any
// value.
void add_metric(CsvPage& page, const ReportMetric& metric) {
  const std::uint32_t column = kFirstMetric + metric.name;
  if (const auto* real = std::get_if<double>(&metric.value)) {
    if (std::isfinite(*real)) return page.number(column, *real);
    return page.text(column, std::isnan(*real) ? "nan" : *real > 0 ? "inf" : "-inf");
  }
  if (const auto* whole = std::get_if<std::uint64_t>(&metric.value)) {
    return page.number(column, *whole);
  }
  if (const auto* text = std::get_if<std::string_view>(&metric.value)) {
    return page.text(column, *text);
  }
  if (!metric.has_instances) page.text(column, "no data");
}

void add_row(CsvPage& page, const ReportResult& result) {
  page.begin_row();
  add_identity(page, result);
  for (const ReportMetric& metric : result.metrics) add_metric(page, metric);
}

// The columns that ncu would show.
std::vector<std::uint32_t> columns_of(const ReportOutline& outline) {
  std::vector<std::uint32_t> columns;
  for (std::uint32_t i = 0; i < kFirstMetric; ++i) {
    if ((i == kPushPop || i == kStartEnd) && !outline.has_ranges) continue;
    if ((i == kBlock || i == kGrid) && !outline.has_grid) continue;
    columns.push_back(i);
  }
  for (const std::uint32_t name : outline.metrics) columns.push_back(kFirstMetric + name);
  return columns;
}

void write_head(const ReportFile& file, const std::vector<std::uint32_t>& columns,
                const TextSink& out) {
  CsvPage page(0, 0);
  page.begin_row();
  for (const std::uint32_t i : columns) {
    page.text(i, i < kFirstMetric ? kIdentity[i] : file.names()[i - kFirstMetric]);
  }
  page.begin_row();
  for (const std::uint32_t i : columns) {
    page.text(i, i < kFirstMetric ? "" : file.unit(i - kFirstMetric));
  }
  page.write(columns, out);
}

void write_again(ReportFile& file, const Selection& selection,
                 const std::vector<std::uint32_t>& columns, const TextSink& out) {
  CsvPage rows(kFewCells, kFewBytes);
  file.read(selection, [&](const ReportResult& result) {
    add_row(rows, result);
    if (!rows.is_full()) return;
    rows.write(columns, out);
    rows.clear();
  });
  rows.write(columns, out);
}

}  // namespace

ReportOutline write_results_csv(ReportFile& file, const Selection& selection, const TextSink& out) {
  CsvPage page(kMostCells, kMostBytes);
  bool fits = true;
  OutlineBuilder builder;
  file.read(selection, [&](const ReportResult& result) {
    builder.add(result);
    if (fits) add_row(page, result);
    if (fits && page.is_full()) fits = false;
  });
  ReportOutline outline = builder.finish(file);
  if (outline.results == 0) return outline;
  const std::vector<std::uint32_t> columns = columns_of(outline);
  write_head(file, columns, out);
  if (fits) {
    page.write(columns, out);
  } else {
    write_again(file, selection, columns, out);
  }
  return outline;
}

}  // namespace ncu_regions
