// The same comparison with every ncu that is installed: the corpus, its own samples, our fixtures.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "harness/core/files.h"
#include "tests/reports/pages.h"
#include "tests/support/ncu_pages.h"
#include "tests/support/real_ncu.h"
#include "tests/support/report_fixtures.h"
#include "tests/support/require.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

#define NCU_REGIONS_NEED_NCU()                               \
  NCU_REGIONS_SKIP_WITHOUT("ncu", !installed_ncus().empty(), \
                           "neither in build/deps/ncu nor on PATH; ci/test puts it there")

// The raw page in base units, or nothing when this ncu cannot open the report.
std::optional<NcuPage> raw_page(const RealNcu& ncu, const fs::path& report) {
  std::vector<std::string> options = {"--csv", "--page", "raw", "--print-units", "base"};
  if (ncu.release() >= 20242) options.insert(options.end(), {"--rename-kernels", "off"});
  const ProgramResult printed = ncu.import(report, options);
  const std::size_t header = printed.out.find("\"ID\",");
  if (printed.exit_code != 0 || header == std::string::npos) return std::nullopt;
  return NcuPage{printed.out.substr(header), ncu.release(), true, false};
}

struct Tally {
  std::size_t reports = 0, refused = 0, metric_cells = 0, overflows = 0;
};

void compare(const RealNcu& ncu, const fs::path& report, Tally& tally) {
  const std::optional<NcuPage> page = raw_page(ncu, report);
  if (!page) {
    ++tally.refused;
    return;
  }
  const PageComparison one = compare_pages(csv_page_of(report), *page);
  ++tally.reports;
  tally.metric_cells += one.metric_cells;
  tally.overflows += one.ncu_overflows;
  for (std::size_t i = 0; i < std::min<std::size_t>(one.differences.size(), 5); ++i) {
    ADD_FAILURE() << "ncu " << ncu.version << ", " << report.filename() << ": "
                  << one.differences[i] << " (1 of " << one.differences.size() << ")";
  }
}

void print(const RealNcu& ncu, const Tally& tally) {
  std::cout << "ncu " << ncu.version << ": " << tally.reports << " reports, " << tally.metric_cells
            << " metric cells, " << tally.overflows << " overflows of ncu's, " << tally.refused
            << " reports that it cannot open\n";
}

TEST(RealNcu, PrintsTheCorpusAsWeDo) {
  NCU_REGIONS_NEED_NCU();
  NCU_REGIONS_SKIP_WITHOUT("corpus", fs::exists(corpus_folder()), "the corpus is not there");
  for (const RealNcu& ncu : installed_ncus()) {
    Tally tally;
    for (const fs::path& report : corpus_reports()) compare(ncu, report, tally);
    print(ncu, tally);
    // 2022.3 cannot open what 2023.2 and later wrote with rules; all crash on the one of 2019.
    EXPECT_EQ(tally.refused, ncu.release() < 20232 ? 9u : 1u);
  }
}

TEST(RealNcu, PrintsItsSampleReportsAsWeDo) {
  NCU_REGIONS_NEED_NCU();
  std::size_t all = 0;
  for (const RealNcu& ncu : installed_ncus()) {
    Tally tally;
    const std::vector<fs::path> samples = sample_reports(ncu);
    all += samples.size();
    for (const fs::path& report : samples) compare(ncu, report, tally);
    print(ncu, tally);
    EXPECT_EQ(tally.refused, 0u);
    EXPECT_EQ(tally.reports, samples.size());
  }
  if (all == 0) GTEST_SKIP() << "no samples: the installed ncu came without its sample reports";
}

TEST(RealNcu, ImportsEveryFixtureAndPrintsWhatWeRead) {
  NCU_REGIONS_NEED_NCU();
  const TempFolder folder;
  for (const fixture::Fixture& fixture : fixture::all_fixtures()) {
    const fs::path report = folder / (fixture.name + ".ncu-rep");
    write_file(report, fixture.bytes());
    for (const RealNcu& ncu : installed_ncus()) {
      SCOPED_TRACE(fixture.name + ", ncu " + ncu.version);
      if (ncu.release() < fixture.since) continue;
      const std::optional<NcuPage> page = raw_page(ncu, report);
      ASSERT_TRUE(page.has_value());
      if (fixture.breaks_csv) continue;
      const PageComparison one = compare_pages(csv_page_of(report), *page);
      EXPECT_EQ(one.differences, std::vector<std::string>());
      EXPECT_GT(one.metric_cells, 0u);
    }
  }
}

// What a CSV page can tell of a result.
std::vector<std::string> identities(ReportFile& file) {
  std::vector<std::string> texts;
  file.read({}, [&](const ReportResult& result) {
    std::string text = std::to_string(result.process.pid.value_or(0)) + " ";
    text += std::string(to_string(result.kind)) + " " + std::string(result.name);
    for (const NvtxStack& stack : result.nvtx ? result.nvtx->stacks : std::vector<NvtxStack>()) {
      if (stack.thread != result.thread) continue;
      text += " | " + std::string(stack.domain) + "@";
      for (const NvtxRange& range : stack.ranges) {
        text += "/" + std::string(range.name) + "{" + range.payload + "}";
      }
    }
    for (const NvtxStartEnd& open :
         result.nvtx ? result.nvtx->start_end : std::vector<NvtxStartEnd>()) {
      text += " | " + std::string(open.domain) + "@startend:" + std::string(open.range.name);
    }
    texts.push_back(text);
  });
  std::ranges::sort(texts);
  return texts;
}

TEST(RealNcu, WritesPagesFromWhichWeReadTheSameRegions) {
  NCU_REGIONS_NEED_NCU();
  const TempFolder folder;
  for (const fixture::Fixture& fixture : fixture::all_fixtures()) {
    const fs::path report = folder / (fixture.name + ".ncu-rep");
    write_file(report, fixture.bytes());
    std::vector<std::string> expected = identities(*open_report(report));
    // A page does not tell what a command list is: it has a grid, like a kernel.
    for (std::string& text : expected) {
      const std::size_t at = text.find(" cmdlist ");
      if (at != std::string::npos) text.replace(at, 9, " kernel ");
    }
    for (const RealNcu& ncu : installed_ncus()) {
      if (ncu.release() < fixture.since) continue;
      SCOPED_TRACE(fixture.name + ", ncu " + ncu.version);
      const std::optional<NcuPage> page = raw_page(ncu, report);
      ASSERT_TRUE(page.has_value());
      EXPECT_EQ(identities(*open_report_bytes(page->text, "page")), expected);
    }
  }
}

}  // namespace
}  // namespace ncu_regions
