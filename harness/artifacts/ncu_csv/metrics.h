// Artifacts: the metrics of a CSV file, in the order in which they are met; the same in every
// reading of it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions::ncu_csv {

class Metrics {
 public:
  std::uint32_t index_of(std::string_view name);

  // The base unit that the file names; the first one that is not empty stays.
  void set_unit(std::uint32_t metric, const std::string& base_unit);

  const std::vector<std::string_view>& names() const { return names_; }
  // What the file names, else by rule: ncu leaves units out that it does not know, and then shows
  // base units.
  std::string unit(std::uint32_t metric) const;

 private:
  std::deque<std::string> texts_;  // the views point into them
  std::vector<std::string_view> names_;
  std::vector<std::string> units_;
  std::map<std::string_view, std::uint32_t> index_;
};

}  // namespace ncu_regions::ncu_csv
