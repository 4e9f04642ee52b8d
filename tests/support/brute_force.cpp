#include "tests/support/brute_force.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "harness/config/settings.h"
#include "harness/regions/report_regions.h"

namespace ncu_regions {
namespace {

__extension__ using Whole = __int128;

struct HandSum {
  Whole whole = 0;
  long double rest = 0;
  bool is_whole = true;

  void add(const MetricValue& value) {
    const auto* integer = std::get_if<std::uint64_t>(&value);
    const std::optional<double> number = number_of(value);
    if (integer != nullptr) {
      whole += *integer;
    } else if (number && *number == std::trunc(*number) && std::abs(*number) < 9e15) {
      whole += static_cast<Whole>(*number);
    } else if (number) {
      rest += *number;
      is_whole = false;
    }
  }
  double value() const { return static_cast<double>(static_cast<long double>(whole) + rest); }
};

using Sums = std::map<std::string, HandSum>;              // by metric
using ScopeId = std::pair<std::uint64_t, std::uint64_t>;  // process, device

struct Hand {
  std::map<ScopeId, std::map<RegionPath, Sums>> inclusive, exclusive;
  std::map<ScopeId, std::map<std::string, Sums>> outside;  // of each domain's push/pop tree
  std::map<ScopeId, Sums> all;
  std::set<std::string> domains;
};

std::string domain_of(std::string_view stored) {
  return stored == kDefaultNvtxDomain ? "" : std::string(stored);
}

void add_to(Sums& sums, const ReportResult& result, const ReportFile& file) {
  for (const ReportMetric& metric : result.metrics) {
    sums[std::string(file.names()[metric.name])].add(metric.value);
  }
}

// Every region that the result is in, and the ones it is directly in.
void standings(const ReportResult& result, std::set<RegionPath>& in, std::set<RegionPath>& directly,
               std::set<std::string>& domains) {
  if (!result.nvtx) return;
  for (const NvtxStack& stack : result.nvtx->stacks) {
    if (!is_launching(stack, result) || stack.ranges.empty()) continue;
    RegionPath path{domain_of(stack.domain), {}};
    for (const NvtxRange& range : stack.ranges) {
      path.labels.emplace_back(range.name);
      in.insert(path);
    }
    directly.insert(path);
    domains.insert(path.domain);
  }
  for (const NvtxStartEnd& open : result.nvtx->start_end) {
    in.insert({domain_of(open.domain), {std::string(open.range.name)}, true});
  }
}

Hand count_by_hand(ReportFile& file) {
  Hand hand;
  const auto each = [&](auto use) {
    file.read({}, [&](const ReportResult& result) {
      const ScopeId scope{result.process.pid.value_or(0), result.device.value_or(999)};
      std::set<RegionPath> in;
      std::set<RegionPath> directly;
      std::set<std::string> domains;
      standings(result, in, directly, domains);
      use(result, scope, in, directly, domains);
    });
  };
  each(
      [&](const ReportResult&, const ScopeId&, auto&, auto&, const std::set<std::string>& domains) {
        hand.domains.insert(domains.begin(), domains.end());
      });
  each([&](const ReportResult& result, const ScopeId& scope, const std::set<RegionPath>& in,
           const std::set<RegionPath>& directly, const std::set<std::string>& domains) {
    add_to(hand.all[scope], result, file);
    for (const RegionPath& path : in) add_to(hand.inclusive[scope][path], result, file);
    for (const RegionPath& path : directly) add_to(hand.exclusive[scope][path], result, file);
    for (const std::string& domain : hand.domains) {
      if (!domains.contains(domain)) add_to(hand.outside[scope][domain], result, file);
    }
  });
  return hand;
}

class Comparison {
 public:
  Comparison(const RegionTree& tree, Hand hand) : tree_(tree), hand_(std::move(hand)) {}

  BruteForceCount run() {
    for (std::size_t s = 0; s < tree_.scopes.size(); ++s) {
      const ScopeId scope{tree_.scopes[s].pid, tree_.scopes[s].device.value_or(999)};
      for (const ShownMetric& metric : tree_.shown) {
        if (metric.roll_up != RollUp::kSum) continue;
        compare_regions(s, scope, metric.name);
        compare_parents(s, metric.name);
        for (const std::string& domain : hand_.domains)
          compare_domain(s, scope, domain, metric.name);
      }
      for (const auto& [path, sums] : hand_.inclusive[scope]) {
        EXPECT_NE(tree_.find(path), nullptr) << written_form(path);
      }
    }
    count_.regions = tree_.regions.size();
    return count_;
  }

 private:
  const HandSum& of(const std::map<RegionPath, Sums>& sums, const RegionPath& path,
                    const std::string& metric) const {
    static const HandSum kNothing;
    const auto region = sums.find(path);
    if (region == sums.end()) return kNothing;
    const auto found = region->second.find(metric);
    return found == region->second.end() ? kNothing : found->second;
  }

