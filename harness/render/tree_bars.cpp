#include "harness/render/tree_bars.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "harness/core/text.h"
#include "harness/render/report_parts.h"
#include "harness/render/table_text.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kBar = 24;  // characters of a whole bar
constexpr std::size_t kMostBarIndent = 20;
constexpr std::size_t kName = 60;
constexpr std::size_t kMostBars = 1'000;

std::optional<double> time_of(const RegionTree& tree, const ScopeValues& values) {
  return total(values, tree.time_metric, true);
}

bool adds_up(const RegionTree& tree) {
  return !tree.is_host() && !tree.is_range() && !tree.is_benchmark();
}

// What a whole bar is: of kernel rows the time of all of them, in the slowest scope.
double whole_of(const RegionTree& tree) {
  double whole = 0;
  if (!adds_up(tree)) {
    for (const Region& region : tree.regions) {
      whole = std::max(whole, time_of(tree, region.all).value_or(0));
    }
    return whole;
  }
  if (!tree.time_column) return 0;
  std::vector<double> by_scope(tree.scopes.size());
  for (const KernelGroup& group : tree.rows.groups) {
    by_scope[group.scope] += group.values[*tree.time_column].sum().value();
  }
  for (const double time : by_scope) whole = std::max(whole, time);
  return whole;
}

std::string bar_of(double share) {
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<std::size_t>(
      std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(kBar * 8)));
  std::string bar;
  for (std::size_t i = 0; i < eighths / 8; ++i) bar += "█";
  bar += kEighths[eighths % 8];
  const std::size_t width = eighths / 8 + (eighths % 8 > 0 ? 1 : 0);
  return bar + std::string(kBar - width, ' ');
}

struct Line {
  std::string name, time, share, bar, kernels;
};

class Lines {
 public:
  Lines(const RegionTree& tree, bool with_colours)
      : tree_(tree), with_colours_(with_colours), whole_(whole_of(tree)) {}

  void add(const std::string& name, const ScopeValues& values, const Region* region) {
    Line line;
    line.name = name;
    line.time = time_cell(tree_, values);
    line.kernels = grouped(static_cast<double>(values.kernels));
    const auto time = time_of(tree_, values);
    if (time && whole_ > 0) {
      char share[32];
      std::snprintf(share, sizeof(share), "%.1f %%", *time / whole_ * 100);
      line.share = share;
      line.bar = bar_of(*time / whole_);
    } else {
      line.bar = std::string(kBar, ' ');
    }
    if (region != nullptr && region->unfiltered && region->unfiltered->kernels != values.kernels) {
      line.kernels += " of " + grouped(static_cast<double>(region->unfiltered->kernels));
    }
    lines_.push_back(std::move(line));
  }

  std::string str() const {
    std::size_t name = 6;
    std::size_t time = 7;
    std::size_t kernels = 7;
    for (const Line& line : lines_) {
      name = std::max(name, width_of(line.name));
      time = std::max(time, line.time.size());
      kernels = std::max(kernels, line.kernels.size());
    }
    const auto left = [](const std::string& text, std::size_t width) {
      return text + std::string(width - std::min(width, width_of(text)), ' ');
    };
    const auto right = [](const std::string& text, std::size_t width) {
      return std::string(width - std::min(width, width_of(text)), ' ') + text;
    };
    std::string text = left("region", name) + "  " + left("share of time", kBar) + "  " +
                       right("", 7) + "  " + right("time ms", time) + "  " +
                       right("kernels", kernels) + "\n";
    for (const Line& line : lines_) {
      text += left(line.name, name) + "  " + coloured(line.bar) + "  " + right(line.share, 7) +
              "  " + right(line.time, time) + "  " + right(line.kernels, kernels) + "\n";
    }
    return text;
  }

 private:
  std::string coloured(const std::string& bar) const {
    return with_colours_ ? "\x1b[32m" + bar + "\x1b[0m" : bar;
  }

  const RegionTree& tree_;
  bool with_colours_;
  double whole_;
  std::vector<Line> lines_;
};

std::string tree_name(const Region& region) {
  const std::string deep =
      region.depth > kMostBarIndent ? "(level " + std::to_string(region.depth + 1) + ") " : "";
  const std::string name =
      region.depth == 0 ? display_form(region.path) : region.path.labels.back();
  return std::string(std::min(region.depth, kMostBarIndent) * 2, ' ') + deep +
         short_name(printable(name), kName);
}

}  // namespace

std::string tree_bars(const RegionTree& tree, bool with_colours) {
  Lines lines(tree, with_colours);
  const std::vector<std::size_t> shown = regions_to_show(tree, kMostBars);
  for (const std::size_t i : shown)
    lines.add(tree_name(tree.regions[i]), tree.regions[i].all, &tree.regions[i]);
  if (tree.outside.all.kernels > 0) lines.add("(outside)", tree.outside.all, nullptr);
  if (tree.unlabeled.all.kernels > 0) lines.add("(unlabeled)", tree.unlabeled.all, nullptr);
  std::string text = lines.str();
  if (shown.size() < tree.regions.size()) {
    text += "the " + grouped(static_cast<double>(shown.size())) + " of " +
            grouped(static_cast<double>(tree.regions.size())) + " regions that took longest\n";
  }
  return text +
         (adds_up(tree)
              ? "time: sum of the kernels' times, each measured alone; share: of all of it\n"
          : tree.is_benchmark()
              ? "time: real time per iteration, by Google Benchmark; share: of the longest one's\n"
          : tree.is_host()
              ? "time: wall time on the CPU; share: of the longest region's\n"
              : "time: elapsed time of the replayed range; share: of the longest region's\n");
}

}  // namespace ncu_regions
