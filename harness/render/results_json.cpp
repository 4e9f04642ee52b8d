// Results as JSON: one object per file. Written by hand, because a report may be larger than
// memory, and because its doubles are to be the shortest that read back the same.
#include <algorithm>

#include "harness/core/utf8.h"
#include "harness/render/results.h"
#include "harness/render/results_number.h"

namespace ncu_regions {
namespace {

// Nothing is printed of a small report before all of it could be made.
constexpr std::size_t kFlushBytes = std::size_t{4} << 20;

void append_escaped(std::string& text, unsigned char c) {
  char escape[8];
  std::snprintf(escape, sizeof(escape), "\\u%04x", c);
  text += escape;
}

// Bytes that are not UTF-8 become \xHH, as everywhere in our files. '<' before a letter of ctest's
// tags is escaped: ctest obeys them in the output of a test.
void append_string(std::string& text, std::string_view raw) {
  const auto is_plain = [](char c) {
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '<';
  };
  if (std::ranges::all_of(raw, is_plain)) {
    text.append(1, '"').append(raw).append(1, '"');
    return;
  }
  const std::string valid = valid_utf8(raw);
  text += '"';
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const char c = valid[i];
    const bool is_tag =
        c == '<' && i + 1 < valid.size() && (valid[i + 1] == 'C' || valid[i + 1] == 'D');
    if (c == '"' || c == '\\') text += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || is_tag) {
      append_escaped(text, static_cast<unsigned char>(c));
    } else {
      text += c;
    }
  }
  text += '"';
}

class JsonWriter {
 public:
  JsonWriter(ReportFile& file, const Selection& selection, const TextSink& out)
      : file_(file), selection_(selection), out_(out) {}

  ReportOutline write() {
    OutlineBuilder builder;
    text_ = "{";
    head();
    key("results");
    text_ += '[';
    file_.read(selection_, [&](const ReportResult& result) {
      builder.add(result);
      comma();
      one(result);
      flush();
    });
    text_ += ']';
    ReportOutline outline = builder.finish(file_);
    tail(outline);
    text_ += "}\n";
    if (outline.results > 0) out_(text_);
    return outline;
  }

 private:
  void head() {
    const ReportFacts& facts = file_.facts();
    string("file", file_.name());
    string("format", facts.format);
    boolean("exact", facts.is_exact);
    string_or_null("ncu_version", facts.ncu_version);
    key("info");
    info(facts);
  }

  // What is known only when all results have passed.
  void tail(const ReportOutline& outline) {
    key("units");
    text_ += '{';
    for (const std::uint32_t name : outline.metrics) {
      const std::string unit = file_.unit(name);
      if (!unit.empty()) string(file_.names()[name], unit);
    }
    text_ += '}';
    key("warnings");
    list(file_.warnings(), [&](const std::string& text) { append_string(text_, text); });
  }

  void info(const ReportFacts& facts) {
    text_ += '{';
    key("versions");
    text_ += '{';
    for (const auto& [provider, text] : facts.versions) string(provider, text);
    text_ += '}';
    key("devices");
    list(facts.devices, [&](const ReportDevice& device) {
      text_ += '{';
      number("id", device.id);
      string("name", device.name);
      text_ += '}';
    });
    string_or_null("command_line", facts.command_line);
    key("created");
    facts.created_s == 0 ? text_ += "null" : (append_number(text_, facts.created_s), text_);
    string_or_null("host", facts.host);
    string_or_null("target", facts.target);
    text_ += '}';
  }

  void one(const ReportResult& result) {
    text_ += '{';
    number("id", result.id);
    string("kind", to_string(result.kind));
    string("name", result.name);
    string_or_null("mangled", result.mangled);
    string_or_null("function", result.function);
    dim3("grid", result.grid);
    dim3("block", result.block);
    optional_number("process", result.process.pid);
    string_or_null("process_name", result.process.name());
    string_or_null("host", result.process.host);
    optional_number("device", result.device);
    string_or_null("device_name", result.device_name);
    string_or_null("compute_capability", result.compute_capability);
    optional_number("context", result.context);
    string_or_null("context_name", result.context_name);
    optional_number("stream", result.stream);
    string_or_null("stream_name", result.stream_name);
    optional_number("thread", result.thread);
    key("nvtx");
    nvtx(result);
    key("clocks_locked");
    text_ += !result.clocks ? "null" : result.clocks->locked ? "true" : "false";
    if (selection_.rules) {
      key("rules");
      list(result.rules, [&](const RuleMessage& message) { rule(message); });
    }
    key("metrics");
    metrics(result);
    text_ += '}';
  }

