#include "harness/regions/roofline.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace ncu_regions {
namespace {

constexpr double kNanosecond = 1e-9;
constexpr double kLeast = 1e-30;  // operations per byte: below it there are none
constexpr char kSmspClock[] = "smsp__cycles_elapsed.avg.per_second";
constexpr char kSmClock[] = "sm__cycles_elapsed.avg.per_second";
constexpr char kDramRate[] = "dram__bytes.sum.per_second";
constexpr char kDramPeak[] = "dram__bytes.sum.peak_sustained";
constexpr char kDramClock[] = "dram__cycles_elapsed.avg.per_second";
constexpr Precision kPrecisions[] = {Precision::kSingle, Precision::kDouble};

// "fadd": additions in single precision.
std::string letter(Precision precision) { return precision == Precision::kSingle ? "f" : "d"; }

std::string rate_metric(Precision precision, const char* operation) {
  return "smsp__sass_thread_inst_executed_op_" + letter(precision) + operation +
         "_pred_on.sum.per_cycle_elapsed";
}

std::string peak_metric(Precision precision) {
  return "sm__sass_thread_inst_executed_op_" + letter(precision) + "fma_pred_on.sum.peak_sustained";
}

// No GPU does or moves as much: such a value is damaged, and products of it may be infinite.
std::optional<double> sensible(double value) {
  constexpr double kTooMuch = 1e30;
  return value >= 0 && value < kTooMuch ? std::optional(value) : std::nullopt;
}

// The values of rows by name; each name is looked up once.
class RooflineValues {
 public:
  explicit RooflineValues(const RegionTree& tree) : tree_(tree) {
    for (const std::string& name : roofline_metrics()) {
      const auto found = std::ranges::find(tree.rows.columns, name);
      if (found == tree.rows.columns.end()) continue;
      columns_[name] = static_cast<std::size_t>(found - tree.rows.columns.begin());
    }
  }

  std::optional<double> at(const KernelRow& row, const std::string& metric) const {
    const auto column = columns_.find(metric);
    if (column == columns_.end()) return std::nullopt;
    return number_of(tree_.rows.cell(row, column->second));
  }

  std::optional<double> seconds(const KernelRow& row) const {
    if (!tree_.time_column) return std::nullopt;
    const auto time = number_of(tree_.rows.cell(row, *tree_.time_column));
    return time ? std::optional(*time * kNanosecond) : std::nullopt;
  }

  // The product, where all are there.
  std::optional<double> product(const KernelRow& row, const std::string& a,
                                const std::string& b) const {
    const auto first = at(row, a);
    const auto second = at(row, b);
    return first && second ? sensible(*first * *second) : std::nullopt;
  }

  // A fused operation is two.
  std::optional<double> flop_per_second(const KernelRow& row, Precision precision) const {
    const auto add = at(row, rate_metric(precision, "add"));
    const auto multiply = at(row, rate_metric(precision, "mul"));
    const auto fused = at(row, rate_metric(precision, "fma"));
    const auto clock = at(row, kSmspClock);
    if (!add || !multiply || !fused || !clock) return std::nullopt;
    return sensible((*add + *multiply + 2 * *fused) * *clock);
  }

 private:
  const RegionTree& tree_;
  std::map<std::string, std::size_t> columns_;
};

// What the launches of a kernel did in all.
struct Work {
  std::array<double, std::size(kPrecisions)> flop{};
  double bytes = 0, seconds = 0;
  std::uint64_t launches = 0;
};

class RooflineMaker {
 public:
  explicit RooflineMaker(const RegionTree& tree) : tree_(tree), values_(tree) {}

  void add(const std::string& name, std::span<const std::size_t> groups) {
    Work work;
    for (const std::size_t group : groups) {
      for (const std::size_t row : tree_.rows.rows_of[group]) add_row(work, tree_.rows.rows[row]);
    }
    if (work.launches == 0 || work.bytes <= 0 || work.seconds <= 0) return;
    for (const Precision precision : kPrecisions) add_point(name, precision, work);
  }

  Roofline finish() {
    std::ranges::stable_sort(out_.points, std::ranges::greater(), &RooflinePoint::seconds);
    for (const Precision precision : kPrecisions) add_roof(precision);
    if (out_.roofs.empty() || out_.bytes_per_second <= 0) return {};
    return std::move(out_);
  }

 private:
  void add_row(Work& work, const KernelRow& row) {
    const auto rate = values_.at(row, kDramRate);
    const auto seconds = values_.seconds(row);
    const auto single = values_.flop_per_second(row, Precision::kSingle);
    if (!rate || !sensible(*rate) || !seconds || !sensible(*seconds) || !single) return;
    work.flop[0] += *single * *seconds;
    work.flop[1] += values_.flop_per_second(row, Precision::kDouble).value_or(0) * *seconds;
    work.bytes += *rate * *seconds;
    work.seconds += *seconds;
    work.launches += row.launches;
    raise(out_.bytes_per_second, values_.product(row, kDramPeak, kDramClock));
    for (const Precision precision : kPrecisions) {
      const auto peak = values_.product(row, peak_metric(precision), kSmClock);
      if (peak) raise(peaks_[static_cast<std::size_t>(precision)], 2 * *peak);
    }
  }

  static void raise(double& most, const std::optional<double>& value) {
    if (value) most = std::max(most, *value);
  }

  void add_point(const std::string& name, Precision precision, const Work& work) {
    const double flop = work.flop.at(static_cast<std::size_t>(precision));
    const bool is_there = flop > 0 && sensible(flop / work.bytes) && sensible(flop / work.seconds);
    if (!is_there || flop / work.bytes < kLeast) return;
    out_.points.push_back(
        {name, precision, flop / work.bytes, flop / work.seconds, work.seconds, work.launches});
  }

  void add_roof(Precision precision) {
    const double peak = peaks_.at(static_cast<std::size_t>(precision));
    const bool has_points =
        std::ranges::find(out_.points, precision, &RooflinePoint::precision) != out_.points.end();
    if (has_points && peak > 0) out_.roofs.push_back({precision, peak});
  }

  const RegionTree& tree_;
  RooflineValues values_;
  std::array<double, std::size(kPrecisions)> peaks_{};
  Roofline out_;
};

}  // namespace

std::vector<std::string> roofline_metrics() {
  std::vector<std::string> names = {kSmspClock, kSmClock, kDramRate, kDramPeak, kDramClock};
  for (const Precision precision : kPrecisions) {
    for (const char* operation : {"add", "mul", "fma"}) {
      names.push_back(rate_metric(precision, operation));
    }
    names.push_back(peak_metric(precision));
  }
  return names;
}

Roofline roofline_of(const RegionTree& tree, std::size_t region,
                     std::span<const KernelStats> kernels) {
  if (tree.is_host() || tree.rows.groups.empty()) return {};
  RooflineMaker maker(tree);
  if (!tree.is_range()) {
    for (const KernelStats& stats : kernels) {
      maker.add(tree.rows.kernels[stats.kernel].name, stats.groups);
    }
    return maker.finish();
  }
  std::vector<std::size_t> ranges;
  for (const std::size_t group : tree.rows.groups_in[region]) {
    if (tree.rows.kernels[tree.rows.groups[group].kernel].is_range()) ranges.push_back(group);
  }
  maker.add("", ranges);
  return maker.finish();
}

}  // namespace ncu_regions
