// What a reviewer sees of whole builds: the comment, annotations, and rules that were changed.
#include "harness/core/files.h"
#include "tests/cmake/builds_fixture.h"

namespace ncu_regions {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

constexpr char kNet[] =
    R"(ncu_regions_add_test(NAME n HOST_COMMAND "${resnet}" ${penalty} REGIONS A A::A1 B ${rules}))";
const std::vector<std::string> kPenalty = {"-Dpenalty=ARGS;--penalty;A::A1=10"};

class PullRequest : public Builds {
 protected:
  struct Summarized {
    std::string out, markdown;
  };

  Summarized summarize(const std::vector<std::string>& words) {
    std::vector<std::string> all = {NCU_REGIONS_TEST_CLI, "summarize", "--markdown",
                                    (folder_ / "comment.md").string()};
    all.insert(all.end(), words.begin(), words.end());
    const ProgramResult result = run_program(all);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return {result.out, read_file(folder_ / "comment.md")};
  }

  Summarized summarize_build() { return summarize({"--build", path("head"), "--annotations"}); }

  std::string path(const std::string& below) { return (folder_ / below).string(); }

  ProgramResult ctest_against_base(const std::string& base = "base") {
    return ctest("head", {"-L", "ncu-regions"}, {{}, {{"NCU_REGIONS_BASE", path(base)}}});
  }

