#include "tests/support/report_writer.h"

#include <algorithm>
#include <cstring>

namespace ncu_regions::fixture {
namespace {

std::string u32(std::uint64_t value) {
  const auto number = static_cast<std::uint32_t>(value);
  std::string text(4, '\0');
  std::memcpy(text.data(), &number, 4);
  return text;
}

Message dim3(const std::uint64_t (&dim)[3]) {
  return Message().varint(1, dim[0]).varint(2, dim[1]).varint(3, dim[2]);
}

Message value_message(const Value& value) {
  Message message;
  if (const auto* text = std::get_if<std::string>(&value)) message.bytes(1, *text);
  if (const auto* real = std::get_if<float>(&value)) message.fixed32(2, *real);
  if (const auto* real = std::get_if<double>(&value)) message.fixed64(3, *real);
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) message.varint(5, *whole);
  return message;
}

Message payload_message(const Attributes& attributes) {
  Message message;
  message.varint(1, attributes.payload_type);
  switch (attributes.payload_type) {
    case 1:
    case 8:
      return message.varint(2, attributes.payload_number);
    case 2:
      return message.varint(3, attributes.payload_number);
    case 3:
      return message.fixed64(4, attributes.payload_real);
    case 4:
      return message.varint(5, attributes.payload_number);
    case 5:
      return message.varint(6, attributes.payload_number);
    case 6:
      return message.fixed32(7, static_cast<float>(attributes.payload_real));
    case 7:
      return message.bytes(8, attributes.payload_text);
    default:
      return message;
  }
}

Message attributes_message(const Attributes& attributes) {
  Message color, text;
  color.varint(1, attributes.color ? 1 : 0);
  if (attributes.color) color.varint(2, *attributes.color);
  text.varint(1, attributes.message_type);
  if (attributes.message_type == 3) text.varint(3, attributes.message_handle);
  if (attributes.message_type != 3) text.bytes(2, attributes.message);
  return Message()
      .varint(1, 2)
      .varint(2, 0)
      .message(3, color)
      .message(4, payload_message(attributes))
      .message(5, text);
}

Message push_pop_message(const Range& range) {
  Message message;
  message.bytes(1, range.name);
  if (range.attributes) message.message(2, attributes_message(*range.attributes));
  return message;
}

Message thread_message(const Nvtx& nvtx, std::uint64_t thread) {
  Message message;
  message.varint(1, thread);
  for (const Stack& stack : nvtx.stacks) {
    if (stack.thread != thread) continue;
    Message domain;
    domain.varint(1, stack.domain);
    for (const Range& range : stack.ranges) domain.message(3, push_pop_message(range));
    message.message(2, domain);
  }
  return message;
}

Message start_end_message(const StartEnd& open) {
  Message message;
  message.varint(1, open.id).bytes(2, open.range.name);
  if (open.range.attributes) message.message(3, attributes_message(*open.range.attributes));
  return message.varint(5, open.thread);
}

Message rule_message(const Rule& rule) {
  Message item;
  item.message(1, Message().bytes(1, rule.text).varint(2, rule.type).varint(3, 1));
  if (rule.speedup) item.message(10, Message().varint(1, 2).fixed64(2, *rule.speedup));
  return Message()
      .bytes(1, rule.id)
      .bytes(2, rule.name)
      .message(3, Message().message(1, item))
      .bytes(4, rule.section);
}

Message section_message(const Section& section) {
  Message header;
  header.varint(1, 1);
  for (const auto& [name, label] : section.metrics) {
    header.message(2, Message().bytes(1, name).bytes(2, label));
  }
  return Message().bytes(1, section.id).bytes(2, section.name).varint(3, 1).message(4, header);
}

Message clocks_message(const std::pair<bool, bool>& clocks) {
  return Message().varint(1, clocks.first ? 1 : 0).varint(2, clocks.second ? 1 : 0);
}

}  // namespace

Message& Message::number(std::uint64_t value) {
  for (; value > 127; value >>= 7) text_ += static_cast<char>((value & 127) | 128);
  text_ += static_cast<char>(value);
  return *this;
}

Message& Message::varint(std::uint32_t field, std::uint64_t value) {
  return number(std::uint64_t{field} << 3).number(value);
}

Message& Message::bytes(std::uint32_t field, std::string_view value) {
  number(std::uint64_t{field} << 3 | 2).number(value.size());
  text_ += value;
  return *this;
}

Message& Message::fixed64(std::uint32_t field, double value) {
  number(std::uint64_t{field} << 3 | 1);
  text_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  return *this;
}

Message& Message::fixed32(std::uint32_t field, float value) {
  number(std::uint64_t{field} << 3 | 5);
  text_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  return *this;
}

Nvtx nvtx_stack(const std::vector<std::string>& names) {
  Nvtx nvtx;
  Stack& stack = nvtx.stacks.emplace_back();
  for (const std::string& name : names) stack.ranges.push_back({name, std::nullopt});
  return nvtx;
}

