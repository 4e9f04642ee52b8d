// Does it add up? For each domain's push/pop tree, from the finished regions on the one hand and
// from the rows themselves on the other.
#include <algorithm>
#include <set>

#include "harness/regions/report_notes.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostDomains = 32;  // each takes a pass over all rows

class DomainSums {
 public:
  DomainSums(const RegionTree& tree, const std::string& domain) : tree_(tree) {
    out_.domain = domain;
    in_domain_.resize(tree.regions.size());
    for (std::size_t i = 0; i < tree.regions.size(); ++i) {
      const RegionPath& path = tree.regions[i].path;
      in_domain_[i] = path.domain == domain && !path.start_end;
    }
    add_inside();
    add_rows();
  }

  DomainSum take() { return std::move(out_); }

 private:
  void add_inside() {
    std::map<std::string, ExactSum> sums;
    for (std::size_t i = 0; i < tree_.regions.size(); ++i) {
      if (!in_domain_[i]) continue;
      for (const auto& scope : tree_.regions[i].by_scope) {
        if (!scope) continue;
        out_.kernels_inside += scope->kernels_directly;
        for (const auto& [metric, totals] : scope->metrics) add(sums[metric], totals);
      }
    }
    for (auto& [metric, sum] : sums) inside_[metric] = sum.value();
  }

  static void add(ExactSum& sum, const Totals& totals) {
    if (totals.exclusive_whole) {
      sum.add(*totals.exclusive_whole);
    } else if (totals.exclusive) {
      sum.add(*totals.exclusive);
    }
  }

  // Nothing: this row does not count. Else whether it is in the tree.
  std::optional<bool> is_inside(const KernelGroup& group) const {
    for (const Standing& standing : group.in) {
      if (!in_domain_[standing.region]) continue;
      return standing.selected ? std::optional(true) : std::nullopt;
    }
    return group.selected ? std::optional(false) : std::nullopt;
  }

  void add_rows() {
    std::set<std::size_t> additive;
    if (tree_.time_column) additive.insert(*tree_.time_column);
    for (const ShownMetric& metric : tree_.shown) {
      if (metric.column && metric.roll_up == RollUp::kSum) additive.insert(*metric.column);
    }
    const std::vector<std::size_t> columns(additive.begin(), additive.end());
    std::vector<ExactSum> all(columns.size());
    std::vector<ExactSum> outside(columns.size());
    for (const KernelRow& row : tree_.rows.rows) {
      const auto inside = is_inside(tree_.rows.groups[row.group]);
      if (!inside) continue;
      if (!*inside) out_.kernels_outside += row.launches;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const Cell& cell = tree_.rows.cell(row, columns[i]);
        add(cell, all[i]);
        if (!*inside) add(cell, outside[i]);
      }
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string& name = tree_.rows.columns[columns[i]];
      out_.metrics[name] = {inside_[name], outside[i].value(), all[i].value()};
    }
  }

  static void add(const Cell& cell, ExactSum& sum) {
    if (const auto* whole = std::get_if<std::uint64_t>(&cell)) {
      sum.add(*whole);
    } else if (const auto number = number_of(cell)) {
      sum.add(*number);
    }
  }

  const RegionTree& tree_;
  DomainSum out_;
  std::vector<bool> in_domain_;
  std::map<std::string, double> inside_;
};

}  // namespace

void add_domain_sums(RegionTree& tree) {
  if (tree.is_range()) return;  // values of ranges are never added
  std::set<std::string> domains;
  for (const Region& region : tree.regions) {
    if (!region.path.start_end) domains.insert(region.path.domain);
  }
  for (const std::string& domain : domains) {
    if (tree.domains.size() == kMostDomains) break;
    tree.domains.push_back(DomainSums(tree, domain).take());
  }
}

}  // namespace ncu_regions