  void expect_equal(const HandSum& expected, std::optional<double> value,
                    std::optional<std::uint64_t> whole, const std::string& what) {
    ++count_.values;
    const double by_hand = expected.value();
    if (!value) {
      EXPECT_EQ(by_hand, 0) << what << ": nothing";
    } else if (expected.is_whole && expected.whole < (static_cast<Whole>(1) << 64)) {
      EXPECT_EQ(whole.value_or(static_cast<std::uint64_t>(*value)),
                static_cast<std::uint64_t>(expected.whole))
          << what;
      EXPECT_EQ(*value, by_hand) << what;
    } else {
      EXPECT_LE(std::abs(*value - by_hand), 1e-12 * std::abs(by_hand)) << what;
    }
  }

  void compare_regions(std::size_t s, const ScopeId& scope, const std::string& metric) {
    for (const Region& region : tree_.regions) {
      const std::string what =
          metric + " of " + written_form(region.path) + " in " + tree_.scopes[s].name;
      const HandSum& inclusive = of(hand_.inclusive[scope], region.path, metric);
      const HandSum& exclusive = of(hand_.exclusive[scope], region.path, metric);
      if (!region.by_scope[s]) {
        EXPECT_EQ(inclusive.value(), 0) << what;
        continue;
      }
      const Totals& totals = region.by_scope[s]->metrics.at(metric);
      expect_equal(inclusive, totals.inclusive, totals.inclusive_whole, what);
      if (region.path.start_end) {
        EXPECT_FALSE(totals.exclusive) << what;
        ++count_.start_end;
      } else {
        expect_equal(exclusive, totals.exclusive, totals.exclusive_whole, what + ", directly");
      }
    }
  }

  // Inclusive is exclusive and the children's inclusive.
  void compare_parents(std::size_t s, const std::string& metric) {
    std::vector<ExactSum> sums(tree_.regions.size());
    std::vector<bool> is_whole(tree_.regions.size(), true);
    const auto add = [&](std::size_t into, std::optional<double> value,
                         std::optional<std::uint64_t> whole) {
      if (whole) {
        sums[into].add(*whole);
      } else if (value) {
        sums[into].add(*value);
        is_whole[into] = false;
      }
    };
    for (std::size_t i = 0; i < tree_.regions.size(); ++i) {
      const Region& region = tree_.regions[i];
      if (!region.by_scope[s] || region.path.start_end) continue;
      const Totals& totals = region.by_scope[s]->metrics.at(metric);
      add(i, totals.exclusive, totals.exclusive_whole);
      if (region.parent) add(*region.parent, totals.inclusive, totals.inclusive_whole);
    }
    for (std::size_t i = 0; i < tree_.regions.size(); ++i) {
      const Region& region = tree_.regions[i];
      if (!region.by_scope[s] || region.path.start_end) continue;
      const Totals& totals = region.by_scope[s]->metrics.at(metric);
      if (!totals.inclusive) continue;
      ++count_.sums;
      const double sum = sums[i].value();
      const double tolerance = is_whole[i] ? 0 : 1e-12 * std::abs(*totals.inclusive);
      EXPECT_LE(std::abs(sum - *totals.inclusive), tolerance)
          << metric << " of " << written_form(region.path);
    }
  }

  // Sum of the exclusive values and what is outside that tree: all there is.
  void compare_domain(std::size_t s, const ScopeId& scope, const std::string& domain,
                      const std::string& metric) {
    ExactSum sum;
    bool is_whole = true;
    for (const Region& region : tree_.regions) {
      if (!region.by_scope[s] || region.path.start_end || region.path.domain != domain) continue;
      const Totals& totals = region.by_scope[s]->metrics.at(metric);
      if (totals.exclusive_whole) {
        sum.add(*totals.exclusive_whole);
      } else if (totals.exclusive) {
        sum.add(*totals.exclusive);
        is_whole = false;
      }
    }
    const HandSum& outside = hand_.outside[scope][domain][metric];
    const HandSum& all = hand_.all[scope][metric];
    ++count_.sums;
    if (is_whole && outside.is_whole && all.is_whole && sum.whole()) {
      EXPECT_EQ(static_cast<std::uint64_t>(outside.whole + *sum.whole()),
                static_cast<std::uint64_t>(all.whole))
          << metric << " in domain '" << domain << "'";
      return;
    }
    EXPECT_LE(std::abs(sum.value() + outside.value() - all.value()), 1e-12 * std::abs(all.value()))
        << metric << " in domain '" << domain << "'";
  }

  const RegionTree& tree_;
  Hand hand_;
  BruteForceCount count_;
};

}  // namespace

BruteForceCount expect_regions_add_up(ReportFile& file, const MetricTable& table) {
  ShownSettings shown;
  shown.metrics = {"*"};
  const RegionTree tree = assemble_reports({{{&file, std::nullopt}}, {}, table, shown});
  for (const DomainSum& domain : tree.domains) {
    for (const auto& [metric, sums] : domain.metrics) {
      EXPECT_LE(std::abs(sums.inside + sums.outside - sums.all), 1e-12 * std::abs(sums.all))
          << metric;
    }
  }
  return Comparison(tree, count_by_hand(file)).run();
}

const MetricTable& real_metric_table() {
  static const MetricTable kTable = default_settings().metric_table;
  return kTable;
}

}  // namespace ncu_regions
