// GoogleTest: matchers on the report of a run, for tests of your own.
//
//   const ncu_regions::Report report = ncu_regions::load_report("build/ncu-regions/my_solver");
//   EXPECT_THAT(report, ncu_regions::RegionWithinBudget("step::solve"));
//
// A matcher that meets a report, or a gate, that could not be judged on this machine (no GPU and no
// host build, no baseline yet) ends the test as skipped, with the reason: neither green nor red.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ncu_regions/report.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ncu_regions {

// For messages of GoogleTest.
inline void PrintTo(const Report& report, std::ostream* out) {
  *out << "the report in " << report.folder.string() << " (" << report.summary << ")";
}

namespace gtest_detail {

// Marks the running test as skipped and leaves it; the exception is the one that GoogleTest takes
// for "was reported already". Without exceptions the test goes on, and what the matcher was asked
// holds.
inline bool skip_test(const std::string& why) {
  [&] { GTEST_SKIP() << why; }();
#if GTEST_HAS_EXCEPTIONS
#ifdef GTEST_FLAG_GET
  const bool is_caught = GTEST_FLAG_GET(catch_exceptions);
#else
  const bool is_caught = ::testing::GTEST_FLAG(catch_exceptions);
#endif
  if (is_caught) {
    throw ::testing::AssertionException(::testing::TestPartResult(::testing::TestPartResult::kSkip,
                                                                  __FILE__, __LINE__, why.c_str()));
  }
#endif
  return true;
}

// Exit code of a verdict that could not be reached on this machine.
inline constexpr int kNotJudged = 77;

inline std::string sentence(const ReportVerdict& verdict) {
  return verdict.word + ": " + verdict.metric + ": " + verdict.reason;
}

// Why the region says nothing here: this machine cannot measure, or its work was not done (a test
// case that skipped itself). Of one metric, or of all.
inline std::string why_unmeasured(const Report& report, const std::string& region,
                                  const std::string& metric = "") {
  if (!report.is_measured) return "cannot measure here: " + report.why_not;
  for (const ReportVerdict& verdict : report.verdicts) {
    const bool is_meant = verdict.declared == region || verdict.path == region;
    const bool is_unmeasured = verdict.exit_code == kNotJudged && verdict.word == "not_measured";
    if (!is_meant || !is_unmeasured || (!metric.empty() && verdict.metric != metric)) continue;
    return sentence(verdict);
  }
  return "";
}

class WithinBudget {
 public:
  using is_gtest_matcher = void;
  explicit WithinBudget(std::string region) : region_(std::move(region)) {}

  bool MatchAndExplain(const Report& report, ::testing::MatchResultListener* listener) const {
    if (!report.is_measured) return skip_test(why_unmeasured(report, region_));
    std::string unjudged, failed;
    for (const ReportVerdict* verdict : report.verdicts_of(region_)) {
      if (verdict->exit_code == 0) continue;
      (verdict->exit_code == kNotJudged ? unjudged : failed) += "\n  " + sentence(*verdict);
    }
    if (!failed.empty()) *listener << "region '" << region_ << "':" << failed;
    if (failed.empty() && !unjudged.empty())
      return skip_test("region '" + region_ + "':" + unjudged);
    return failed.empty();
  }
  void DescribeTo(std::ostream* out) const { *out << "keeps the budgets of '" << region_ << "'"; }
  void DescribeNegationTo(std::ostream* out) const {
    *out << "does not keep the budgets of '" << region_ << "'";
  }

 private:
  std::string region_;
};

class MetricOf {
 public:
  using is_gtest_matcher = void;
  MetricOf(std::string region, std::string metric, ::testing::Matcher<double> value)
      : region_(std::move(region)), metric_(std::move(metric)), value_(std::move(value)) {}

