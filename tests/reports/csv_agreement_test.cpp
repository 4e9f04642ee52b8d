// The CSV reader against the report reader: the same reports, as ncu exported them and as they are
// stored, agree within the precision that the page was printed with.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include "harness/artifacts/report_file.h"
#include "harness/core/unit.h"
#include "tests/reports/pages.h"
#include "tests/support/csv_cells.h"
#include "tests/support/real_ncu.h"
#include "tests/support/require.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// A result that outlives its reading.
struct Kept {
  std::string name, process, nvtx;
  ReportResultKind kind = ReportResultKind::kKernel;
  std::optional<Dim3> grid, block;
  std::optional<std::uint64_t> pid, device, context, stream;
  std::string capability;
  std::map<std::string, std::optional<double>> numbers;             // nothing: no number
  std::map<std::string, std::vector<std::string>> metric_of_label;  // "Section: Label"
};

std::string nvtx_text(const ReportResult& result) {
  std::string text;
  if (!result.nvtx) return text;
  for (const NvtxStack& stack : result.nvtx->stacks) {
    text += std::string(stack.domain) + "@";
    for (const NvtxRange& range : stack.ranges) text += "/" + std::string(range.name);
  }
  return text;
}

std::vector<Kept> read_all(ReportFile& file) {
  std::vector<Kept> results;
  Selection selection;
  selection.sections = true;
  file.read(selection, [&](const ReportResult& result) {
    Kept& kept = results.emplace_back();
    kept.name = result.name;
    kept.process = result.process.name();
    kept.nvtx = nvtx_text(result);
    kept.kind = result.kind;
    kept.grid = result.grid;
    kept.block = result.block;
    kept.pid = result.process.pid;
    kept.device = result.device;
    kept.context = result.context;
    kept.stream = result.stream;
    kept.capability = result.compute_capability;
    for (const ReportMetric& metric : result.metrics) {
      kept.numbers[std::string(file.names()[metric.name])] = number_of(metric.value);
    }
    for (const ReportSection& section : result.sections) {
      for (const SectionMetric& metric : section.metrics) {
        kept.metric_of_label[std::string(section.name) + ": " + std::string(metric.label)]
            .emplace_back(metric.metric);
      }
    }
  });
  return results;
}

// How far a printed value may be from the stored one, by metric of the page.
using Precisions = std::map<std::string, double>;

Precisions raw_precisions(const std::vector<CsvRow>& rows, bool base) {
  Precisions precisions;
  for (std::size_t i = 0; i < rows[0].size(); ++i) {
    const std::string& unit = rows[1][i];
    const double step = base || unit.empty() ? 0.005 : 0.5e-6;
    precisions[rows[0][i]] = step * scale_of_unit(unit).factor;
  }
  return precisions;
}

Precisions details_precisions(const std::vector<CsvRow>& rows) {
  Precisions precisions;
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::ranges::find(rows[0], name) - rows[0].begin());
  };
  const std::size_t section = column("Section Name"), name = column("Metric Name"),
                    unit = column("Metric Unit");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].size() <= unit) continue;
    const bool is_id = rows[i][name].find("__") != std::string::npos;
    const std::string key = is_id ? rows[i][name] : rows[i][section] + ": " + rows[i][name];
    precisions[key] = std::max(precisions[key], 0.005 * scale_of_unit(rows[i][unit]).factor);
  }
  return precisions;
}

struct Tally {
  std::size_t pages = 0, values = 0, identities = 0;
  std::size_t lost = 0;  // numbers that the page shows as NaN
};

void compare_identity(const Kept& csv, const Kept& report, int release, Tally& tally) {
  ++tally.identities;
  if (release < 20242) {  // later ones simplify names
    EXPECT_EQ(csv.name, report.name);
  }
  EXPECT_EQ(csv.kind, report.kind);
  EXPECT_EQ(csv.pid, report.pid);
  EXPECT_EQ(csv.process, report.process);
  EXPECT_EQ(csv.context, report.context);
  EXPECT_EQ(csv.stream, report.stream);
  EXPECT_EQ(csv.nvtx, report.nvtx);
  if (release < 20231) return;  // its pages do not show the rest
  EXPECT_TRUE(csv.grid == report.grid);
  EXPECT_TRUE(csv.block == report.block);
  EXPECT_EQ(csv.device, report.device);
  EXPECT_EQ(csv.capability, report.capability);
}

