#include "harness/artifacts/ncu_rep/sections.h"

#include "harness/artifacts/ncu_rep/wire.h"

namespace ncu_regions::ncu_rep {
namespace {

constexpr std::size_t kMaxMessages = 100'000;
constexpr std::string_view kMessageTypes[] = {"", "INF", "WRN", "ERR", "OPT"};

SectionMetric read_metric(std::string_view message) {
  SectionMetric metric;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == bytes_tag(1)) metric.metric = fields.bytes();
    if (fields.tag() == bytes_tag(2)) metric.label = fields.bytes();
  }
  return metric;
}

// Metric alternatives (field 7) of a header cell: the file holds whichever the device has.
void add_alternatives(std::string_view message, std::vector<SectionMetric>& metrics) {
  const SectionMetric first = read_metric(message);
  metrics.push_back(first);
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() != bytes_tag(7)) continue;
    SectionMetric option = read_metric(fields.bytes());
    if (option.label.empty()) option.label = first.label;
    metrics.push_back(option);
  }
}

void read_message(std::string_view body, RuleMessage& message) {
  for (WireFields fields(body); fields.next();) {
    if (fields.tag() == bytes_tag(1)) message.text = fields.bytes();
    if (fields.tag() == bytes_tag(4)) message.title = fields.bytes();
    if (fields.tag() == varint_tag(2) && fields.number() < std::size(kMessageTypes)) {
      message.type = kMessageTypes[fields.number()];
    }
  }
}

void read_speedup(std::string_view body, RuleMessage& message) {
  for (WireFields fields(body); fields.next();) {
    if (fields.tag() == varint_tag(1)) {
      message.speedup_type = fields.number() == 1 ? "local" : fields.number() == 2 ? "global" : "";
    }
    if (fields.tag() == fixed64_tag(2)) message.speedup_percent = fields.fixed_double();
  }
}

void add_items(std::string_view body, const RuleMessage& rule, std::vector<RuleMessage>& messages) {
  for (WireFields items(body); items.next();) {
    if (items.tag() != bytes_tag(1)) continue;
    RuleMessage message = rule;
    bool has_text = false;
    for (WireFields fields(items.bytes()); fields.next();) {
      if (fields.tag() == bytes_tag(1)) read_message(fields.bytes(), message);
      if (fields.tag() == bytes_tag(10)) read_speedup(fields.bytes(), message);
      has_text |= fields.tag() == bytes_tag(1);
    }
    if (!has_text) continue;  // a table or a chart
    if (messages.size() >= kMaxMessages) {
      throw WireError{items.bytes().data(), "more than 100,000 rule messages"};
    }
    messages.push_back(message);
  }
}

}  // namespace

ReportSection read_section(std::string_view message) {
  ReportSection section;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == bytes_tag(1)) section.id = fields.bytes();
    if (fields.tag() == bytes_tag(2)) section.name = fields.bytes();
    if (fields.tag() == varint_tag(3)) section.order = fields.number();
    if (fields.tag() != bytes_tag(4)) continue;
    for (WireFields header(fields.bytes()); header.next();) {
      if (header.tag() == bytes_tag(2)) add_alternatives(header.bytes(), section.metrics);
    }
  }
  return section;
}

void add_rule(std::string_view message, std::vector<RuleMessage>& messages) {
  RuleMessage rule;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == bytes_tag(1)) rule.rule = fields.bytes();
    if (fields.tag() == bytes_tag(2)) rule.name = fields.bytes();
    if (fields.tag() == bytes_tag(4)) rule.section = fields.bytes();
  }
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == bytes_tag(3)) add_items(fields.bytes(), rule, messages);
  }
}

}  // namespace ncu_regions::ncu_rep
