#include "harness/artifacts/ncu_rep/metrics.h"

#include <cstring>

#include "harness/artifacts/ncu_rep/wire.h"

namespace ncu_regions::ncu_rep {
namespace {

constexpr std::size_t kMaxInstances = 20'000'000;
constexpr std::uint8_t kShown = 1;
constexpr std::uint8_t kFact = 2;

void read_value(std::string_view message, MetricValue& value) {
  if (message.size() == 9 && message[0] == fixed64_tag(3)) {  // a double and nothing else: most
    double number = 0;
    std::memcpy(&number, message.data() + 1, sizeof(number));
    value.emplace<double>(number);
    return;
  }
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

// Reports of 2019 store the size of the grid in threads. The metric counts blocks: where that says
// so, threads become blocks.
void correct_grid(const MetricValue& blocks, ReportResult& result) {
  const std::optional<double> size = number_of(blocks);
  if (!size || !result.grid || !result.block) return;
  Dim3& grid = *result.grid;
  const Dim3& block = *result.block;
  const auto product = [](const Dim3& dim) {
    return static_cast<double>(dim.x) * static_cast<double>(dim.y) * static_cast<double>(dim.z);
  };
  if (product(grid) == *size || block.x == 0 || block.y == 0 || block.z == 0) return;
  const Dim3 divided{grid.x / block.x, grid.y / block.y, grid.z / block.z};
  if (product(divided) == *size && product(grid) == *size * product(block)) grid = divided;
}

std::string digits(const MetricValue& value) {
  const std::optional<double> number = number_of(value);
  return number && *number >= 0 && *number < 1000 ? std::to_string(static_cast<int>(*number)) : "";
}

}  // namespace

MetricReader::MetricReader(const Names& names, const Selection& selection)
    : names_(names), with_instances_(selection.instances), slots_(names.texts().size()) {
  const std::vector<bool> wanted = names.wanted(selection);
  wanted_.resize(names.strings());
  for (std::size_t string = 0; string < wanted_.size(); ++string) {
    const std::uint32_t name = names.of_string(string);
    if (name == Names::kHidden) continue;
    wanted_[string].name = name;
    if (wanted[name]) {
      wanted_[string].how |= kShown;
      ++shown_;
    }
    if (names.fact(name) != Fact::kNone) wanted_[string].how |= kFact;
  }
}

void MetricReader::begin(ReportResult& result) {
  if (result.metrics.capacity() == 0) result.metrics.reserve(shown_);
  ++round_;
  for (MetricValue& fact : facts_) fact = {};
}

void MetricReader::read(std::string_view message, ReportResult& result) {
  const std::uint32_t string = take_string(message);
  if (string >= wanted_.size()) {
    ++nameless_;
    return;
  }
  const Wanted wanted = wanted_[string];
  if (wanted.how == 0) return;
  const bool is_shown = (wanted.how & kShown) != 0;
  // Read where it is to stand: copies of half-written values would cost more than the reading.
  ReportMetric& metric = is_shown ? place(wanted.name, result) : (unshown_ = {});
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() == bytes_tag(2)) read_value(fields.bytes(), metric.value);
    if (fields.tag() != bytes_tag(3)) continue;
    metric.has_instances = true;
    // Thousands of instances, jumped over at once: the writers put them last.
    if (!with_instances_ || !is_shown) break;
    read_instance(fields.bytes(), metric, result);
  }
  if ((wanted.how & kFact) != 0) {
    facts_[static_cast<std::size_t>(names_.fact(wanted.name))] = metric.value;
  }
}

// The number of the string that names the metric. It comes first and has one byte or two; most
// metrics are jumped over after it, so that it decides how fast a file passes. Takes it off the
// message.
std::uint32_t MetricReader::take_string(std::string_view& message) const {
  if (message.size() >= 3 && message[0] == varint_tag(1)) {
    const auto low = static_cast<unsigned char>(message[1]);
    const auto high = static_cast<unsigned char>(message[2]);
    if ((low & high & 0x80) == 0) {
      message.remove_prefix(low < 0x80 ? 2 : 3);
      return low < 0x80 ? low : (low & 0x7fu) | static_cast<std::uint32_t>(high) << 7;
    }
  }
  for (WireFields fields(message); fields.next();) {
    if (fields.tag() != varint_tag(1)) continue;
    return fields.number() < wanted_.size() ? fields.u32() : Names::kMissing;
  }
  return Names::kMissing;
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
  const auto fact = [&](Fact which) { return facts_[static_cast<std::size_t>(which)]; };
  if (const std::optional<double> index = number_of(fact(Fact::kDeviceIndex));
      index && *index >= 0 && *index < 1e6) {
    result.device = static_cast<std::uint64_t>(*index);
  }
  const std::string major = digits(fact(Fact::kCapabilityMajor));
  const std::string minor = digits(fact(Fact::kCapabilityMinor));
  if (!major.empty() && !minor.empty()) result.compute_capability = major + "." + minor;
  const MetricValue name = fact(Fact::kDeviceName);
  if (const auto* text = std::get_if<std::string_view>(&name)) result.device_name = *text;
  correct_grid(fact(Fact::kGridSize), result);
}

}  // namespace ncu_regions::ncu_rep
