// Results below their regions, with the chosen metrics, for people.
#include <algorithm>

#include "harness/core/text.h"
#include "harness/regions/result_tree.h"
#include "harness/render/results.h"
#include "harness/render/results_choice.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr char kNoValue[] = "-";

// A result as far as the table needs it. Values are put into columns when those are known.
struct Kept {
  ResultRow row;
  bool is_kernel = true;
  std::map<std::uint32_t, std::string> texts;       // by name
  std::map<std::uint32_t, double> values;           // by name
  std::vector<std::optional<double>> numbers = {};  // by column
};

// In full near the top; further down what stands above says the rest.
std::string name_of(const ResultTree& tree, std::size_t node) {
  constexpr std::size_t kDeep = 16;
  const RegionNode& region = tree.regions.nodes()[node];
  return printable(region.depth < kDeep ? display_form(tree.regions.path(node)) : region.label);
}

struct Sum {
  double value = 0;
  std::uint64_t kernels = 0;
  std::uint64_t measured = 0;  // of the kernels
  void operator+=(const Sum& other) {
    value += other.value;
    kernels += other.kernels;
    measured += other.measured;
  }
};

class TableBuilder {
 public:
  explicit TableBuilder(ReportFile& file) : file_(file) {}

  ResultTable build(const std::vector<std::string>& metrics) {
    Selection selection;
    selection.all_metrics = false;
    selection.metrics = metrics.empty() ? usual_metrics() : metrics;
    ResultTreeBuilder tree;
    OutlineBuilder outline;
    file_.read(selection, [&](const ReportResult& result) {
      outline.add(result);
      tree.add(result);
      keep(result);
    });
    table_.outline = outline.finish(file_);
    MetricChoice choice = choose_metrics(file_, table_.outline, metrics);
    chosen_ = std::move(choice.metrics);
    table_.missing = std::move(choice.missing);
    for (const ChosenMetric& metric : chosen_) table_.metrics.push_back(metric.name);
    if (chosen_.empty() && metrics.empty()) {
      table_.notes.emplace_back(
          "none of the usual metrics is in it; --metrics '*' shows all of them");
    }
    for (Kept& kept : results_) put_into_columns(kept);
    add_tree(tree.take());
    return std::move(table_);
  }

 private:
  void keep(const ReportResult& result) {
    Kept& kept = results_.emplace_back();
    kept.is_kernel = result.kind == ReportResultKind::kKernel;
    kept.row.id = std::to_string(result.id);
    kept.row.name = printable(result.name);
    kept.row.grid = dim_text(result.grid);
    kept.row.block = dim_text(result.block);
    for (const ReportMetric& metric : result.metrics) {
      if (const std::optional<double> number = number_of(metric.value)) {
        kept.values[metric.name] = *number;
      } else if (const auto* text = std::get_if<std::string_view>(&metric.value)) {
        kept.texts[metric.name] = printable(*text);
      }
    }
  }

  void put_into_columns(Kept& kept) {
    kept.row.values.assign(chosen_.size(), kNoValue);
    kept.numbers.resize(chosen_.size());
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      if (!chosen_[i].index) continue;
      if (const auto value = kept.values.find(*chosen_[i].index); value != kept.values.end()) {
        kept.numbers[i] = value->second;
        kept.row.values[i] = number_text(value->second, chosen_[i].unit);
      } else if (const auto text = kept.texts.find(*chosen_[i].index); text != kept.texts.end()) {
        kept.row.values[i] = text->second;
      }
    }
  }

  void add_tree(const ResultTree& tree) {
    const auto& nodes = tree.regions.nodes();
    const bool has_tree = !nodes.empty();
    std::vector<std::vector<std::size_t>> children(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].parent) children[*nodes[i].parent].push_back(i);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (!nodes[i].parent) add_region(tree, children, i);
    }
    if (!tree.outside.empty() && has_tree) add_group("(outside)", tree.outside);
    if (!has_tree) add_results(tree.outside, 0);
    add_results(tree.unlabeled, 0);
    if (!tree.unlabeled.empty()) {
      table_.notes.emplace_back(
          "the file carries no NVTX information: its results are (unlabeled)");
    } else if (!has_tree) {
      table_.notes.emplace_back(
          "NVTX was recorded, and no range was open at any launch: all results are (outside)");
    }
  }

  // Depth first without recursion: a file may nest ranges as deep as it likes.
  void add_region(const ResultTree& tree, const std::vector<std::vector<std::size_t>>& children,
                  std::size_t root) {
    std::vector<std::size_t> todo = {root};
    std::vector<std::pair<std::size_t, std::size_t>> rows;  // node, its row
    while (!todo.empty()) {
      const std::size_t at = todo.back();
      todo.pop_back();
      const RegionNode& node = tree.regions.nodes()[at];
      rows.emplace_back(at, table_.rows.size());
      table_.rows.push_back({"", node.depth, name_of(tree, at), "", "", {}});
      add_results(tree.results[at], node.depth + 1);
      todo.insert(todo.end(), children[at].rbegin(), children[at].rend());
    }
    add_sums(tree, rows);
  }

  // Children come after their parents: going backwards, each is complete when it is added.
  void add_sums(const ResultTree& tree,
                const std::vector<std::pair<std::size_t, std::size_t>>& rows) {
    std::map<std::size_t, std::vector<Sum>> below;
    for (std::size_t i = rows.size(); i-- > 0;) {
      const auto [at, row] = rows[i];
      const RegionNode& node = tree.regions.nodes()[at];
      std::vector<Sum> sums = std::move(below[at]);
      below.erase(at);
      sums.resize(chosen_.size());
      add(tree.results[at], sums);
      table_.rows[row].values = texts_of(sums);
      if (!node.parent) continue;
      std::vector<Sum>& up = below[*node.parent];
      up.resize(chosen_.size());
      for (std::size_t j = 0; j < sums.size(); ++j) up[j] += sums[j];
    }
  }

  void add(const std::vector<std::uint64_t>& ids, std::vector<Sum>& sums) const {
    for (const std::uint64_t id : ids) {
      if (!results_[id].is_kernel) continue;
      for (std::size_t i = 0; i < sums.size(); ++i) {
        const std::optional<double>& number = results_[id].numbers[i];
        sums[i] += {number.value_or(0), 1, number ? 1u : 0u};
      }
    }
  }

  std::vector<std::string> texts_of(const std::vector<Sum>& sums) const {
    std::vector<std::string> texts(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (!chosen_[i].adds_up || sums[i].measured == 0) continue;
      texts[i] = number_text(sums[i].value, chosen_[i].unit);
      if (sums[i].measured == sums[i].kernels) continue;
      texts[i] +=
          " (" + std::to_string(sums[i].measured) + " of " + std::to_string(sums[i].kernels) + ")";
    }
    return texts;
  }

  void add_group(const char* name, const std::vector<std::uint64_t>& ids) {
    std::vector<Sum> sums(chosen_.size());
    add(ids, sums);
    table_.rows.push_back({"", 0, name, "", "", texts_of(sums)});
    add_results(ids, 1);
  }

  void add_results(const std::vector<std::uint64_t>& ids, std::size_t depth) {
    for (const std::uint64_t id : ids) {
      table_.rows.push_back(results_[id].row);
      table_.rows.back().depth = depth;
    }
  }

  ReportFile& file_;
  ResultTable table_;
  std::vector<ChosenMetric> chosen_;
  std::vector<Kept> results_;
};

}  // namespace

ResultTable result_table(ReportFile& file, const std::vector<std::string>& metrics) {
  return TableBuilder(file).build(metrics);
}

}  // namespace ncu_regions
