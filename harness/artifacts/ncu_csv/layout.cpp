#include "harness/artifacts/ncu_csv/layout.h"

#include <algorithm>

#include "harness/core/text.h"

namespace ncu_regions::ncu_csv {
namespace {

struct Known {
  std::string_view name;
  Column column;
};

constexpr Known kIdentity[] = {
    {"ID", Column::kId},
    {"Process ID", Column::kPid},
    {"Process Name", Column::kProcess},
    {"Host Name", Column::kHost},
    {"Kernel Name", Column::kKernel},
    {"Kernel Time", Column::kKernelTime},
    {"Context", Column::kContext},
    {"Stream", Column::kStream},
    {"Block Size", Column::kBlock},
    {"Grid Size", Column::kGrid},
    {"Device", Column::kDevice},
    {"CC", Column::kCapability},
};
constexpr Known kDetails[] = {
    {"Section Name", Column::kSectionName},
    {"Body Item Label", Column::kBodyLabel},
    {"Metric Name", Column::kMetricName},
    {"Metric Unit", Column::kMetricUnit},
    {"Metric Value", Column::kMetricValue},
    {"Rule Name", Column::kRuleName},
    {"Rule Type", Column::kRuleType},
    {"Rule Description", Column::kRuleText},
    {"Estimated Speedup Type", Column::kSpeedupType},
    {"Estimated Speedup", Column::kSpeedup},
};
constexpr std::string_view kRangeNames[] = {"NVTX Range Name", "Range Name", "NVTX Range", "Range"};
constexpr std::string_view kRangeValues[] = {"Total Time", "Calls", "Invocations", "Instances"};

std::optional<Column> column_of(std::string_view name, bool is_details) {
  for (const Known& known : kIdentity) {
    if (known.name == name) return known.column;
  }
  for (const Known& known : kDetails) {
    if (is_details && known.name == name) return known.column;
  }
  if (name.find("Push/Pop_Range") != std::string_view::npos) return Column::kPushPop;
  if (name.find("Start/Stop_Range") != std::string_view::npos) return Column::kStartEnd;
  return std::nullopt;
}

bool has(const std::vector<std::string_view>& cells, std::string_view name) {
  return std::ranges::find(cells, name) != cells.end();
}

// "Total Time (ns)" is "Total Time".
std::string_view without_unit(std::string_view name) {
  return trim(name.substr(0, name.find(" (")));
}

std::optional<Layout> read_ranges(const std::vector<std::string_view>& cells) {
  const auto* const range =
      std::ranges::find_if(kRangeNames, [&](auto name) { return has(cells, name); });
  const auto is_value = [](std::string_view cell) {
    return std::ranges::find(kRangeValues, without_unit(cell)) != std::end(kRangeValues);
  };
  if (range == std::end(kRangeNames) || std::ranges::none_of(cells, is_value)) return std::nullopt;
  Layout layout;
  layout.page = Page::kRanges;
  for (const std::string_view cell : cells) {
    layout.add(cell == *range ? Column::kRange : Column::kMetric, cell);
  }
  return layout;
}

}  // namespace

void Layout::add(Column column, std::string_view name) {
  std::optional<std::size_t>& place = first[static_cast<std::size_t>(column)];
  if (!place) place = columns.size();
  if (column <= Column::kStartEnd) identity.push_back(columns.size());
  columns.push_back(column);
  names.emplace_back(name);
}

bool is_ncu_header(std::string_view line) {
  return line.starts_with(R"("ID","Process ID",)") || line.starts_with("ID,Process ID,");
}

std::optional<Layout> read_header(const std::vector<std::string_view>& cells) {
  if (!has(cells, "ID") || !has(cells, "Process ID")) return read_ranges(cells);
  Layout layout;
  const bool is_details = has(cells, "Metric Name") && has(cells, "Metric Value");
  layout.page = is_details ? Page::kDetails : Page::kRaw;
  for (const std::string_view cell : cells) {
    layout.add(column_of(cell, is_details).value_or(Column::kMetric), cell);
  }
  return layout;
}

}  // namespace ncu_regions::ncu_csv
