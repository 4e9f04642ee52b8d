#include "harness/render/results_choice.h"

#include <algorithm>

#include "harness/core/text.h"
#include "harness/regions/shown_choice.h"

namespace ncu_regions {
namespace {

class Chooser {
 public:
  Chooser(const ReportFile& file, const ReportOutline& outline) : file_(file), outline_(outline) {}

  void add_usual() {
    for (const auto& alternatives : usual_alternatives()) {
      for (const std::string& name : alternatives) {
        if (add_matching(name)) break;
      }
    }
  }

  void add_asked(const std::string& asked) {
    if (add_matching(asked)) return;
    choice_.missing.push_back(asked);
    if (asked.find_first_of("*?") == std::string::npos) add(asked, std::nullopt);
  }

  MetricChoice take() { return std::move(choice_); }

 private:
  bool add_matching(const std::string& asked) {
    bool found = false;
    for (const std::uint32_t index : outline_.metrics) {
      const std::string name(file_.names()[index]);
      if (!glob_match(asked, name) && !name.ends_with(": " + asked)) continue;
      add(name, index);
      found = true;
    }
    return found;
  }

  void add(const std::string& name, std::optional<std::uint32_t> index) {
    const auto same = [&](const ChosenMetric& other) { return other.name == name; };
    if (std::ranges::any_of(choice_.metrics, same)) return;
    choice_.metrics.push_back(
        {name, index, index ? file_.unit(*index) : "", name.ends_with(".sum")});
  }

  const ReportFile& file_;
  const ReportOutline& outline_;
  MetricChoice choice_;
};

}  // namespace

std::vector<std::string> usual_metrics() {
  std::vector<std::string> names;
  for (const auto& alternatives : usual_alternatives()) {
    names.insert(names.end(), alternatives.begin(), alternatives.end());
  }
  return names;
}

MetricChoice choose_metrics(const ReportFile& file, const ReportOutline& outline,
                            const std::vector<std::string>& asked) {
  Chooser chooser(file, outline);
  if (asked.empty()) chooser.add_usual();
  for (const std::string& metric : asked) chooser.add_asked(metric);
  return chooser.take();
}

}  // namespace ncu_regions
