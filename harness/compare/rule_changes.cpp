#include "harness/compare/rule_changes.h"

#include <algorithm>
#include <set>

#include "harness/compare/evaluation.h"
#include "harness/config/gate_rules.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

std::string number_or_none(const std::optional<double>& value) {
  return value ? grouped(*value) : "";
}

// fail is the strictest.
bool is_weaker(Gate now, Gate before) { return static_cast<int>(now) > static_cast<int>(before); }

class Changes {
 public:
  Changes(const RuleSet& before, const RuleSet& now) : before_(before), now_(now) {}

  std::vector<RuleChange> run() {
    compare_regions();
    if (before_.preset != now_.preset) add("preset", "", "", before_.preset, now_.preset, false);
    for (const std::string& metric : all_metrics()) compare_metric(metric);
    compare_flags();
    compare_waivers();
    compare_baselines();
    compare_settings();
    std::ranges::stable_sort(out_, std::ranges::greater(), &RuleChange::loosens);
    return std::move(out_);
  }

 private:
  void add(const std::string& what, const std::string& region, const std::string& metric,
           const std::string& before, const std::string& now, bool loosens) {
    out_.push_back({what, region, metric, before, now, loosens});
  }

  static bool has(std::span<const std::string> list, const std::string& item) {
    return std::ranges::find(list, item) != list.end();
  }

  void compare_regions() {
    for (const std::string& region : before_.regions) {
      if (!has(now_.regions, region)) add("region", region, "", "declared", "", true);
    }
    for (const std::string& region : now_.regions) {
      if (!has(before_.regions, region)) add("region", region, "", "", "declared", false);
    }
  }

  std::vector<std::string> all_metrics() const {
    std::vector<std::string> metrics = now_.settings.metrics;
    for (const std::string& metric : before_.settings.metrics) {
      if (!has(metrics, metric)) metrics.push_back(metric);
    }
    return metrics;
  }

  void compare_metric(const std::string& metric) {
    const bool was = has(before_.settings.metrics, metric);
    const bool is = has(now_.settings.metrics, metric);
    if (was != is) add("metric", "", metric, was ? "measured" : "", is ? "measured" : "", was);
    if (!was || !is) return;
    compare_facts(metric);
    // The same everywhere is said once.
    std::vector<RuleChange> each;
    std::size_t regions = 0;
    for (const std::string& region : now_.regions) {
      if (!has(before_.regions, region)) continue;
      ++regions;
      for (RuleChange& change : gate_changes(region, metric)) each.push_back(std::move(change));
    }
    add_once(each, regions);
  }

  void add_once(const std::vector<RuleChange>& each, std::size_t regions) {
    for (const RuleChange& change : each) {
      const auto is_same = [&](const RuleChange& other) {
        return other.what == change.what && other.before == change.before &&
               other.now == change.now;
      };
      const auto count = static_cast<std::size_t>(std::ranges::count_if(each, is_same));
      const bool is_everywhere = regions > 1 && count == regions;
      if (!is_everywhere) {
        out_.push_back(change);
      } else if (&*std::ranges::find_if(each, is_same) == &change) {
        out_.push_back(change);
        out_.back().region = "*";
      }
    }
  }

  // What conf/metrics.yaml knows of it, beside its budget.
  void compare_facts(const std::string& metric) {
    const auto facts = [&](const Settings& settings) {
      const MetricInfo& info = settings.metric_table.rule_of(metric);
      return "unit " + (info.unit.empty() ? "by name" : info.unit) + ", roll-up " +
             std::string(to_string(info.roll_up)) + " and " + std::string(to_string(info.across)) +
             (info.deterministic ? ", exact" : ", varies") + ", family " + info.family;
    };
    const std::string before = facts(before_.settings);
    const std::string now = facts(now_.settings);
    if (before != now) add("metric", "", metric, before, now, false);
  }

  static std::vector<RuleChange> changes_between(const GateRule& before, const GateRule& now,
                                                 const std::string& region,
                                                 const std::string& metric) {
    std::vector<RuleChange> out;
    const auto add = [&](const std::string& what, std::string a, std::string b, bool loosens) {
      if (a != b) out.push_back({what, region, metric, std::move(a), std::move(b), loosens});
    };
    // The larger part counts: either may let something pass that did not before.
    const bool is_larger =
        now.allow.relative > before.allow.relative || now.allow.absolute > before.allow.absolute;
    add("budget", to_string(before.allow), to_string(now.allow), is_larger);
    add("gate", std::string(to_string(before.gate)), std::string(to_string(now.gate)),
        is_weaker(now.gate, before.gate));
    add("direction", std::string(to_string(before.worse)), std::string(to_string(now.worse)),
        now.worse != Direction::kBoth);
    const bool is_higher = before.max && (!now.max || *now.max > *before.max);
    add("limit", before.max ? "<= " + number_or_none(before.max) : "",
        now.max ? "<= " + number_or_none(now.max) : "", is_higher);
    const bool is_lower = before.min && (!now.min || *now.min < *before.min);
    add("limit", before.min ? ">= " + number_or_none(before.min) : "",
        now.min ? ">= " + number_or_none(now.min) : "", is_lower);
    return out;
  }

  // As it is judged: a label alone means the region that has it.
  static RegionPath path_of(const RuleSet& rules, const std::string& region) {
    const RegionPath* found = find_region(rules.opened, region);
    return found != nullptr ? *found : parse_written_form(region);
  }

