#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/config/settings.h"
#include "harness/core/files.h"
#include "harness/pipeline/report_set.h"
#include "tests/support/report_fixtures.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

TEST(ReportRules, AreThoseThatFoundSomethingInTheResultsThatWereLookedAt) {
  const TempFolder folder;
  for (const fixture::Fixture& fixture : fixture::all_fixtures()) {
    if (fixture.name != "sections_and_rules") continue;
    write_file(folder / "r.ncu-rep", fixture.bytes());
  }
  const ReportSet reports({{{{"r.ncu-rep", folder / "r.ncu-rep"}}}});
  const MetricTable metrics;
  RegionTree tree = assemble_reports({reports.sources(), {}, metrics, ShownSettings()});

  reports.add_rules(tree);

  ASSERT_EQ(tree.rows_with_rules.size(), 1u);
  ASSERT_TRUE(tree.rules.has_value());
  ASSERT_FALSE(tree.rules->empty());
  for (const RuleHit& hit : *tree.rules) {
    EXPECT_EQ(hit.row, tree.rows_with_rules[0]);
    EXPECT_FALSE(hit.rule.empty());
    EXPECT_FALSE(hit.title.empty());
  }
}

}  // namespace
}  // namespace ncu_regions