// The stored values that a name of the page may stand for.
std::vector<std::optional<double>> stored_values(const std::string& name, const Kept& report) {
  if (const auto found = report.numbers.find(name); found != report.numbers.end()) {
    return {found->second};
  }
  std::vector<std::optional<double>> values;
  const auto labels = report.metric_of_label.find(name);
  if (labels == report.metric_of_label.end()) return values;
  for (const std::string& metric : labels->second) {
    if (const auto found = report.numbers.find(metric); found != report.numbers.end()) {
      values.push_back(found->second);
    }
  }
  return values;
}

void compare_values(const Kept& csv, const Kept& report, const Precisions& precisions,
                    Tally& tally) {
  for (const auto& [name, value] : csv.numbers) {
    const std::vector<std::optional<double>> stored = stored_values(name, report);
    if (stored.empty() && !value) continue;  // "n/a": a section asks for what was not collected
    if (stored.empty()) {
      ADD_FAILURE() << name << " is not in the report";
      continue;
    }
    ++tally.values;
    if (!value && stored[0]) {
      ++tally.lost;
      continue;
    }
    const double precision = precisions.at(name) * 1.001;
    const auto agrees = [precision, page = value](const std::optional<double>& other) {
      if (!page || !other) return !other;  // what is stored as NaN, a page may show as 0
      return std::abs(*page - *other) <= precision + 1e-12 * std::abs(*other);
    };
    EXPECT_TRUE(std::ranges::any_of(stored, agrees))
        << name << ": page " << value.value_or(NAN) << ", report " << stored[0].value_or(NAN);
  }
}

void compare(const fs::path& report, const fs::path& page, int release, Tally& tally) {
  SCOPED_TRACE(page.string());
  const std::string text = unpacked(page);
  if (text.find("\"ID\",") == std::string::npos) return;  // this ncu could not open it
  const std::vector<Kept> stored = read_all(*open_report(report));
  const std::vector<Kept> printed = read_all(*open_report_bytes(text, page.string()));
  const bool is_details = page.string().find(".details.") != std::string::npos;
  const bool is_base = page.string().find(".raw-base.") != std::string::npos;
  const std::vector<CsvRow> rows = csv_rows(text);
  const Precisions precisions =
      is_details ? details_precisions(rows) : raw_precisions(rows, is_base);
  ASSERT_EQ(printed.size(), stored.size());
  ++tally.pages;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    compare_identity(printed[i], stored[i], release, tally);
    compare_values(printed[i], stored[i], precisions, tally);
  }
}

TEST(CsvAgreement, EveryPageOfTheCorpusAgreesWithItsReport) {
  const fs::path golden = corpus_folder() / "golden";
  NCU_REGIONS_SKIP_WITHOUT("corpus", fs::exists(golden), golden.string() + " is not there");
  Tally tally;
  for (const auto& [version, release] :
       {std::pair{"2022.3.0.22", 20223}, {"2024.1.1.4", 20241}, {"2024.2.0.16", 20242}}) {
    for (const fs::path& report : corpus_reports()) {
      for (const char* page : {"raw", "raw-base", "details"}) {
        const fs::path file = golden / version / (report.stem().string() + "." + page + ".csv.gz");
        if (fs::exists(file)) compare(report, file, release, tally);
      }
    }
  }
  std::cout << tally.pages << " pages, " << tally.identities << " results, " << tally.values
            << " values, " << tally.lost << " of them lost on the page\n";
  // ncu derives the scale of a column from its largest value; of an infinite one comes NaN.
  EXPECT_EQ(tally.lost, 6u);
  EXPECT_EQ(tally.pages, 8u + 5 * 16u);
}

// Column by column. One that is empty in all rows (metrics with instances only) is not there again.
void expect_same_cells(const std::vector<CsvRow>& first, const std::vector<CsvRow>& second) {
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first[0].size(); ++i) {
    const auto found = std::ranges::find(second[0], first[0][i]);
    const auto at = static_cast<std::size_t>(found - second[0].begin());
    for (std::size_t row = 2; row < first.size(); ++row) {
      EXPECT_EQ(first[row][i], found == second[0].end() ? "" : second[row][at]) << first[0][i];
    }
  }
}

TEST(CsvAgreement, OurOwnPagesOfTheCorpusReadBackAsTheyAre) {
  NCU_REGIONS_SKIP_WITHOUT("corpus", fs::exists(corpus_folder()), "the corpus is not there");
  for (const fs::path& report : corpus_reports()) {
    const std::string page = csv_page_of(report);
    expect_same_cells(csv_rows(page), csv_rows(csv_page_of(*open_report_bytes(page, "page"))));
  }
}

}  // namespace
}  // namespace ncu_regions
