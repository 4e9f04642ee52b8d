// Results as JSON: one object per file.
#include <cmath>

#include "harness/render/json_text.h"
#include "harness/render/results.h"

namespace ncu_regions {
namespace {

// Nothing is printed of a small report before all of it could be made.
constexpr std::size_t kFlushBytes = std::size_t{4} << 20;

// What JSON has no number for (NaN, infinities) and what has no value is null.
void write_value(JsonText& json, const MetricValue& value) {
  if (const auto* real = std::get_if<double>(&value)) {
    std::isfinite(*real) ? json.number(*real) : json.null();
  } else if (const auto* whole = std::get_if<std::uint64_t>(&value)) {
    json.number(*whole);
  } else if (const auto* text = std::get_if<std::string_view>(&value)) {
    json.string(*text);
  } else {
    json.null();
  }
}

void write_dim3(JsonText& json, std::string_view name, const std::optional<Dim3>& dim) {
  json.key(name);
  if (!dim) return json.null();
  json.array([&] {
    for (const std::uint64_t size : {dim->x, dim->y, dim->z}) json.number(size);
  });
}

template <typename Wanted>
void write_stacks(JsonText& json, std::string_view name, const NvtxState& state,
                  const Wanted& wanted) {
  json.list(name, state.stacks, [&](const NvtxStack& stack) {
    if (!wanted(stack)) return;
    json.object([&] {
      json.string("domain", stack.domain);
      json.list("labels", stack.ranges, [&](const NvtxRange& range) { json.string(range.name); });
      json.number("thread", stack.thread);
    });
  });
}

void write_start_end(JsonText& json, const NvtxStartEnd& open) {
  json.object([&] {
    json.string("domain", open.domain);
    json.key("labels");
    json.array([&] { json.string(open.range.name); });
    json.number("id", open.id);
    json.number("thread", open.thread);
  });
}

void write_nvtx(JsonText& json, const ReportResult& result) {
  json.key("nvtx");
  if (!result.nvtx) return json.null();
  json.object([&] {
    const auto launched = [&](const NvtxStack& stack) { return is_launching(stack, result); };
    const auto others = [&](const NvtxStack& stack) { return !is_launching(stack, result); };
    write_stacks(json, "push_pop", *result.nvtx, launched);
    json.list("start_end", result.nvtx->start_end,
              [&](const NvtxStartEnd& open) { write_start_end(json, open); });
    write_stacks(json, "other_threads", *result.nvtx, others);
  });
}

void write_rule(JsonText& json, const RuleMessage& message) {
  json.object([&] {
    json.string("rule", message.rule);
    json.string("name", message.name);
    json.string("section", message.section);
    json.string("type", message.type);
    json.string("title", message.title);
    json.string("text", message.text);
    json.string_or_null("speedup_type", message.speedup_type);
    json.key("speedup_percent");
    write_value(json,
                message.speedup_percent ? MetricValue(*message.speedup_percent) : MetricValue());
  });
}

void write_identity(JsonText& json, const ReportResult& result) {
  json.number("id", result.id);
  json.string("kind", to_string(result.kind));
  json.string("name", result.name);
  json.string_or_null("mangled", result.mangled);
  json.string_or_null("function", result.function);
  write_dim3(json, "grid", result.grid);
  write_dim3(json, "block", result.block);
  json.number("process", result.process.pid);
  json.string_or_null("process_name", result.process.name());
  json.string_or_null("host", result.process.host);
  json.number("device", result.device);
  json.string_or_null("device_name", result.device_name);
  json.string_or_null("compute_capability", result.compute_capability);
  json.number("context", result.context);
  json.string_or_null("context_name", result.context_name);
  json.number("stream", result.stream);
  json.string_or_null("stream_name", result.stream_name);
  json.number("thread", result.thread);
}

void write_result(JsonText& json, const ReportFile& file, const ReportResult& result,
                  bool with_rules) {
  const std::span<const std::string_view> names = file.names();
  json.object([&] {
    write_identity(json, result);
    write_nvtx(json, result);
    json.key("clocks_locked");
    result.clocks ? json.boolean(result.clocks->locked) : json.null();
    if (with_rules) {
      json.list("rules", result.rules, [&](const RuleMessage& rule) { write_rule(json, rule); });
    }
    json.key("metrics");
    json.object([&] {
      for (const ReportMetric& metric : result.metrics) {
        json.key(names[metric.name]);
        write_value(json, metric.value);
      }
    });
  });
}

void write_info(JsonText& json, const ReportFacts& facts) {
  json.key("info");
  json.object([&] {
    json.key("versions");
    json.object([&] {
      for (const auto& [provider, text] : facts.versions) json.string(provider, text);
    });
    json.list("devices", facts.devices, [&](const ReportDevice& device) {
      json.object([&] {
        json.number("id", device.id);
        json.string("name", device.name);
      });
    });
    json.string_or_null("command_line", facts.command_line);
    json.number("created", facts.created_s);
    json.string_or_null("host", facts.host);
    json.string_or_null("target", facts.target);
  });
}

void write_head(JsonText& json, const ReportFile& file) {
  json.string("file", file.name());
  json.string("format", file.facts().format);
  json.key("exact");
  json.boolean(file.facts().is_exact);
  json.string_or_null("ncu_version", file.facts().ncu_version);
  write_info(json, file.facts());
}

// What is known only when all results have passed.
void write_tail(JsonText& json, const ReportFile& file, const ReportOutline& outline) {
  json.key("units");
  json.object([&] {
    for (const std::uint32_t name : outline.metrics) {
      const std::string unit = file.unit(name);
      if (!unit.empty()) json.string(file.names()[name], unit);
    }
  });
  json.list("warnings", file.warnings(), [&](const std::string& text) { json.string(text); });
}

void flush(std::string& text, const TextSink& out) {
  if (text.size() < kFlushBytes) return;
  out(std::string_view(text).substr(0, text.size() - 1));
  text.erase(0, text.size() - 1);
}

}  // namespace

ReportOutline write_results_json(ReportFile& file, const Selection& selection,
                                 const TextSink& out) {
  OutlineBuilder builder;
  ReportOutline outline;
  JsonText json;
  json.object([&] {
    write_head(json, file);
    json.key("results");
    json.array([&] {
      file.read(selection, [&](const ReportResult& result) {
        builder.add(result);
        write_result(json, file, result, selection.rules);
        flush(json.text(), out);
      });
    });
    outline = builder.finish(file);
    write_tail(json, file, outline);
  });
  json.text() += '\n';
  if (outline.results > 0) out(json.text());
  return outline;
}

}  // namespace ncu_regions
