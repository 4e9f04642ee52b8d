#include "harness/render/survey_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class SurveyText : public testing::Test {
 protected:
  SurveyText() {
    workload_.name = "my prog";
    workload_.host_command = {"/build/my prog"};
    workload_.args = {"--x", "a \"b\" $c"};
    workload_.working_directory = "/build";
    tree_.scopes = {{"process 0", 1}};
  }
  void region(const RegionPath& path, std::optional<std::size_t> parent = std::nullopt) {
    Region region;
    region.path = path;
    region.depth = path.labels.size() - 1;
    region.parent = parent;
    region.all.instances = 1;
    region.by_scope = {region.all};
    tree_.regions.push_back(region);
  }
  std::string text() { return survey_text({workload_, tree_, false}); }
  std::string lines(bool is_cuda = false) { return add_test_lines({workload_, tree_, is_cuda}); }

  Workload workload_;
  RegionTree tree_;
};

TEST_F(SurveyText, ARegionIsNamedByItsLabelUnlessThatMeansAnother) {
  region({"", {"A"}});
  region({"", {"A", "A::A1"}}, 0);
  region({"", {"A", "step"}}, 0);
  region({"", {"B"}});
  region({"", {"B", "step"}}, 3);
  region({"", {"C", "B"}}, 3);
  region({"own", {"x"}});

  EXPECT_THAT(declared_names(tree_),
              ElementsAre("A", "A::A1", "A/step", "B", "B/step", "C/B", "x"));
}

TEST_F(SurveyText, ThePastedCallIsQuotedForCMake) {
  region({"", {"${HOME} \\ \"x\""}});

  EXPECT_THAT(lines(), HasSubstr("NAME my_prog\n"));
  EXPECT_THAT(lines(), HasSubstr("HOST_COMMAND \"/build/my prog\"\n"));
  EXPECT_THAT(lines(), HasSubstr("ARGS \"--x\" \"a \\\"b\\\" \\$c\"\n"));
  EXPECT_THAT(lines(), HasSubstr("\"\\${HOME} \\\\\\\\ \\\"x\\\"\""));
}

TEST_F(SurveyText, ACudaProgramIsRegisteredAsOne) {
  region({"", {"A"}});

  EXPECT_THAT(lines(true), HasSubstr("\n  COMMAND \"/build/my prog\""));
}

TEST_F(SurveyText, WhatCMakeCannotCarryIsNamedInAComment) {
  region({"", {"ok"}});
  region({"", {"a;b"}});

  EXPECT_THAT(lines(), HasSubstr("# CMake cannot carry this region: a;b\nncu_regions_add_test("));
  EXPECT_THAT(lines(), HasSubstr("REGIONS\n    \"ok\")\n"));
}

TEST_F(SurveyText, WhatWouldBreakTheListIsNotCarried) {
  for (const char* label : {"x[0", "y]", "ends in \\", "TIMEOUT", "new\nline"})
    region({"", {label}});

  EXPECT_THAT(lines(), HasSubstr("# no region is left"));
  EXPECT_THAT(lines(), Not(HasSubstr("ncu_regions_add_test(")));
}

TEST_F(SurveyText, AnArgumentIsNoGeneratorExpression) {
  workload_.args = {"$<x>"};
  region({"", {"ok"}});

  EXPECT_THAT(lines(), HasSubstr("ARGS \"\\$<1:\\$>\\$<1:<>x>\"\n"));
}

TEST_F(SurveyText, AnOverlapThatFollowsFromAnOuterOneIsNotRepeated) {
  region({"", {"A"}});
  region({"", {"A", "a"}}, 0);
  region({"", {"B"}});
  tree_.overlaps = {{0, 2}, {1, 2}};

  EXPECT_THAT(text(), HasSubstr("  A and B\n"));
  EXPECT_THAT(text(), Not(HasSubstr("A/a and B")));
}

TEST_F(SurveyText, ThousandsOfRegionsStayReadable) {
  for (int i = 0; i < 3000; ++i) region({"", {"r" + std::to_string(i)}});

  EXPECT_THAT(text(), HasSubstr("and 2,500 other regions"));
  EXPECT_THAT(declared_names(tree_), SizeIs(100));
  EXPECT_THAT(lines(), HasSubstr("# the outermost 100 of 3,000 regions"));
}

}  // namespace
}  // namespace ncu_regions