  void nvtx(const ReportResult& result) {
    if (!result.nvtx) {
      text_ += "null";
      return;
    }
    text_ += '{';
    key("push_pop");
    stacks(*result.nvtx, [&](const NvtxStack& stack) { return stack.thread == result.thread; });
    key("start_end");
    list(result.nvtx->start_end, [&](const NvtxStartEnd& open) {
      text_ += '{';
      string("domain", open.domain);
      key("labels");
      text_ += '[';
      append_string(text_, open.range.name);
      text_ += ']';
      number("id", open.id);
      number("thread", open.thread);
      text_ += '}';
    });
    key("other_threads");
    stacks(*result.nvtx, [&](const NvtxStack& stack) { return stack.thread != result.thread; });
    text_ += '}';
  }

  template <typename Wanted>
  void stacks(const NvtxState& state, const Wanted& wanted) {
    text_ += '[';
    for (const NvtxStack& stack : state.stacks) {
      if (!wanted(stack)) continue;
      comma();
      text_ += '{';
      string("domain", stack.domain);
      key("labels");
      list(stack.ranges, [&](const NvtxRange& range) { append_string(text_, range.name); });
      number("thread", stack.thread);
      text_ += '}';
    }
    text_ += ']';
  }

  void rule(const RuleMessage& message) {
    text_ += '{';
    string("rule", message.rule);
    string("name", message.name);
    string("section", message.section);
    string("type", message.type);
    string("title", message.title);
    string("text", message.text);
    string_or_null("speedup_type", message.speedup_type);
    key("speedup_percent");
    value(message.speedup_percent ? MetricValue(*message.speedup_percent) : MetricValue());
    text_ += '}';
  }

  void metrics(const ReportResult& result) {
    text_ += '{';
    for (const ReportMetric& metric : result.metrics) {
      key(file_.names()[metric.name]);
      value(metric.value);
    }
    text_ += '}';
  }

  // What JSON has no number for (NaN, infinities) and what has no value is null.
  void value(const MetricValue& value) {
    if (const auto* text = std::get_if<std::string_view>(&value))
      return append_string(text_, *text);
    if (const auto* whole = std::get_if<std::uint64_t>(&value)) return append_number(text_, *whole);
    const auto* real = std::get_if<double>(&value);
    if (real == nullptr || !std::isfinite(*real)) {
      text_ += "null";
    } else {
      append_number(text_, *real);
    }
  }

  void dim3(std::string_view name, const std::optional<Dim3>& dim) {
    key(name);
    if (!dim) {
      text_ += "null";
      return;
    }
    text_ += '[' + std::to_string(dim->x) + ',' + std::to_string(dim->y) + ',' +
             std::to_string(dim->z) + ']';
  }

  template <typename List, typename Item>
  void list(const List& items, const Item& item) {
    text_ += '[';
    for (const auto& each : items) {
      comma();
      item(each);
    }
    text_ += ']';
  }

  void comma() {
    if (text_.back() != '{' && text_.back() != '[') text_ += ',';
  }
  void key(std::string_view name) {
    comma();
    append_string(text_, name);
    text_ += ':';
  }
  void string(std::string_view name, std::string_view value) {
    key(name);
    append_string(text_, value);
  }
  void string_or_null(std::string_view name, std::string_view value) {
    if (!value.empty()) return string(name, value);
    key(name);
    text_ += "null";
  }
  void number(std::string_view name, std::uint64_t value) {
    key(name);
    append_number(text_, value);
  }
  void optional_number(std::string_view name, const std::optional<std::uint64_t>& value) {
    if (value) return number(name, *value);
    key(name);
    text_ += "null";
  }
  void boolean(std::string_view name, bool value) {
    key(name);
    text_ += value ? "true" : "false";
  }

  // Never all of it: comma() looks at the last character.
  void flush() {
    if (text_.size() < kFlushBytes) return;
    out_(std::string_view(text_).substr(0, text_.size() - 1));
    text_.erase(0, text_.size() - 1);
  }

  ReportFile& file_;
  const Selection& selection_;
  const TextSink& out_;
  std::string text_;
};

}  // namespace

ReportOutline write_results_json(ReportFile& file, const Selection& selection,
                                 const TextSink& out) {
  return JsonWriter(file, selection, out).write();
}

}  // namespace ncu_regions
