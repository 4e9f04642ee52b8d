#include "harness/artifacts/ncu_rep/metrics.h"

#include "harness/artifacts/ncu_rep/wire.h"

namespace ncu_regions::ncu_rep {
namespace {

constexpr std::size_t kMaxInstances = 20'000'000;
constexpr std::uint8_t kShown = 1;
constexpr std::uint8_t kFact = 2;

void read_value(std::string_view message, MetricValue& value) {
  for (WireFields fields(message); fields.next();) {
    switch (fields.tag()) {
      case fixed64_tag(3):
        value.emplace<double>(fields.fixed_double());
        break;
      case bytes_tag(1):
        value.emplace<std::string_view>(fields.bytes());
        break;
      case varint_tag(5):
        value.emplace<std::uint64_t>(fields.number());
        break;
      case fixed32_tag(2):
        value.emplace<double>(fields.fixed_float());
        break;
      case varint_tag(4):
        value.emplace<std::uint64_t>(fields.u32());
        break;
      default:
        break;
    }
  }
}

std::string digits(const MetricValue& value) {
  const std::optional<double> number = number_of(value);
  return number && *number >= 0 && *number < 1000 ? std::to_string(static_cast<int>(*number)) : "";
}

}  // namespace

MetricReader::MetricReader(const Names& names, const Selection& selection)
    : names_(names), with_instances_(selection.instances), slots_(names.texts().size()) {
  const std::vector<bool> wanted = names.wanted(selection);
  wanted_.resize(wanted.size());
  for (std::uint32_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i]) wanted_[i] |= kShown;
    if (names.fact(i) != DeviceFact::kNone) wanted_[i] |= kFact;
  }
}

void MetricReader::begin() {
  ++round_;
  for (MetricValue& fact : facts_) fact = {};
}

void MetricReader::read(std::string_view message, ReportResult& result) {
  const std::uint32_t name = name_of(message);
  if (name >= wanted_.size() || wanted_[name] == 0) return;
  const bool is_shown = (wanted_[name] & kShown) != 0;
  // Read where it is to stand: copies of half-written values would cost more than the reading.
  ReportMetric& metric = is_shown ? place(name, result) : unshown_;
  metric.value = {};
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == bytes_tag(2)) read_value(fields.bytes(), metric.value);
    if (fields.tag() != bytes_tag(3)) continue;
    metric.has_instances = true;
    // Thousands of instances, jumped over at once: the writers put them last.
    if (!with_instances_ || !is_shown) break;
    read_instance(fields.bytes(), metric, result);
  }
  if (wanted_[name] & kFact) facts_[static_cast<std::size_t>(names_.fact(name))] = metric.value;
}

std::uint32_t MetricReader::name_of(std::string_view message) {
  std::uint32_t name = Names::kMissing;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() != varint_tag(1)) continue;
    name = names_.of_string(fields.number());
    break;
  }
  if (name == Names::kMissing) ++nameless_;
  return name;
}

// A new metric of the result, or an earlier one of the same name, which is replaced.
ReportMetric& MetricReader::place(std::uint32_t name, ReportResult& result) {
  Slot& slot = slots_[name];
  if (slot.round != round_) {
    slot = {round_, static_cast<std::uint32_t>(result.metrics.size())};
    result.metrics.emplace_back();
  } else {
    result.metrics[slot.index] = {};
  }
  ReportMetric& metric = result.metrics[slot.index];
  metric.name = name;
  metric.first_instance = static_cast<std::uint32_t>(result.instances.size());
  return metric;
}

void MetricReader::read_instance(std::string_view message, ReportMetric& metric,
                                 ReportResult& result) {
  if (result.instances.size() >= kMaxInstances) {
    throw WireError{message.data(), "a result has more than 20,000,000 instance values"};
  }
  MetricInstance instance;
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == bytes_tag(1)) read_value(fields.bytes(), instance.id);
    if (fields.tag() == bytes_tag(2)) read_value(fields.bytes(), instance.value);
  }
  result.instances.push_back(instance);
  ++metric.instances;
}

void MetricReader::end(ReportResult& result) const {
  const auto fact = [&](DeviceFact which) { return facts_[static_cast<std::size_t>(which)]; };
  if (const std::optional<double> index = number_of(fact(DeviceFact::kIndex));
      index && *index >= 0 && *index < 1e6) {
    result.device = static_cast<std::uint64_t>(*index);
  }
  const std::string major = digits(fact(DeviceFact::kCapabilityMajor));
  const std::string minor = digits(fact(DeviceFact::kCapabilityMinor));
  if (!major.empty() && !minor.empty()) result.compute_capability = major + "." + minor;
  const MetricValue name = fact(DeviceFact::kName);
  if (const auto* text = std::get_if<std::string_view>(&name)) result.device_name = *text;
}

}  // namespace ncu_regions::ncu_rep
