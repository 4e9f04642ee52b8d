#include "harness/regions/report_regions.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/regions/depth_first.h"
#include "harness/regions/kernel_filter.h"
#include "harness/regions/report_notes.h"
#include "harness/regions/report_values.h"
#include "harness/regions/row_collector.h"
#include "harness/regions/shown_choice.h"

namespace ncu_regions {
namespace {

// Paths are kept in full: without a limit they would take memory by the square of the depth.
constexpr std::size_t kMostLabels = 1'000'000;
constexpr std::size_t kMostValues = 5'000'000;

// ncu says on its command line how it replayed; else the results tell.
CaptureKind kind_of(const AssemblyRequest& request, bool has_ranges) {
  for (const ReportSource& source : request.sources) {
    const std::string_view mode = replay_mode_of(source.file->facts());
    if (has_ranges && mode == "app-range") return CaptureKind::kAppRange;
    if (!has_ranges && mode == "application") return CaptureKind::kApplication;
  }
  return has_ranges ? CaptureKind::kRange : CaptureKind::kKernel;
}

class ReportAssembly {
 public:
  explicit ReportAssembly(const AssemblyRequest& request)
      : request_(request), filter_(request.shown.kernels) {
    const ShownChoice choice(request);
    collected_ = RowCollector().collect(request, choice.selection());
    tree_.kind = kind_of(request, collected_.has_ranges);
    tree_.has_instances = collected_.has_ranges;
    tree_.scopes = collected_.scopes;
    tree_.shown = choice.shown(collected_.rows.columns, collected_.units);
    choose_time();
    add_regions();
    place_groups();
    tree_.rows = std::move(collected_.rows);
    index_groups(tree_);
    require_room();
    add_values_to_groups(tree_);
    add_values_to_regions(tree_, !filter_.is_empty());
    add_domain_sums(tree_);
    find_declared();
    tree_.notes = choice.notes();
    tree_.notes.insert(tree_.notes.end(), collected_.notes.begin(), collected_.notes.end());
    add_notes();
  }

  RegionTree take() { return std::move(tree_); }

 private:
  void choose_time() {
    for (const std::string& name : time_names()) {
      const auto found = std::ranges::find(collected_.rows.columns, name);
      if (found == collected_.rows.columns.end()) continue;
      const auto column = static_cast<std::size_t>(found - collected_.rows.columns.begin());
      if (collected_.units[column] != "ns") continue;
      tree_.time_metric = name;
      tree_.time_column = column;
      return;
    }
  }

  void add_regions() {
    const auto& nodes = collected_.placements.nodes();
    std::size_t labels = 0;
    for (const RegionNode& node : nodes) labels += node.depth + 1;
    if (labels > kMostLabels) {
      throw Error(ErrorKind::kMeasurement,
                  grouped(static_cast<double>(nodes.size())) +
                      " regions, nested so deep that their names cannot be kept: is a pop missing "
                      "in a loop?");
    }
    std::vector<std::optional<std::size_t>> parents;
    parents.reserve(nodes.size());
    for (const RegionNode& node : nodes) parents.push_back(node.parent);
    number_of_ = depth_first_numbers(parents);
    tree_.regions.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      Region& region = tree_.regions[number_of_[i]];
      region.path = collected_.placements.path(i);
      region.depth = nodes[i].depth;
      if (nodes[i].parent) region.parent = number_of_[*nodes[i].parent];
    }
    set_ends(tree_);
    rules_.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Region& region = tree_.regions[i];
      rules_[i] = filter_.rule_of(region.path, region.parent ? rules_[*region.parent] : 0);
    }
  }

  // What is gathered takes about 200 bytes for each metric of each region and scope.
  void require_room() const {
    const std::size_t places =
        tree_.rows.groups.size() + tree_.regions.size() * (tree_.scopes.size() + 2);
    if (places * (tree_.shown.size() + 1) <= kMostValues) return;
    throw Error(ErrorKind::kUsage,
                grouped(static_cast<double>(tree_.shown.size())) + " metrics of " +
                    grouped(static_cast<double>(tree_.regions.size())) + " regions and " +
                    grouped(static_cast<double>(tree_.scopes.size())) +
                    " scopes are more than can be kept; choose fewer metrics");
  }

