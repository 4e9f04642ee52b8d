// Regions: which metrics a report shows. Private to this room, and to the tables of `show`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/config/settings.h"
#include "harness/regions/region_tree.h"
#include "harness/regions/report_regions.h"

namespace ncu_regions {

// What a person wants to see first, in order; each row the same thing under all its names.
const std::vector<std::vector<std::string>>& usual_alternatives();

// Under which names the time of a result goes, the best first.
const std::vector<std::string>& time_names();

class ShownChoice {
 public:
  // Looks into the files for the metrics of chosen sections.
  explicit ShownChoice(const AssemblyRequest& request);

  // What has to be read: what is to be shown, times, weights and what a roofline is made from.
  Selection selection() const;

  // The metrics to show, of those that the results have. `units` by column.
  std::vector<ShownMetric> shown(const std::vector<std::string>& columns,
                                 const std::vector<std::string>& units) const;

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Wish {
    std::vector<std::string> names;  // names or patterns: the first that is there
    std::string section, label;
    bool is_asked = false;
  };
  void add_sections(const std::vector<ReportSource>& sources);
  // The columns of the results.
  struct Columns {
    const std::vector<std::string>&names, &units;
    std::map<std::string_view, std::size_t> index;
  };
  std::vector<ShownMetric> metrics_of(const Wish& wish, const Columns& there) const;
  ShownMetric metric(const Wish& wish, const std::string& name, const Columns& there) const;

  const MetricTable& table_;
  const ShownSettings& settings_;
  std::vector<Wish> wishes_;
  std::vector<std::string> notes_;
};

}  // namespace ncu_regions