Message nvtx_message(const Nvtx& nvtx) {
  Message message;
  for (const Domain& domain : nvtx.domains) {
    Message part;
    part.varint(1, domain.id).bytes(2, domain.name);
    for (const auto& [handle, text] : domain.registered) {
      part.message(3, Message().varint(1, handle).bytes(2, text));
    }
    message.message(1, part);
  }
  std::vector<std::uint64_t> threads;
  for (const Stack& stack : nvtx.stacks) {
    if (std::ranges::find(threads, stack.thread) == threads.end()) threads.push_back(stack.thread);
  }
  for (const std::uint64_t thread : threads) message.message(2, thread_message(nvtx, thread));
  for (const Domain& domain : nvtx.domains) {
    Message part;
    part.varint(1, domain.id);
    for (const StartEnd& open : nvtx.start_end) {
      if (open.domain == domain.id) part.message(3, start_end_message(open));
    }
    message.message(3, part);
  }
  return message.varint(4, 0);
}

std::uint64_t ReportWriter::string_id(const std::string& text) {
  const auto found = std::ranges::find(strings_, text);
  if (found != strings_.end()) return static_cast<std::uint64_t>(found - strings_.begin());
  strings_.push_back(text);
  return strings_.size() - 1;
}

void ReportWriter::add_metric(const Metric& metric, std::uint32_t field, Message& message) {
  Message part;
  part.varint(1, string_id(metric.name));
  if (!std::holds_alternative<std::monostate>(metric.value)) {
    part.message(2, value_message(metric.value));
  }
  for (const auto& [id, value] : metric.instances) {
    Message instance;
    if (!std::holds_alternative<std::monostate>(id)) instance.message(1, value_message(id));
    part.message(3, instance.message(2, value_message(value)));
  }
  message.message(field, part);
}

void ReportWriter::add_metrics(const Result& result, std::uint32_t field, Message& message) {
  for (const Metric& metric : result.metrics) add_metric(metric, field, message);
  if (!result.device) return;
  const std::pair<const char*, std::uint64_t> facts[] = {
      {"architecture", 368},  // GA104: makes ncu know the units
      {"compute_capability_major", result.cc_major},
      {"compute_capability_minor", result.cc_minor},
      {"device_index", *result.device}};
  for (const auto& [name, value] : facts) {
    add_metric({std::string("device__attribute_") + name, value, {}}, field, message);
  }
}

Message ReportWriter::result_message(const Result& result) {
  Message message;
  message.varint(1, result.thread).varint(2, 1);
  if (result.kind == Kind::kKernel) {
    message.varint(3, 0).varint(4, 0);
    message.bytes(5, result.mangled).bytes(6, result.function).bytes(7, result.demangled);
    message.varint(8, 3)
        .bytes(9, "")
        .message(10, dim3(result.grid))
        .message(11, dim3(result.block));
    add_metrics(result, 13, message);
    message.bytes(15, "");
    for (const Section& section : result.sections) message.message(17, section_message(section));
    for (const Rule& rule : result.rules) message.message(19, rule_message(rule));
    if (result.nvtx) message.message(21, nvtx_message(*result.nvtx));
    if (result.context) message.varint(22, *result.context);
    if (result.stream) message.varint(23, *result.stream);
    if (result.clocks) message.message(25, clocks_message(*result.clocks));
    if (!result.context_name.empty()) message.bytes(26, result.context_name);
    if (!result.stream_name.empty()) message.bytes(27, result.stream_name);
  } else {
    const bool is_range = result.kind == Kind::kRange;
    add_metrics(result, 4, message);
    for (const Section& section : result.sections) message.message(7, section_message(section));
    if (result.nvtx) message.message(10, nvtx_message(*result.nvtx));
    if (result.context) message.varint(11, *result.context);
    if (!is_range && result.stream) message.varint(12, *result.stream);
    if (result.clocks) message.message(is_range ? 12 : 13, clocks_message(*result.clocks));
    if (!result.context_name.empty()) message.bytes(is_range ? 13 : 14, result.context_name);
    if (!is_range && !result.stream_name.empty()) message.bytes(15, result.stream_name);
    if (result.kind == Kind::kCommandList) {
      message.bytes(18, result.demangled).varint(19, 3);
      message.message(20, Message().message(1, dim3(result.grid)).message(2, dim3(result.block)));
    }
  }
  return message.raw(result.further.text());
}

ReportWriter& ReportWriter::add(const Result& result, const std::optional<Process>& process) {
  constexpr std::uint32_t kCounts[] = {2, 7, 8, 9};
  const Message message = result_message(result);
  Message header;
  header.varint(kCounts[static_cast<std::size_t>(result.kind)], 1);
  if (process) {
    header.message(
        6, Message().varint(1, process->pid).bytes(2, process->host).bytes(3, process->path));
  }
  return add_block(header, u32(message.text().size()) + message.text());
}

ReportWriter& ReportWriter::add_block(const Message& header, std::string_view payload) {
  blocks_.emplace_back(header, payload);
  return *this;
}

std::string ReportWriter::bytes() const {
  Message head;
  head.varint(1, version);
  std::string file = std::string("NVR\0", 4) + u32(head.text().size()) + head.text();
  const auto put = [&](Message header, const std::string& payload) {
    header.varint(5, payload.size());
    file += u32(header.text().size()) + header.text() + payload;
  };
  Message table;
  for (const std::string& text : strings_) table.bytes(1, text);
  Message session;
  session.message(8, Message().bytes(1, "Nsight Compute Target").bytes(2, ncu_version));
  session.bytes(11, command_line);
  Message first;
  if (with_session) first.message(3, session);
  if (!strings_last) first.message(4, table);
  put(first, "");
  for (const auto& [header, payload] : blocks_) put(header, payload);
  if (strings_last) put(Message().message(4, table), "");
  return file;
}

}  // namespace ncu_regions::fixture