  void place_groups() {
    for (std::size_t i = 0; i < collected_.rows.groups.size(); ++i) {
      KernelGroup& group = collected_.rows.groups[i];
      if (!group.recorded) group.recorded = collected_.is_recorded[collected_.source_of[i]];
      group.selected = selects(0, group);
      const Placement& placement = collected_.placements.at(collected_.placement_of[i]);
      for (const std::size_t node : placement.nodes) {
        const std::size_t region = number_of_[node];
        group.in.push_back({region, selects(rules_[region], group)});
      }
    }
  }

  bool selects(std::size_t rule, const KernelGroup& group) {
    const Kernel& kernel = collected_.rows.kernels[group.kernel];
    if (kernel.is_range() || filter_.is_empty()) return true;
    return filter_.selects(rule, {kernel.name, kernel.demangled, kernel.mangled, kernel.function});
  }

  void find_declared() {
    const std::vector<RegionPath> paths = tree_.paths();
    for (const std::string& text : request_.declared) {
      const RegionPath* path = find_region(paths, text);
      const Region* region = path == nullptr ? nullptr : tree_.find(*path);
      if (region == nullptr || !was_measured(*region)) tree_.missing.push_back(text);
    }
  }

  bool was_measured(const Region& region) const {
    return tree_.is_range() ? region.all.instances > 0 : region.all.kernels > 0 || hidden(region);
  }

  static bool hidden(const Region& region) {
    return region.unfiltered && region.unfiltered->kernels > 0;
  }

  void add_notes() {
    std::vector<std::string> known;
    for (const ReportSource& source : request_.sources) {
      known.insert(known.end(), source.file->names().begin(), source.file->names().end());
    }
    const NoteFacts facts{collected_.placements.open_elsewhere(),
                          number_of_,
                          collected_.not_profiled,
                          collected_.ambiguous_ranges,
                          collected_.has_kernels,
                          request_.declared,
                          known,
                          !filter_.is_empty()};
    for (std::string& note : notes_of_reports(tree_, facts)) tree_.notes.push_back(std::move(note));
    for (std::string& note : filter_.notes()) tree_.notes.push_back(std::move(note));
    for (const ReportSource& source : request_.sources) {
      for (const std::string& warning : source.file->warnings()) {
        tree_.notes.push_back(source.file->name() + ": " + warning);
      }
    }
  }

  const AssemblyRequest& request_;
  KernelFilter filter_;
  CollectedRows collected_;
  RegionTree tree_;
  std::vector<std::size_t> number_of_;  // node -> region
  std::vector<std::size_t> rules_;      // by region: of the kernel selection
};

}  // namespace

RegionTree assemble_reports(const AssemblyRequest& request) {
  return ReportAssembly(request).take();
}

std::vector<std::optional<std::uint64_t>> ranks_in_names(const std::vector<std::string>& names) {
  std::vector<std::optional<std::uint64_t>> none(names.size());
  if (names.size() < 2) return none;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t prefix = 0;
  std::size_t suffix = 0;
  const auto all_have = [&](auto character) {
    return std::ranges::all_of(names, [&](const std::string& name) {
      return character(name) == character(names.front()) && character(name) >= 0;
    });
  };
  while (
      all_have([&](const std::string& name) { return prefix < name.size() ? name[prefix] : -1; })) {
    ++prefix;
  }
  while (all_have([&](const std::string& name) {
    return suffix < name.size() ? name[name.size() - 1 - suffix] : -1;
  })) {
    ++suffix;
  }
  // Numbers are whole: 10 and 11 differ in one digit and are ten and eleven.
  while (prefix > 0 && is_digit(names.front()[prefix - 1])) --prefix;
  while (suffix > 0 && is_digit(names.front()[names.front().size() - suffix])) --suffix;
  std::vector<std::optional<std::uint64_t>> ranks;
  for (const std::string& name : names) {
    if (prefix + suffix >= name.size()) return none;
    const std::string number = name.substr(prefix, name.size() - prefix - suffix);
    if (number.size() > 9 || !std::ranges::all_of(number, is_digit)) return none;
    if (std::ranges::find(ranks, std::stoull(number)) != ranks.end()) return none;
    ranks.emplace_back(std::stoull(number));
  }
  return ranks;
}

}  // namespace ncu_regions
