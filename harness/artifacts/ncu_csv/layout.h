// Artifacts: what the columns of a CSV table are. Found by name: their order and number differ
// between versions of ncu.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions::ncu_csv {

enum class Page {
  kRaw,      // a row per result, a column per metric, a row of units
  kDetails,  // a row per result and metric
  kRanges,   // of other exporters: a row per range
};

enum class Column : std::uint8_t {
  kId,
  kPid,
  kProcess,
  kHost,
  kKernel,
  kKernelTime,
  kContext,
  kStream,
  kBlock,
  kGrid,
  kDevice,
  kCapability,
  kPushPop,
  kStartEnd,
  // Details page.
  kSectionName,
  kBodyLabel,
  kMetricName,
  kMetricUnit,
  kMetricValue,
  kRuleName,
  kRuleType,
  kRuleText,
  kSpeedupType,
  kSpeedup,
  // Tables of other exporters.
  kRange,
  kMetric,  // any other column: a metric of its name
};
inline constexpr std::size_t kColumnKinds = static_cast<std::size_t>(Column::kMetric) + 1;

struct Layout {
  Page page = Page::kRaw;
  std::vector<Column> columns;
  std::vector<std::string> names;     // of the columns
  std::vector<std::size_t> identity;  // those that tell which result a row belongs to

  void add(Column column, std::string_view name);
  // The first column of this kind.
  std::optional<std::size_t> find(Column column) const {
    return first[static_cast<std::size_t>(column)];
  }

  std::array<std::optional<std::size_t>, kColumnKinds> first = {};
};

// Whether a line begins a page of ncu's, quoted or not.
bool is_ncu_header(std::string_view line);

// The layout of a header row, or nothing when it is none that is known.
std::optional<Layout> read_header(const std::vector<std::string_view>& cells);

}  // namespace ncu_regions::ncu_csv