  bool MatchAndExplain(const Report& report, ::testing::MatchResultListener* listener) const {
    const std::string unmeasured = why_unmeasured(report, region_, metric_);
    if (!unmeasured.empty()) return skip_test(unmeasured);
    const ReportRegion& region = report.at(region_);
    const auto found = region.metrics.find(metric_);
    if (found == region.metrics.end()) {
      *listener << "'" << region_ << "' has no value of " << metric_ << "; it has";
      for (const auto& [name, value] : region.metrics) *listener << " " << name;
      return false;
    }
    *listener << metric_ << " of '" << region_ << "' is " << found->second << " ";
    return value_.MatchAndExplain(found->second, listener);
  }
  void DescribeTo(std::ostream* out) const {
    *out << metric_ << " of '" << region_ << "' ";
    value_.DescribeTo(out);
  }
  void DescribeNegationTo(std::ostream* out) const {
    *out << metric_ << " of '" << region_ << "' ";
    value_.DescribeNegationTo(out);
  }

 private:
  std::string region_, metric_;
  ::testing::Matcher<double> value_;
};

class KernelsOf {
 public:
  using is_gtest_matcher = void;
  using Names = std::vector<std::string>;
  KernelsOf(std::string region, ::testing::Matcher<const Names&> names)
      : region_(std::move(region)), names_(std::move(names)) {}

  bool MatchAndExplain(const Report& report, ::testing::MatchResultListener* listener) const {
    const std::string unmeasured = why_unmeasured(report, region_);
    if (!unmeasured.empty()) return skip_test(unmeasured);
    Names names;
    for (const ReportKernel& kernel : report.at(region_).kernels) names.push_back(kernel.name);
    std::sort(names.begin(), names.end());
    *listener << "kernels of '" << region_ << "': " << ::testing::PrintToString(names) << " ";
    return names_.MatchAndExplain(names, listener);
  }
  void DescribeTo(std::ostream* out) const {
    *out << "the kernels of '" << region_ << "' are such that it ";
    names_.DescribeTo(out);
  }
  void DescribeNegationTo(std::ostream* out) const {
    *out << "the kernels of '" << region_ << "' are such that it ";
    names_.DescribeNegationTo(out);
  }

 private:
  std::string region_;
  ::testing::Matcher<const Names&> names_;
};

class NothingOutside {
 public:
  using is_gtest_matcher = void;
  bool MatchAndExplain(const Report& report, ::testing::MatchResultListener* listener) const {
    if (!report.is_measured) return skip_test("cannot measure here: " + report.why_not);
    for (const ReportKernel& kernel : report.outside) {
      *listener << "\n  " << kernel.name << ": " << kernel.launches << " launches in no region";
    }
    return report.outside.empty();
  }
  void DescribeTo(std::ostream* out) const { *out << "has every kernel in a region"; }
  void DescribeNegationTo(std::ostream* out) const { *out << "has kernels in no region"; }
};

}  // namespace gtest_detail

// Every gate of the region was kept: budgets and limits, as its ctest judges them. A region of
// which nothing is gated does not match.
inline ::testing::Matcher<const Report&> RegionWithinBudget(std::string region) {
  return gtest_detail::WithinBudget(std::move(region));
}

// The metric of all that is inside the region, in its base unit (ns, byte), matches. One that was
// not measured does not.
inline ::testing::Matcher<const Report&> RegionMetric(std::string region, std::string metric,
                                                      ::testing::Matcher<double> value) {
  return gtest_detail::MetricOf(std::move(region), std::move(metric), std::move(value));
}

// The names of the kernels that were launched in the region and inside it, each once and sorted,
// match: HasKernels("A", Contains("conv3x3")). Alone: there is at least one.
inline ::testing::Matcher<const Report&> HasKernels(
    std::string region, ::testing::Matcher<const std::vector<std::string>&> names =
                            ::testing::Not(::testing::IsEmpty())) {
  return gtest_detail::KernelsOf(std::move(region), std::move(names));
}

// Every kernel was launched in some region.
inline ::testing::Matcher<const Report&> NoKernelsOutside() {
  return gtest_detail::NothingOutside();
}

}  // namespace ncu_regions
