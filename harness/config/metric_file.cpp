// conf/metrics.yaml.
#include <algorithm>

#include "harness/config/layers.h"
#include "harness/config/refuse.h"
#include "harness/config/yaml.h"

namespace ncu_regions {
namespace {

class MetricEntry {
 public:
  MetricEntry(const YamlFile& file, const YAML::Node& node) : file_(file), node_(node) {
    static const std::vector<std::string> kKeys = {
        "pattern", "unit",  "better", "roll_up",        "across", "weights",  "deterministic",
        "family",  "allow", "gate",   "allow_unlocked", "signed", "spellings"};
    check_keys(file, node, kKeys, "a metric");
  }

  MetricInfo read() const {
    MetricInfo info;
    info.pattern = text("pattern");
    info.unit = text_or("unit", "");
    info.is_signed = node_["signed"] && one_of("signed", {"true", "false"}) == "true";
    const std::string better = one_of("better", {"lower", "higher", "neither"});
    info.worse = better == "lower"    ? Direction::kUp
                 : better == "higher" ? Direction::kDown
                                      : Direction::kBoth;
    info.roll_up = roll_up("roll_up");
    info.across = node_["across"] ? roll_up("across") : info.roll_up;
    if (info.across != info.roll_up && info.across != RollUp::kMax) {
      refuse(where(file_, node_), "'across' is 'max' or left out");
    }
    if (const auto weights = node_["weights"]) info.weights = scalars(file_, weights, "weights");
    if ((info.roll_up == RollUp::kMean) == info.weights.empty()) {
      refuse(where(file_, node_), "'weights' belong to 'roll_up: mean', and to no other");
    }
    if (const auto other = node_["spellings"]) {
      info.spellings = scalars(file_, other, "spellings");
      if (info.pattern.find_first_of("*?") != std::string::npos) {
        refuse(where(file_, node_), "'spellings' belong to one metric, not to a pattern");
      }
    }
    info.family = kStrictestFamily;
    if (info.is_own() || node_["gate"]) read_budget(info);
    return info;
  }

 private:
  void read_budget(MetricInfo& info) const {
    info.deterministic = one_of("deterministic", {"true", "false"}) == "true";
    info.family = one_of("family", {"structure", "host_count", "host_cache", "host_time",
                                    "benchmark_count", "benchmark_time", "gpu_count", "gpu_time"});
    info.allow = parse_allowance(text("allow"), where(file_, node_));
    if (node_["allow_unlocked"]) {
      info.allow_unlocked = parse_allowance(text("allow_unlocked"), where(file_, node_));
    }
    const std::string gate = text("gate");
    if (!gate_from(gate))
      refuse(where(file_, node_), "'gate: " + gate + "'; expected fail, warn or info");
    info.gate = *gate_from(gate);
  }

  std::string text(const char* key) const {
    if (!node_[key]) refuse(where(file_, node_), std::string("a metric needs '") + key + "'");
    return scalar(file_, node_[key], key);
  }

  std::string text_or(const char* key, const char* otherwise) const {
    return node_[key] ? text(key) : otherwise;
  }

  std::string one_of(const char* key, std::initializer_list<const char*> choices) const {
    std::string value = text(key);
    if (std::ranges::find(choices, value) == choices.end()) {
      refuse(where(file_, node_[key]), std::string("unknown value '") + value + "' for " + key);
    }
    return value;
  }

  RollUp roll_up(const char* key) const {
    const std::string word = one_of(key, {"sum", "max", "min", "mean", "same", "none"});
    for (const RollUp known :
         {RollUp::kSum, RollUp::kMax, RollUp::kMin, RollUp::kMean, RollUp::kSame}) {
      if (to_string(known) == word) return known;
    }
    return RollUp::kNone;
  }

  const YamlFile& file_;
  const YAML::Node& node_;
};

}  // namespace

MetricTable load_metric_table(const std::filesystem::path& path) {
  const YamlFile file = load_yaml(path);
  if (!file.root.IsSequence()) refuse(file.name, "must be a list of metrics");
  std::vector<MetricInfo> metrics;
  for (const YAML::Node& node : file.root) metrics.push_back(MetricEntry(file, node).read());
  return MetricTable(std::move(metrics));
}

}  // namespace ncu_regions
