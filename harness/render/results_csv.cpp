// The raw page of ncu, written right.
#include "harness/render/results.h"
#include "harness/render/results_number.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kFlushBytes = std::size_t{1} << 18;
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
    if (stack.thread != result.thread) continue;  // ncu shows the launching thread only
    if (text.empty()) text = std::to_string(stack.thread) + " ";
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

class CsvWriter {
 public:
  CsvWriter(const ResultsInput& input, const TextSink& out) : input_(input), out_(out) {
    for (std::size_t i = 0; i < input.outline.metrics.size(); ++i) {
      const std::uint32_t name = input.outline.metrics[i];
      if (name >= column_of_.size()) column_of_.resize(name + std::size_t{1});
      column_of_[name] = static_cast<std::uint32_t>(i);
    }
  }

  void write() {
    header();
    units();
    input_.file.read(input_.selection, [&](const ReportResult& result) { row(result); });
    out_(text_);
  }

 private:
  bool with_nvtx() const { return input_.outline.has_ranges; }
  bool with_grid() const { return input_.outline.has_grid; }

  void header() {
    for (const char* name : {"ID", "Process ID", "Process Name", "Host Name"}) cell(name);
    if (with_nvtx()) {
      cell(kPushPopColumn);
      cell(kStartEndColumn);
    }
    for (const char* name : {"Kernel Name", "Context", "Stream"}) cell(name);
    if (with_grid()) {
      cell("Block Size");
      cell("Grid Size");
    }
    cell("Device");
    cell("CC");
    identity_columns_ = columns_;
    for (const std::uint32_t name : input_.outline.metrics) cell(input_.file.names()[name]);
    end_row();
  }

  void units() {
    for (std::size_t i = 0; i < identity_columns_; ++i) cell("");
    for (const std::uint32_t name : input_.outline.metrics) cell(input_.file.unit(name));
    end_row();
  }

  void row(const ReportResult& result) {
    identity(result);
    in_column_.assign(input_.outline.metrics.size(), nullptr);
    for (const ReportMetric& metric : result.metrics) in_column_[column_of_[metric.name]] = &metric;
    for (const ReportMetric* metric : in_column_) value(metric);
    end_row();
  }

  void identity(const ReportResult& result) {
    number(result.id);
    optional_number(result.process.pid);
    cell(result.process.name());
    cell(result.process.host);
    if (with_nvtx()) {
      cell(result.nvtx ? push_pop_cell(result) : "");
      cell(result.nvtx ? start_end_cell(result) : "");
    }
    cell(result.name);
    named(result.context_name, result.context);
    named(result.stream_name, result.stream);
    if (with_grid()) {
      dim3(result.block);
      dim3(result.grid);
    }
    optional_number(result.device);
    cell(result.compute_capability);
  }

  void named(std::string_view name, const std::optional<std::uint64_t>& number) {
    if (!name.empty()) return cell(name);
    optional_number(number);
  }

  void dim3(const std::optional<Dim3>& dim) {
    if (!dim) return cell("n/a");
    cell("(" + std::to_string(dim->x) + ", " + std::to_string(dim->y) + ", " +
         std::to_string(dim->z) + ")");
  }

  void optional_number(const std::optional<std::uint64_t>& number_or_none) {
    if (!number_or_none) return cell("n/a");
    number(*number_or_none);
  }

  void number(std::uint64_t value) {
    open_cell();
    append_number(text_, value);
    text_ += '"';
  }

  // As in ncu's pages: nothing for a metric that the result does not have or that has only
  // instances, "no data" for one without any value.
  void value(const ReportMetric* metric) {
    if (metric == nullptr) return cell("");
    if (const auto* text = std::get_if<std::string_view>(&metric->value)) return cell(*text);
    if (const auto* whole = std::get_if<std::uint64_t>(&metric->value)) return number(*whole);
    const auto* real = std::get_if<double>(&metric->value);
    if (real == nullptr) return cell(metric->has_instances ? "" : "no data");
    if (std::isnan(*real)) return cell("nan");
    if (std::isinf(*real)) return cell(*real > 0 ? "inf" : "-inf");
    open_cell();
    append_number(text_, *real);
    text_ += '"';
  }

  void cell(std::string_view content) {
    open_cell();
    for (std::size_t at = 0;;) {
      const std::size_t quote = content.find('"', at);
      text_.append(content.substr(at, quote - at));
      if (quote == std::string_view::npos) break;
      text_ += "\"\"";
      at = quote + 1;
    }
    text_ += '"';
  }

  void open_cell() {
    if (columns_++ > 0) text_ += ',';
    text_ += '"';
  }

  void end_row() {
    text_ += '\n';
    columns_ = 0;
    if (text_.size() < kFlushBytes) return;
    out_(text_);
    text_.clear();
  }

  const ResultsInput& input_;
  const TextSink& out_;
  std::vector<std::uint32_t> column_of_;  // by name
  std::vector<const ReportMetric*> in_column_;
  std::string text_;
  std::size_t columns_ = 0;
  std::size_t identity_columns_ = 0;
};

}  // namespace

void write_results_csv(const ResultsInput& input, const TextSink& out) {
  CsvWriter(input, out).write();
}

}  // namespace ncu_regions
