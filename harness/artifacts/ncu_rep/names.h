// Artifacts: the metric names of an ncu report. Results refer to strings of one table that grows
// from block to block; two strings may hold the same text, and then they are one metric.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/artifacts/report_file.h"

namespace ncu_regions::ncu_rep {

// Metrics that tell about the device or the launch, and are read whether or not they were asked
// for.
enum class Fact : std::uint8_t {
  kNone,
  kDeviceIndex,
  kCapabilityMajor,
  kCapabilityMinor,
  kDeviceName,
  kGridSize,
};
inline constexpr std::size_t kFacts = static_cast<std::size_t>(Fact::kGridSize) + 1;

class Names {
 public:
  static constexpr std::uint32_t kHidden = 0xffffffff;   // lists of metrics, which ncu hides too
  static constexpr std::uint32_t kMissing = 0xfffffffe;  // no such string in the file

  Names() = default;
  explicit Names(std::span<const std::string_view> strings);

  // Which metric the string with this number names: an index into texts(), or kHidden.
  std::uint32_t of_string(std::size_t number) const { return of_string_[number]; }
  std::size_t strings() const { return of_string_.size(); }
  const std::vector<std::string_view>& texts() const { return texts_; }
  Fact fact(std::uint32_t name) const { return facts_[name]; }

  // By name: whether the selection asks for it.
  std::vector<bool> wanted(const Selection& selection) const;

 private:
  std::vector<std::uint32_t> of_string_;
  std::vector<std::string_view> texts_;
  std::vector<Fact> facts_;
};

}  // namespace ncu_regions::ncu_rep