  json explained() {
    return json::parse(read_file(folder_ / "head" / "ncu-regions" / "n" / "explain.json"));
  }
};

// Every share of an explanation adds up, kernel by kernel, to the change of the verdicts.
void expect_adds_up(const json& explained, const json& verdicts) {
  for (const json& explanation : explained.at("explanations")) {
    for (const json& share : explanation.at("shares")) {
      double sum = share.at("rest");
      for (const json& kernel : share.at("kernels")) sum += kernel.at("contribution").get<double>();
      EXPECT_EQ(sum, share.at("change").get<double>()) << share.dump(2);
      for (const json& verdict : verdicts.at("verdicts")) {
        const bool is_it = verdict.at("region") == explanation.at("region") &&
                           verdict.at("metric") == share.at("metric");
        if (!is_it) continue;
        EXPECT_EQ(verdict.at("now").get<double>() - verdict.at("baseline").get<double>(), sum);
      }
    }
  }
}

TEST_F(PullRequest, APenaltyIsExplainedByTheKernelsThatAreLaunchedMore) {
  configure("base", kNet);
  configure("head", kNet, kPenalty);

  EXPECT_EQ(ctest_against_base().exit_code, 8);

  const Summarized summary = summarize_build();
  EXPECT_THAT(summary.markdown, AllOf(HasSubstr("❌ ncu-regions: 4 gates regressed in n"),
                                      HasSubstr("side by side with the base build"),
                                      ContainsRegex("`A` › `A::A1` \\| `host__inst_executed.sum`"),
                                      ContainsRegex("`conv3x3` \\| more launches \\| 8 → 16"),
                                      HasSubstr("| **all** |"), Not(HasSubstr("`B` ›"))));
  EXPECT_THAT(summary.out, AllOf(ContainsRegex("::error .*title=ncu-regions%3A n%2C A%3A%3AA1::"),
                                 ContainsRegex("extra launches of conv3x3 .8 → 16 launches"),
                                 Not(ContainsRegex("title=[^:]*n%2C B::"))));
  const json whole = explained();
  ASSERT_EQ(whole.at("explanations").size(), 2u);
  ASSERT_EQ(whole.at("explanations")[1].at("shares").size(), 2u) << "instructions and launches";
  expect_adds_up(whole,
                 json::parse(read_file(folder_ / "head" / "ncu-regions" / "n" / "verdicts.json")));
}

TEST_F(PullRequest, AStoredBaselineKnowsItsKernels) {
  configure("head", kNet);
  ASSERT_EQ(ctest("head").exit_code, 0);
  accept("head", "n");
  configure("head", kNet, kPenalty);

  EXPECT_EQ(ctest("head").exit_code, 8);

  EXPECT_THAT(summarize_build().markdown,
              AllOf(HasSubstr("stored baseline of commit"),
                    ContainsRegex("`conv3x3` \\| more launches \\| 8 → 16")));
  ASSERT_EQ(explained().at("explanations")[1].at("shares").size(), 2u);
  expect_adds_up(explained(),
                 json::parse(read_file(folder_ / "head" / "ncu-regions" / "n" / "verdicts.json")));
}

TEST_F(PullRequest, UnchangedCodeIsOneLineAndAFoldedTable) {
  configure("base", kNet);
  configure("head", kNet);
  ASSERT_EQ(ctest_against_base().exit_code, 0);

  const Summarized summary = summarize_build();

  EXPECT_THAT(summary.markdown, testing::StartsWith("✅ **ncu-regions: all 9 gates passed in n.**"));
  const std::size_t fold = summary.markdown.find("<details>");
  EXPECT_EQ(count(summary.markdown.substr(0, fold), "[^\n]+"), 1u) << summary.markdown;
  EXPECT_THAT(summary.markdown, AllOf(testing::EndsWith("</details>\n"), HasSubstr("| `B` |")));
  EXPECT_THAT(summary.out, Not(HasSubstr("::")));
}

TEST_F(PullRequest, AWorkloadWithoutARunAndOneThatIsGoneAreNotGreen) {
  const std::string two = std::string(kNet) +
                          "\nncu_regions_add_test(NAME other HOST_COMMAND \"${ranges}\" work 1000 "
                          "REGIONS work)";
  configure("base", two +
                        "\nncu_regions_add_test(NAME gone HOST_COMMAND \"${ranges}\" work 1000 "
                        "REGIONS work)");
  configure("head", two);
  ASSERT_EQ(
      ctest("head", {"-R", "\\.n(\\.|$)"}, {{}, {{"NCU_REGIONS_BASE", path("base")}}}).exit_code,
      0);

  summarize({"--build", path("head"), "--pack", path("packed")});

  for (const std::string& markdown :
       {summarize_build().markdown, summarize({path("packed")}).markdown}) {
    EXPECT_THAT(markdown, AllOf(testing::StartsWith("### ❌"), HasSubstr("#### `other`"),
                                HasSubstr("no complete run"), HasSubstr("#### `gone`"),
                                HasSubstr("the base build has this test")));
  }
}

TEST_F(PullRequest, AGateThatOnlyWarnsNowIsTold) {
  write("source/warn.yaml",
        "budgets:\n  - {metric: 'host__*', gate: warn}\n  - {metric: 'region__*', gate: warn}\n");
  configure("base", kNet);
  configure("head", kNet, {kPenalty[0], "-Drules=BUDGETS;" + path("source/warn.yaml")});
  EXPECT_EQ(ctest_against_base().exit_code, 0);

  EXPECT_THAT(summarize_build().markdown,
              AllOf(testing::StartsWith("### ⚠️"), HasSubstr("gate (**lets more pass**)"),
                    HasSubstr("under the rules of the base the check would fail")));
}

constexpr char kLoose[] =
    "budgets:\n"
    "  - {metric: host__inst_executed.sum, allow: 50 %}\n"
    "  - {metric: host__kernel_launches.sum, allow: 1000}\n";

TEST_F(PullRequest, ARaisedBudgetThatHidesARegressionIsTold) {
  write("source/loose.yaml", kLoose);
  configure("base", kNet);
  configure("head", kNet, {kPenalty[0], "-Drules=BUDGETS;" + path("source/loose.yaml")});

  EXPECT_EQ(ctest_against_base().exit_code, 0) << "the new budget lets it pass";

  const Summarized summary = summarize_build();
  EXPECT_THAT(summary.out, ContainsRegex("::warning title=ncu-regions%3A n%2C rules::This change"));
  const std::string& markdown = summary.markdown;
  EXPECT_THAT(markdown,
              AllOf(HasSubstr("This change alters 2 rules that it is judged by; under the rules of "
                              "the base the check would fail"),
                    HasSubstr("budget (**lets more pass**) | `*` | `host__inst_executed.sum` | 0.1 "
                              "% \\| 1000 | 50 % |"),
                    ContainsRegex("`A` › `A::A1` `host__inst_executed.sum` would be .*regressed")));
  // Right under the verdict.
  EXPECT_LT(markdown.find("This change alters"), markdown.find("within budget"));
}

TEST_F(PullRequest, ARaisedBudgetIsToldOfStoredBaselinesToo) {
  configure("base", kNet);
  ASSERT_EQ(ctest("base").exit_code, 0);
  accept("base", "n");
  write("source/loose.yaml", kLoose);
  configure("head", kNet, {kPenalty[0], "-Drules=BUDGETS;" + path("source/loose.yaml")});
  ASSERT_EQ(ctest("head").exit_code, 0);

  const ProgramResult compared = run_program(
      {NCU_REGIONS_TEST_CLI, "compare", path("head/ncu-regions/n"), "--rules-from", path("base")});

  EXPECT_EQ(compared.exit_code, 1) << compared.err;
  EXPECT_THAT(
      compared.out,
      AllOf(HasSubstr("budget (lets more pass)  *  host__inst_executed.sum: 0.1 % | 1000 -> "
                      "50 %"),
            ContainsRegex("under the rules of the base A::A1  host__inst_executed.sum is "
                          "regressed")));
  const Summarized summary =
      summarize({"--build", path("head"), "--rules-from", path("base"), "--pack", path("packed")});
  EXPECT_THAT(summary.markdown, HasSubstr("the check would fail"));
  EXPECT_THAT(summarize({path("packed")}).markdown, HasSubstr("the check would fail"));
}

TEST_F(PullRequest, AFailedMeasurementSaysWhy) {
  configure("head",
            R"(ncu_regions_add_test(NAME n HOST_COMMAND "${ranges}" no_such_mode REGIONS work))");
  EXPECT_EQ(ctest("head").exit_code, 8);

  const ProgramResult none = run_program({NCU_REGIONS_TEST_CLI, "summarize", "--build",
                                          path("head"), "--markdown", path("comment.md")});

  EXPECT_EQ(none.exit_code, 77);
  EXPECT_THAT(read_file(folder_ / "comment.md"),
              AllOf(HasSubstr("❌ ncu-regions: nothing was measured"),
                    HasSubstr("never loaded the NVTX injection library")));
}

TEST_F(PullRequest, RulesOfNoBaseAreRefused) {
  configure("head", kNet);
  ASSERT_EQ(ctest("head").exit_code, 0);
  configure("other", R"(ncu_regions_add_test(NAME x HOST_COMMAND "${ranges}" REGIONS work))");
  const auto refusal = [&](const std::string& base) {
    const ProgramResult result = run_program(
        {NCU_REGIONS_TEST_CLI, "summarize", "--build", path("head"), "--rules-from", path(base)});
    EXPECT_EQ(result.exit_code, 2) << result.out;
    return result.err;
  };

  EXPECT_THAT(refusal("head"), HasSubstr("is the build that was judged"));
  EXPECT_THAT(refusal("other"), HasSubstr("has none of these tests"));
  EXPECT_THAT(refusal("nowhere"), HasSubstr("no build folder with registered tests"));
}

TEST_F(PullRequest, AnUndeclaredRegionAndALimitThatIsGoneAreTold) {
  const std::string limits = "LIMITS;host__inst_executed.sum(B)<=1000000";
  configure("base", kNet, {"-Drules=" + limits});
  const std::string fewer = R"(ncu_regions_add_test(NAME n HOST_COMMAND "${resnet}" REGIONS A B))";
  configure("head", fewer);

  EXPECT_EQ(ctest_against_base().exit_code, 0);

  EXPECT_THAT(
      summarize_build().markdown,
      AllOf(HasSubstr("region (**lets more pass**) | `A::A1` |  | declared | none |"),
            HasSubstr("limit (**lets more pass**) | `B` | `host__inst_executed.sum` | \\<= "
                      "1,000,000 | none |"),
            HasSubstr("acts on the measurement itself"), testing::StartsWith("### ⚠️")));
}

}  // namespace
}  // namespace ncu_regions