  std::vector<RuleChange> gate_changes(const std::string& region, const std::string& metric) const {
    return changes_between(
        gate_rule(before_.settings, path_of(before_, region), metric, before_.clocks_locked),
        gate_rule(now_.settings, path_of(now_, region), metric, now_.clocks_locked), region,
        metric);
  }

  // What decides whether a missing or foreign baseline, or a machine without a GPU, is a failure.
  void compare_flags() {
    const auto flag = [&](const char* name, bool before, bool now, bool is_stricter) {
      if (before == now) return;
      add("setting", "", name, before ? "set" : "", now ? "set" : "", now != is_stricter);
    };
    flag("REQUIRE_BASELINE", before_.require_baseline, now_.require_baseline, true);
    flag("ALLOW_INCOMPARABLE", before_.allow_incomparable, now_.allow_incomparable, false);
    flag("REQUIRE_GPU", before_.require_gpu, now_.require_gpu, true);
  }

  void compare_waivers() {
    const auto key = [](const Waiver& waiver) {
      return std::tuple(waiver.metric, waiver.region, waiver.reason, waiver.author, waiver.issue);
    };
    const auto in_words = [](const Waiver& waiver) {
      return "until " + waiver.until + ", " + waiver.author + ": " + waiver.reason;
    };
    for (const Waiver& waiver : now_.settings.waivers) {
      const auto old = std::ranges::find(before_.settings.waivers, key(waiver), key);
      const bool was = old != before_.settings.waivers.end();
      if (was && old->until == waiver.until) continue;
      add("waiver", waiver.region, waiver.metric, was ? in_words(*old) : "", in_words(waiver),
          !was || waiver.until > old->until);
    }
    for (const Waiver& waiver : before_.settings.waivers) {
      const auto& all = now_.settings.waivers;
      if (std::ranges::find(all, key(waiver), key) != all.end()) continue;
      add("waiver", waiver.region, waiver.metric, in_words(waiver), "", false);
    }
  }

  static std::string level(const StoredValue* value) {
    if (value == nullptr) return "";
    const std::vector<double> samples = value->all_samples();
    return grouped(median(samples)) + " " + value->unit +
           (samples.size() > 1 ? " (" + counted(samples.size(), "sample") + ")" : "");
  }

  // A level that moved the worse way lets pass what would have been a regression.
  bool is_looser(const StoredValue* before, const StoredValue* now) const {
    if (before == nullptr) return false;
    if (now == nullptr) return true;
    const Direction worse = gate_rule(now_.settings, now->region, now->metric).worse;
    const double change = median(now->all_samples()) - median(before->all_samples());
    return worse == Direction::kBoth ? change != 0
           : worse == Direction::kUp ? change > 0
                                     : change < 0;
  }

  void compare_level(const StoredValue* before, const StoredValue* now) {
    const StoredValue& any = *(now != nullptr ? now : before);
    const bool is_same = before != nullptr && now != nullptr &&
                         before->all_samples() == now->all_samples() && before->unit == now->unit;
    if (is_same) return;
    add("baseline", written_form(any.region), any.metric, level(before), level(now),
        is_looser(before, now));
  }

  void compare_baselines() {
    static const Baseline kNone;
    const Baseline& before = before_.baseline != nullptr ? *before_.baseline : kNone;
    const Baseline& now = now_.baseline != nullptr ? *now_.baseline : kNone;
    for (const StoredValue& value : now.values) {
      compare_level(before.find(value.region, value.metric), &value);
    }
    for (const StoredValue& value : before.values) {
      if (now.find(value.region, value.metric) == nullptr) compare_level(&value, nullptr);
    }
  }

  // Everything else that the layers of settings say; what is above is said there.
  void compare_settings() {
    static const std::set<std::string> kSaid = {"metrics", "budgets", "limits", "waivers"};
    std::set<std::string> keys;
    for (const auto* values : {&before_.settings.values, &now_.settings.values}) {
      for (const auto& [key, value] : *values) keys.insert(key);
    }
    const auto value_of = [](const Settings& settings, const std::string& key) {
      const auto found = settings.values.find(key);
      return found == settings.values.end() ? "" : found->second;
    };
    for (const std::string& key : keys) {
      const std::string before = value_of(before_.settings, key);
      const std::string now = value_of(now_.settings, key);
      if (before != now && !kSaid.contains(key)) add("setting", "", key, before, now, false);
    }
  }

  const RuleSet& before_;
  const RuleSet& now_;
  std::vector<RuleChange> out_;
};

}  // namespace

bool acts_on_measurement(const RuleChange& change) {
  const bool is_gone = !change.before.empty() && change.now.empty();
  if (change.what == "region") return is_gone;
  if (change.what == "metric") return true;
  if (change.what != "setting") return false;
  static constexpr std::string_view kKeys[] = {"ncu_cli.",  "host.",  "device",   "launcher",
                                               "workload.", "census", "fallback", "aggregate"};
  return std::ranges::any_of(kKeys,
                             [&](std::string_view key) { return change.metric.starts_with(key); });
}

std::vector<RuleChange> rule_changes(const RuleSet& before, const RuleSet& now) {
  return Changes(before, now).run();
}

}  // namespace ncu_regions
